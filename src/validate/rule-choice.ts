import { isOff, type Policy } from '../diagnostics/policy.js';
import { RULES, type Rule } from '../rules/index.js';
import { actionNotes } from '../runtime/index.js';

const PREDICTING: readonly Rule[] = [...RULES, actionNotes];

/** Lists of rules that were asked for, by which rules they have: plans are kept by the list. */
const choices = new Map<string, readonly Rule[]>();

/**
 * The rules to ask: those of which a code can be reported.
 * @param predicting whether a runtime's verdict is wanted, which all of them say something about
 */
export function rulesFor(policy: Policy | undefined, predicting: boolean): readonly Rule[] {
  if (predicting) return PREDICTING;
  if (policy?.levels === undefined) return RULES;
  const wanted = RULES.filter(({ codes }) => codes.some(({ code }) => !isOff(policy, code)));
  if (wanted.length === RULES.length) return RULES;
  const key = wanted.map((rule) => RULES.indexOf(rule)).join();
  const known = choices.get(key);
  if (known !== undefined) return known;
  choices.set(key, wanted);
  return wanted;
}
