import type { MarkdownIt } from 'markdown-it';

const SYNTAX = /<time:([^>\n]{1,100})>/y;
const ISO =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;

/**
 * `<time:2026-01-02T03:04:00+01:00>` and `<time:UNIX seconds>` become `time` elements, which clients show in the
 * reader's time zone.
 */
export function installTimestamps(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'timestamp', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    SYNTAX.lastIndex = state.pos;
    const match = SYNTAX.exec(state.src);
    if (match === null) return false;
    if (!silent) {
      const token = state.push('timestamp', 'time', 0);
      token.content = match[1]!;
    }
    state.pos += match[0].length;
    return true;
  });
  md.renderer.rules.timestamp = (tokens, index) => {
    const text = tokens[index]!.content;
    const time = parseTime(text.trim());
    const shown = md.utils.escapeHtml(text);
    if (time === undefined) return `<span class="timestamp-error">Invalid time format: ${shown}</span>`;
    return `<time datetime="${time}">${shown}</time>`;
  };
}

/**
 * Returns the time in UTC with whole seconds; undefined for an invalid time. A text without an offset is read as UTC.
 */
function parseTime(text: string): string | undefined {
  let ms: number;
  if (/^-?[0-9]{1,12}$/.test(text)) ms = Number(text) * 1000;
  else if (ISO.test(text)) {
    const hasTime = text.length > 10;
    const hasZone = /(?:z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text.slice(10));
    ms = Date.parse(text.replace(' ', 'T') + (hasTime && !hasZone ? 'Z' : ''));
  } else return undefined;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return undefined;
  return date.toISOString().replace(/\.[0-9]{3}Z$/, 'Z');
}
