import { isOff, type Level, type Policy } from '../../base/diagnostics/policy.js';
import { RULES, type Rule } from '../rules/index.js';

/**
 * For callers that ask only whether bytes can be read: no facts are gathered. One list for all: plans and readers are kept by it,
 * and take long to make.
 */
export const NO_RULES: readonly Rule[] = [];

/** The list with what predictions need besides, whose plan is kept by it. */
let predicting: readonly Rule[] | undefined;

/** Lists of rules that were asked for, by which rules they have: plans are kept by the list. */
const choices = new Map<string, readonly Rule[]>();

/** What was chosen by a policy's levels: to ask about each code took a twelfth of a small file's time. */
const chosen = new WeakMap<Levels, { off: readonly string[]; rules: readonly Rule[] }>();

type Levels = ReadonlyMap<string, Level>;

/**
 * The rules to ask: those of which a code can be reported.
 * @param notes what is asked besides where a runtime's verdict is wanted, which all rules say something about
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

/** Whether these codes are off and no others: a map may have changed since it was asked. */
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
