import type { MarkdownIt } from 'markdown-it';
import { EMOTICON_TEXTS, EXTRA_EMOJI, emoticonName, unicodeCode } from '../emoji/table.js';
import type { CustomEmoji } from './context.js';
import { environmentOf } from './environment.js';

const SYNTAX = /:([a-z0-9._+-]{1,100}):/y;

type Shown = { kind: 'unicode'; name: string; code: string } | { kind: 'picture'; name: string; url: string };

/** `:name:`, and emoticons if the author's setting allows them. Unknown names remain plain text. */
export function installEmoji(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji', (state, silent) => {
    const { context } = environmentOf(state.env);
    const found =
      namedEmoji(state.src, state.pos, context.emoji) ??
      (context.translateEmoticons ? emoticon(state.src, state.pos) : undefined);
    if (found === undefined) return false;
    if (!silent) state.push('emoji', 'span', 0).meta = found.shown;
    state.pos = found.end;
    return true;
  });
  md.renderer.rules.emoji = (tokens, index) => {
    const shown = tokens[index]!.meta as unknown as Shown;
    const escapeHtml = md.utils.escapeHtml;
    const title = escapeHtml(shown.name.replaceAll('_', ' '));
    if (shown.kind === 'picture') {
      return `<img alt=":${escapeHtml(shown.name)}:" class="emoji" src="${escapeHtml(shown.url)}" title="${title}">`;
    }
    return (
      `<span aria-label="${title}" class="emoji emoji-${shown.code}" role="img" title="${title}">` +
      `:${escapeHtml(shown.name)}:</span>`
    );
  };
}

function namedEmoji(source: string, at: number, custom: ReadonlyMap<string, CustomEmoji>) {
  if (source.charCodeAt(at) !== 0x3a) return undefined;
  SYNTAX.lastIndex = at;
  const match = SYNTAX.exec(source);
  if (match === null) return undefined;
  const name = match[1]!;
  // In `10:30:20`, the middle is part of a time, and not the emoji `30`.
  if (/^[0-9]+$/.test(name) && /[0-9]/.test(source[at - 1] ?? '')) return undefined;
  const end = SYNTAX.lastIndex;
  const own = custom.get(name);
  if (own !== undefined) return { end, shown: { kind: 'picture', name, url: own.url } satisfies Shown };
  if (EXTRA_EMOJI.has(name)) {
    return { end, shown: { kind: 'picture', name, url: `/static/emoji/${name}.png` } satisfies Shown };
  }
  const code = unicodeCode(name);
  return code === undefined ? undefined : { end, shown: { kind: 'unicode', name, code } satisfies Shown };
}

/** Returns the emoticon at this position, if it is a separate word: `(see :/path)` does not contain an emoticon. */
function emoticon(source: string, at: number) {
  if (at > 0 && !/\s/.test(source[at - 1]!)) return undefined;
  const text = EMOTICON_TEXTS.find((candidate) => source.startsWith(candidate, at));
  if (text === undefined) return undefined;
  const next = source[at + text.length];
  if (next !== undefined && !/\s/.test(next)) return undefined;
  const name = emoticonName(text)!;
  return {
    end: at + text.length,
    shown: { kind: 'unicode', name, code: unicodeCode(name)! } satisfies Shown,
  };
}
