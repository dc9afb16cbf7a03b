import { isOff, type Policy, type PolicyLevel } from '../../base/diagnostics/policy.js';
import { RULES, type Rule } from '../rules/index.js';

/**
 * No rules, for callers that only check that bytes can be read. Without rules, no facts are gathered. All
 * callers share one list, because plans and readers, which take long to create, are cached by list.
 */
export const NO_RULES: readonly Rule[] = [];

/** The rules and the notes for predictions. This list is kept, because the plan is cached by list. */
let predicting: readonly Rule[] | undefined;

/** Lists of rules in use. Equal choices share one list, because plans are cached by list. */
const choices = new Map<string, readonly Rule[]>();

/**
 * Cached rules by a policy's levels, because checking each code took a twelfth of the time of a small file.
 */
const chosen = new WeakMap<Levels, { off: readonly string[]; rules: readonly Rule[] }>();

type Levels = ReadonlyMap<string, PolicyLevel>;

/**
 * Returns the rules to run: rules with a code that can be reported.
 * @param notes additional notes for the predicted verdict of a runtime, which depends on all rules
 */
export function rulesFor(policy: Policy | undefined, notes?: Rule): readonly Rule[] {
  if (notes !== undefined) {
    predicting ??= [...RULES, notes];
    return predicting;
  }
  if (policy?.levels === undefined) return RULES;
  const { levels } = policy;
  const known = chosen.get(levels);
  if (known !== undefined && areOff(levels, known.off)) return known.rules;
  const off = [...levels].filter(([, level]) => level === 'off').map(([code]) => code);
  const rules = choose(policy);
  chosen.set(levels, { off, rules });
  return rules;
}

/** True if exactly the given codes are off. A map of levels may have changed since its last use. */
function areOff(levels: Levels, codes: readonly string[]): boolean {
  let count = 0;
  for (const level of levels.values()) if (level === 'off') count++;
  return count === codes.length && codes.every((code) => levels.get(code) === 'off');
}

function choose(policy: Policy): readonly Rule[] {
  const wanted = RULES.filter(({ codes }) => codes.some(({ code }) => !isOff(policy, code)));
  if (wanted.length === RULES.length) return RULES;
  const key = wanted.map((rule) => RULES.indexOf(rule)).join();
  const known = choices.get(key);
  if (known !== undefined) return known;
  choices.set(key, wanted);
  return wanted;
}
