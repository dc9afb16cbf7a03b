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
  groups: readonly string[];
}

export interface LinkifierMatch {
  start: number;
  end: number;
  url: string;
}

/** Links one message may get from linkifiers. */
export const MAX_LINKS = 100;

/**
 * Characters that the patterns may read for one message, counted as the rest of the text at each search. One search
 * is linear, but a pattern that looks far ahead and matches little makes the sum quadratic.
 */
export const SEARCH_BUDGET = 200_000;

/** Throws `RE2JSSyntaxException` for a pattern outside RE2. */
export function compileLinkifier(linkifier: Linkifier): CompiledLinkifier {
  const expression = RE2JS.compile(linkifier.pattern);
  return {
    ...linkifier,
    expression,
    template: parseTemplate(linkifier.url_template),
    groups: Object.keys(expression.namedGroups()),
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
      budget.characters -= text.length - from + 1;
      if (!matcher.find(from)) break;
      const start = matcher.start();
      const end = matcher.end();
      from = Math.max(end, start + 1);
      if (end === start || isWithinWord(text, start, end)) continue;
      if (found.some((other) => start < other.end && other.start < end)) continue;
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

/** `a#12` and `#12b` are words of their own and no references. */
function isWithinWord(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2))
  );
}
