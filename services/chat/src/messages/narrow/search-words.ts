/** One required part of a search: a word, or a quoted phrase. */
export interface SearchPart {
  text: string;
  phrase: boolean;
}

/** Splits a query into words and quoted phrases. An unclosed quote extends to the end. */
export function searchParts(query: string): SearchPart[] {
  const parts: SearchPart[] = [];
  for (const match of query.matchAll(/"([^"]*)(?:"|$)|[^\s"]+/gu)) {
    const phrase = match[1];
    if (phrase === undefined) parts.push({ text: match[0], phrase: false });
    else if (phrase.trim() !== '') parts.push({ text: phrase, phrase: true });
  }
  return parts;
}
