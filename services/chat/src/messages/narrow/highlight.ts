/** Marks that PostgreSQL sets around found words. No text contains them before, because `joinTexts` removes them. */
export const MARK_START = '\u0001';
export const MARK_STOP = '\u0002';

/** Separates two texts of a message that have a tag between them, so that no word extends across the tag. */
const SEPARATOR = '\u001e';

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';
const TAG = /(<[^>]*>)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are used as marks, so texts must be free of them
const RESERVED = /[\u0001\u0002\u001e]/g;

/** Returns the texts between the tags of rendered content as one text to search in. */
export function joinTexts(html: string): string {
  return html
    .split(TAG)
    .filter((_, index) => index % 2 === 0)
    .map((text) => text.replace(RESERVED, ' '))
    .join(SEPARATOR);
}

/** Inserts the marked texts between the tags from which the texts came. */
export function weaveMarks(html: string, marked: string): string {
  const texts = marked.split(SEPARATOR);
  return html
    .split(TAG)
    .map((part, index) => (index % 2 === 0 ? spans(texts[index / 2] ?? part) : part))
    .join('');
}

function spans(text: string): string {
  return text.replaceAll(MARK_START, OPEN).replaceAll(MARK_STOP, CLOSE);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ENTITIES[found]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
