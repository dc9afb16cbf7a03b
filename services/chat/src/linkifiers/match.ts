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
}

export interface LinkifierMatch {
  start: number;
  end: number;
  url: string;
}

/** Links one message may get from linkifiers. */
export const MAX_LINKS = 100;

/**
 * Characters that the patterns may read for one message. One search is linear in the rest of the text, which is what
 * a search without a match is charged. A match is charged a fifth: it usually ends the search early, and all 100
 * links fit then. A pattern that looks far ahead for little makes the sum quadratic and meets this bound.
 */
export const SEARCH_BUDGET = 200_000;
const MATCH_SHARE = 5;

const WORD = '\\p{L}\\p{N}_';
const WHOLE = 'whole_match';

/** Throws `RE2JSSyntaxException` for a pattern outside RE2. */
export function compileLinkifier(linkifier: Linkifier): CompiledLinkifier {
  // `a#12` and `#12b` are words of their own and no references.
  const bounded = `(?:^|[^${WORD}])(?P<${WHOLE}>${linkifier.pattern})(?:$|[^${WORD}])`;
  return {
    ...linkifier,
    expression: RE2JS.compile(bounded),
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
    const matcher = linkifier.expression.matcher(text);
    let from = 0;
    while (from <= text.length && budget.links > 0 && budget.characters > 0) {
      const rest = text.length - from + 1;
      if (!matcher.find(from)) {
        budget.characters -= rest;
        break;
      }
      budget.characters -= Math.ceil(rest / MATCH_SHARE);
      const start = matcher.start(WHOLE);
      const end = matcher.end(WHOLE);
      // The character after a match may be the one before the next.
      from = Math.max(end, from + 1);
      if (end === start || found.some((other) => start < other.end && other.start < end)) continue;
      const url = expand(linkifier, matcher.getNamedGroups());
      if (url === undefined) continue;
      found.push({ start, end, url });
      budget.links--;
    }
  }
  return found.sort((a, b) => a.start - b.start);
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
