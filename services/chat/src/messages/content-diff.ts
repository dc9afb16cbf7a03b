import { diffArrays } from 'diff';

/**
 * Edits further apart than this are shown as one deletion and one insertion: the time of the comparison grows with
 * the length times the distance, and a reader gains nothing from a diff of two different texts.
 */
const MAX_DISTANCE = 1500;

const TOKEN = /<[^>]*>|&[^;\s]+;|[\p{L}\p{N}]+|\s+|[^<&\p{L}\p{N}\s]|[<&]/gu;

interface Change {
  value: string[];
  added: boolean;
  removed: boolean;
}

/**
 * Shows what changed between two renderings. The tags are those of the new one, in their order; inserted and
 * deleted text stands in spans that never cross a tag, so the result is as well-formed as `after` is.
 */
export function contentDiff(before: string, after: string): string {
  const old = before.match(TOKEN) ?? [];
  const now = after.match(TOKEN) ?? [];
  const out: string[] = [];
  for (const change of compare(old, now)) {
    if (change.removed) mark(out, change.value.filter(isText), 'deleted');
    else if (change.added) mark(out, change.value, 'inserted');
    else for (const token of change.value) out.push(token);
  }
  return out.join('');
}

function compare(old: string[], now: string[]): Change[] {
  const changes = diffArrays(old, now, { maxEditLength: MAX_DISTANCE });
  if (changes !== undefined) return changes;
  return [
    { value: old, added: false, removed: true },
    { value: now, added: true, removed: false },
  ];
}

function mark(out: string[], tokens: string[], what: 'inserted' | 'deleted'): void {
  let open = false;
  for (const token of tokens) {
    if (isText(token) !== open) {
      out.push(open ? '</span>' : `<span class="highlight_text_${what}">`);
      open = !open;
    }
    out.push(token);
  }
  if (open) out.push('</span>');
}

function isText(token: string): boolean {
  return !(token.startsWith('<') && token.length > 1);
}
