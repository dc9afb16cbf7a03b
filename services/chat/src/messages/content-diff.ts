import { diffArrays } from 'diff';

/**
 * Maximum number of edits. If two texts differ by more, they are shown as one deletion and one insertion. The
 * comparison takes time proportional to the length times the number of edits, and detailed edits between two unrelated
 * texts are useless to readers.
 */
const MAX_DISTANCE = 1500;

const TOKEN = /<[^>]*>|&[^;\s]+;|[\p{L}\p{N}]+|\s+|[^<&\p{L}\p{N}\s]|[<&]/gu;

interface Change {
  value: string[];
  added: boolean;
  removed: boolean;
}

/**
 * Shows the differences between two renderings. The result has the tags of the new rendering, in order. Inserted and
 * deleted text is in spans that never cross a tag, so the result is well-formed if `after` is.
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
