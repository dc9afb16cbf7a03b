import { RE2JS } from 're2js';
import { parseTemplate, type Template } from 'url-template';

/** A rule of the organization that turns text into links. */
export interface Linkifier {
  id: number;
  pattern: string;
  url_template: string;
}

export interface CompiledLinkifier extends Linkifier {
  expression: RE2JS;
  template: Template;
  /** Cost in units of searching one character. */
  weight: number;
  /** Text with which every match begins; empty if unknown. */
  beginning: string;
}

export interface LinkifierMatch {
  start: number;
  end: number;
  url: string;
}

/** Maximum number of links that one message may get from linkifiers. */
export const MAX_LINKS = 100;

/**
 * Work in units that the patterns may do for one message: number of searched characters times the weight of the
 * pattern. A unit takes at most 0.2 µs (the worst of thousands of random patterns), so the budget is 40 ms.
 */
export const SEARCH_BUDGET = 200_000;

/**
 * A pattern of this size costs one unit for each character. The cost grows with the size: for each character, the
 * search may try all instructions, and each instruction may copy the positions of all groups.
 */
const INSTRUCTIONS_OF_A_UNIT = 7;
const GROUPS_OF_A_UNIT = 4;

/** Maximum size of a pattern's program. A larger program could not search one window within the budget. */
export const MAX_INSTRUCTIONS = 1000;

/**
 * Number of characters in one search. A long line is searched in several windows, because a search from each match to
 * the end of the line would take quadratic time. Links up to the length of the overlap are always found; a longer link
 * is found if it fits into one window. Each match costs the search of one window, so a hundred matches of a usual
 * pattern are within the budget.
 */
const WINDOW = 600;
const OVERLAP = 300;

const WORD = '\\p{L}\\p{N}_';
const WHOLE = 'whole_match';

/** Throws `RE2JSSyntaxException` for a pattern outside RE2. */
export function compileLinkifier(linkifier: Linkifier): CompiledLinkifier {
  // The characters before and after a match must not be part of a word: `a#12` and `#12b` contain no reference `#12`.
  const bounded = `(?:^|[^${WORD}])(?P<${WHOLE}>${linkifier.pattern})(?:$|[^${WORD}])`;
  const expression = RE2JS.compile(bounded);
  return {
    ...linkifier,
    expression,
    weight: Math.max(
      1,
      (expression.programSize() / INSTRUCTIONS_OF_A_UNIT) * (1 + expression.groupCount() / GROUPS_OF_A_UNIT),
    ),
    beginning: beginningOf(linkifier.pattern),
    template: parseTemplate(linkifier.url_template),
  };
}

/**
 * Returns the plain characters with which all matches of a pattern start. If `*`, `?` or `{` follows the last of these
 * characters, it is left out; the result is empty if the pattern has alternatives or flags.
 */
function beginningOf(pattern: string): string {
  if (/[|]|\(\?[a-zA-Z]*[i-][a-zA-Z-]*[):]/.test(pattern)) return '';
  const plain = /^[\p{L}\p{N}#_ /@!:;,<>=%&~-]*/u.exec(pattern)![0];
  return /^[*?{]/.test(pattern.slice(plain.length)) ? [...plain].slice(0, -1).join('') : plain;
}

/** Number of links, and units of work, that are left for one message. */
export interface MatchBudget {
  links: number;
  characters: number;
}

export function newBudget(): MatchBudget {
  return { links: MAX_LINKS, characters: SEARCH_BUDGET };
}

/**
 * Returns the matches of all linkifiers in `text`, without overlap, in the order of the text. Earlier linkifiers take
 * precedence.
 */
export function matchLinkifiers(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  budget: MatchBudget = newBudget(),
): LinkifierMatch[] {
  const found: LinkifierMatch[] = [];
  for (const linkifier of linkifiers) {
    let from = 0;
    while (from <= text.length && budget.links > 0) {
      const candidate = text.indexOf(linkifier.beginning, from);
      if (candidate < 0) break;
      // The search must include the character before the candidate, which may take two UTF-16 units.
      from = Math.max(from, candidate - 2);
      if (!affords(budget, linkifier, windowEnd(text, from) - from)) break;
      const match = search(linkifier, text, from, budget);
      if (match === undefined) {
        from += WINDOW - OVERLAP;
        continue;
      }
      const { start, end } = match;
      // The character after a match may also be the character before the next match.
      from = Math.max(end, from + 1);
      if (end === start || found.some((other) => start < other.end && other.start < end)) continue;
      const url = expand(linkifier, match.groups);
      if (url === undefined) continue;
      found.push({ start, end, url });
      budget.links--;
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const windowEnd = (text: string, from: number) => Math.min(text.length, from + WINDOW);

/** Deducts the cost of a search from the budget; returns false if the rest of the budget is too small. */
function affords(budget: MatchBudget, { weight }: CompiledLinkifier, characters: number): boolean {
  const cost = Math.ceil((characters + 1) * weight);
  if (cost > budget.characters) return false;
  budget.characters -= cost;
  return true;
}

/** Returns the first match in the window that starts at `from`. */
function search(
  linkifier: CompiledLinkifier,
  text: string,
  from: number,
  budget: MatchBudget,
): { start: number; end: number; groups: Record<string, string | null> } | undefined {
  const { expression } = linkifier;
  const until = windowEnd(text, from);
  let matcher = expression.matcher(until === text.length ? text : text.slice(0, until));
  if (!matcher.find(from)) return undefined;
  if (matcher.end() === until && until < text.length) {
    // The end of the window is not the end of the text, so a match at the window's end has to be confirmed in the
    // whole text.
    if (!affords(budget, linkifier, text.length - from)) return undefined;
    matcher = expression.matcher(text);
    if (!matcher.find(from)) return undefined;
  }
  return { start: matcher.start(WHOLE), end: matcher.end(WHOLE), groups: matcher.getNamedGroups() };
}

/** Returns the links that linkifiers make from a topic. */
export function topicLinks(
  topic: string,
  linkifiers: readonly CompiledLinkifier[],
): { text: string; url: string }[] {
  return matchLinkifiers(topic, linkifiers).map(({ start, end, url }) => ({
    text: topic.slice(start, end),
    url,
  }));
}

function expand(linkifier: CompiledLinkifier, groups: Record<string, string | null>): string | undefined {
  const url = linkifier.template.expand({ ...groups });
  // The resulting URL is checked, and not the template: if a template starts with a variable, its scheme is not known.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return url;
}
