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
  /** What searching one character counts. */
  weight: number;
}

export interface LinkifierMatch {
  start: number;
  end: number;
  url: string;
}

/** Links one message may get from linkifiers. */
export const MAX_LINKS = 100;

/**
 * Work that the patterns may do for one message: characters searched, times the weight of the pattern. One search is
 * linear in its text, and costs up to 0.2 µs a character for a small pattern, so this is 40 ms at most.
 */
export const SEARCH_BUDGET = 200_000;

/**
 * Instructions of a compiled pattern that a search costs nothing extra for. Each character may try all of them: one
 * of 1,500 was seen to take 7 µs a character.
 */
const LIGHT_PATTERN = 40;

/**
 * Characters of one search. A search from each match to the end of a long line would make the sum quadratic. Texts of
 * links up to the overlap are always found, longer ones where they fit.
 */
const WINDOW = 1000;
const OVERLAP = 300;

const WORD = '\\p{L}\\p{N}_';
const WHOLE = 'whole_match';

/** Throws `RE2JSSyntaxException` for a pattern outside RE2. */
export function compileLinkifier(linkifier: Linkifier): CompiledLinkifier {
  // `a#12` and `#12b` are words of their own and no references.
  const bounded = `(?:^|[^${WORD}])(?P<${WHOLE}>${linkifier.pattern})(?:$|[^${WORD}])`;
  const expression = RE2JS.compile(bounded);
  return {
    ...linkifier,
    expression,
    weight: Math.max(1, expression.programSize() / LIGHT_PATTERN),
    template: parseTemplate(linkifier.url_template),
  };
}

/** Counts what matching has cost so far. One of these belongs to one message. */
export interface MatchBudget {
  links: number;
  characters: number;
}

export function newBudget(): MatchBudget {
  return { links: MAX_LINKS, characters: SEARCH_BUDGET };
}

/** Matches of all linkifiers in `text`, without overlap, in the order of the text. Earlier linkifiers win. */
export function matchLinkifiers(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  budget: MatchBudget = newBudget(),
): LinkifierMatch[] {
  const found: LinkifierMatch[] = [];
  for (const linkifier of linkifiers) {
    let from = 0;
    while (from <= text.length && budget.links > 0 && budget.characters > 0) {
      const match = search(linkifier, text, from, budget);
      if (match === undefined) {
        from += WINDOW - OVERLAP;
        continue;
      }
      const { start, end } = match;
      // The character after a match may be the one before the next.
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

/** The first match in the window from here on. */
function search(
  { expression, weight }: CompiledLinkifier,
  text: string,
  from: number,
  budget: MatchBudget,
): { start: number; end: number; groups: Record<string, string | null> } | undefined {
  const until = Math.min(text.length, from + WINDOW);
  budget.characters -= Math.ceil((until - from + 1) * weight);
  let matcher = expression.matcher(until === text.length ? text : text.slice(0, until));
  if (!matcher.find(from)) return undefined;
  if (matcher.end() === until && until < text.length) {
    // The window's end is not the text's: what matched there has to match in the text.
    budget.characters -= Math.ceil((text.length - from + 1) * weight);
    matcher = expression.matcher(text);
    if (!matcher.find(from)) return undefined;
  }
  return { start: matcher.start(WHOLE), end: matcher.end(WHOLE), groups: matcher.getNamedGroups() };
}

/** The links that linkifiers make of a topic. */
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
  // The template decides the scheme unless it starts with a variable, so the result is what has to be checked.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  return url;
}
