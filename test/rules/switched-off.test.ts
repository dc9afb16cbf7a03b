/** Every rule is necessary: without it, the findings of its corpus files change. */
import { describe, expect, it } from 'vitest';
import { differences } from '../../scripts/corpus/expectation.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { memorySource } from '../../src/base/source/memory.js';
import { RULES, type Rule } from '../../src/check/rules/index.js';
import { validate } from '../../src/check/validate/validate.js';

const specimens = await allSpecimens();

/** Returns the rule without one of its codes: its findings with this code are dropped. */
function without(rule: Rule, code: string): Rule {
  const muted =
    <A extends readonly unknown[]>(check: (...args: A) => void, at: (args: A) => number) =>
    (...args: A): void => {
      const position = at(args);
      const report = args[position] as (finding: { readonly code: string }) => void;
      const quiet = (finding: { readonly code: string }) => {
        if (finding.code !== code) report(finding);
      };
      check(...([...args.slice(0, position), quiet, ...args.slice(position + 1)] as unknown as A));
    };
  const { elements, edge, layer, context, coreOp, group, file } = rule;
  return {
    codes: rule.codes,
    ...(rule.needs && { needs: rule.needs }),
    ...(elements && {
      elements: Object.fromEntries(
        Object.entries(elements).map(([type, check]) => [type, muted(check, () => 1)]),
      ),
    }),
    ...(edge && { edge: muted(edge, () => 1) }),
    ...(layer && { layer: muted(layer, () => 1) }),
    ...(context && { context: muted(context, () => 3) }),
    ...(coreOp && { coreOp: muted(coreOp, () => 2) }),
    ...(group && { group: muted(group, () => 2) }),
    ...(file && { file: muted(file, () => 1) }),
  };
}

const cases = RULES.flatMap((rule) => rule.codes.map(({ code }) => [code, rule] as const));

describe('a rule that is switched off', () => {
  it.each(cases)('changes the findings of its files: %s', async (code, rule) => {
    const shown = specimens.filter(({ expected }) => expected.some((finding) => finding.code === code));
    expect(shown.length).toBeGreaterThan(0);
    const rules = RULES.map((other) => (other === rule ? without(rule, code) : other));
    // For these codes, another rule reports the same fault elsewhere, so the verdict on the code's files
    // stays the same.
    const changed: string[] = [];
    for (const specimen of shown) {
      const report = await validate(memorySource(specimen.bytes), { rules });
      if (differences(specimen, report).length > 0) changed.push(specimen.name);
    }
    expect(changed).not.toEqual([]);
  });
});
