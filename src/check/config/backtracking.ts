import type { AST } from '@eslint-community/regexpp';

/**
 * Maximum number of ways in which a part of the pattern matches a text of n characters:
 * `factor * n ** degree`.
 */
interface Ways {
  readonly factor: number;
  readonly degree: number;
}

const ONE: Ways = { factor: 1, degree: 0 };
/** A lookahead counts as one step if it has at most this many ways for texts of any length. */
const FEW_WAYS = 16;
const UNBOUNDED: Ways = { factor: Number.POSITIVE_INFINITY, degree: 0 };

/**
 * Estimates the maximum work of a matcher that backtracks.
 * @returns a function from the length of a text to the maximum number of steps; Infinity if the maximum is
 * unknown
 */
export function backtrackingSteps({ alternatives }: AST.Pattern): (length: number) => number {
  const { factor, degree } = anyOf(alternatives);
  const isAnchored = alternatives.every(({ elements }) => elements[0]?.raw === '^');
  // Each way takes one step per character of the text. Without an anchor, a match may begin at any position.
  const exponent = degree + (isAnchored ? 1 : 2);
  return (length) => factor * (length + 1) ** exponent;
}

function anyOf(alternatives: readonly AST.Alternative[]): Ways {
  const ways = alternatives.map(({ elements }) => elements.map(waysOf).reduce(times, ONE));
  return {
    factor: ways.reduce((sum, { factor }) => sum + factor, 0),
    degree: Math.max(...ways.map(({ degree }) => degree)),
  };
}

function waysOf(element: AST.Element): Ways {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return anyOf(element.alternatives);
  if (element.type === 'Quantifier') return repeated(element);
  if (element.type !== 'Assertion') return ONE;
  if (!('alternatives' in element)) return ONE;
  const ways = anyOf(element.alternatives);
  return ways.degree === 0 && ways.factor <= FEW_WAYS ? ONE : ways;
}

function repeated({ element, min, max }: AST.Quantifier): Ways {
  const ways = waysOf(element);
  if (max === 1) return { factor: ways.factor + 1 - min, degree: ways.degree };
  if (ways.factor > 1 || ways.degree > 0) return UNBOUNDED;
  return max === Number.POSITIVE_INFINITY ? { factor: 1, degree: 1 } : { factor: max - min + 1, degree: 0 };
}

function times(one: Ways, other: Ways): Ways {
  return { factor: one.factor * other.factor, degree: one.degree + other.degree };
}
