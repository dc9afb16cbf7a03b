import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { escapeHtml, joinTexts, MARK_START, MARK_STOP, weaveMarks } from './highlight.js';
import { searchParts } from './search-words.js';

/**
 * PostgreSQL's text search configurations by the language of the organization. For other languages, words match as
 * written.
 */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** `language` is a tag such as `en` or `pt-BR`. */
function configuration(language: string): SQL {
  const name = CONFIGURATIONS[language.toLowerCase().split(/[-_]/)[0]!] ?? 'simple';
  return sql.raw(`'${name}'::regconfig`);
}

/** Returns the search vector of a message and its topic: their words, both as written and as stems. */
export function searchVector(rendered: string, topic: string, language: string): SQL {
  return vectorOf(sql`${searchableText(rendered, topic)}`, language);
}

export function vectorOf(words: SQL, language: string): SQL {
  return sql`(to_tsvector('simple', ${words}::text) || to_tsvector(${configuration(language)}, ${words}::text))`;
}

/**
 * Returns the words of rendered content, without tags and with decoded entities. PostgreSQL refuses a vector above 1
 * MB. The longest message is far below this limit, but rendering may multiply its text, so the text is cut.
 */
export function searchableText(rendered: string, topic: string): string {
  const text = rendered
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  return `${topic} ${text}`.slice(0, 200_000);
}

/**
 * A message matches if it contains all parts of the query, each as written or by its stem. A query without a word
 * matches no message.
 */
export function searchQuery(query: string, language: string): SQL {
  const parts = searchParts(query).map(({ text, phrase }) => {
    const parse = sql.raw(phrase ? 'phraseto_tsquery' : 'plainto_tsquery');
    return sql`(${parse}('simple', ${text}::text) || ${parse}(${configuration(language)}, ${text}::text))`;
  });
  if (parts.length === 0) return sql`''::tsquery`;
  return sql`(${sql.join(parts, sql` && `)})`;
}

export interface Match {
  match_content: string;
  match_subject: string;
}

/** Marks found words, in the text of the contents and topics only, never inside a tag. */
export async function highlight(
  db: Queryable,
  found: readonly { rendered_content: string; subject: string }[],
  queries: readonly string[],
  language: string,
): Promise<Match[]> {
  if (queries.length === 0 || found.length === 0)
    return found.map(({ rendered_content, subject }) => ({
      match_content: rendered_content,
      match_subject: escapeHtml(subject),
    }));
  const query = sql.join(
    queries.map((text) => searchQuery(text, language)),
    sql` || `,
  );
  const texts = found.flatMap((message) => [
    joinTexts(message.rendered_content),
    joinTexts(escapeHtml(message.subject)),
  ]);
  const marks = `HighlightAll=true, StartSel="${MARK_START}", StopSel="${MARK_STOP}"`;
  const rows = await db.rows<{ marked: string }>(sql`
    SELECT ts_headline(${configuration(language)}, t.text, ${query}, ${marks}) AS marked
    FROM unnest(${array(texts, 'text')}) WITH ORDINALITY AS t(text, place) ORDER BY t.place`);
  return found.map((message, index) => ({
    match_content: weaveMarks(message.rendered_content, rows[index * 2]!.marked),
    match_subject: weaveMarks(escapeHtml(message.subject), rows[index * 2 + 1]!.marked),
  }));
}
