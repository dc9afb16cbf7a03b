import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Sets of emoji names in emojibase-data. If two sets give a name to different emoji, the earlier set decides. */
const SETS = ['github', 'iamcal', 'emojibase', 'cldr', 'joypixels'] as const;

/** Names that clients of this API send, but that are missing in the sets or name another emoji there. */
const CLIENT_NAMES: Record<string, string> = {
  check: '2705',
  working_on_it: '1f6e0',
  thinking: '1f914',
  smiley_face: '1f642',
  slight_smile: '1f642',
  big_smile: '1f604',
  cat: '1f408',
  dog: '1f415',
  frown: '1f641',
  expressionless: '1f611',
  laughing_tears: '1f602',
  time_ticking: '23f3',
};

const EMOTICONS: Record<string, string> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':-)': 'slight_smile',
  ':(': 'frown',
  ':-(': 'frown',
  '<3': 'heart',
  ':|': 'expressionless',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smiley',
  ':P': 'stuck_out_tongue',
  ':p': 'stuck_out_tongue',
  ":'(": 'cry',
};

/** The only emoji that is neither Unicode nor uploaded. Its code is its name. */
export const EXTRA_EMOJI: ReadonlySet<string> = new Set(['zulip']);

export type EmojiKind = 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: EmojiKind;
}

interface Table {
  codes: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, readonly string[]>;
}

let loaded: Table | undefined;

/** Reads the sets of names on first use, which saves 25 ms in commands that do not render messages. */
function table(): Table {
  loaded ??= load();
  return loaded;
}

function load(): Table {
  const codes = new Map<string, string>();
  const names = new Map<string, string[]>();
  const add = (name: string, code: string) => {
    if (!codes.has(name)) codes.set(name, code);
    if (codes.get(name) !== code) return;
    const known = names.get(code);
    if (known === undefined) names.set(code, [name]);
    else if (!known.includes(name)) known.push(name);
  };
  for (const [name, code] of Object.entries(CLIENT_NAMES)) codes.set(name, code);
  for (const set of SETS) {
    const entries = require(`emojibase-data/en/shortcodes/${set}.json`) as Record<string, string | string[]>;
    for (const [hex, shortcodes] of Object.entries(entries)) {
      for (const name of [shortcodes].flat()) add(name, emojiCode(hex));
    }
  }
  for (const [name, code] of Object.entries(CLIENT_NAMES)) add(name, code);
  return { codes, names };
}

/** `1F468-200D-2764-FE0F` → `1f468-200d-2764`: lower case, without the selectors for a coloured picture. */
function emojiCode(hex: string): string {
  return hex
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .join('-');
}

export function unicodeCode(name: string): string | undefined {
  return table().codes.get(name);
}

/** Returns the names of a Unicode emoji, the most usual one first. Empty for an unknown code. */
export function unicodeNames(code: string): readonly string[] {
  return table().names.get(code) ?? [];
}

export function isUnicodeCode(code: string): boolean {
  return table().names.has(code);
}

export function isUnicodeName(name: string): boolean {
  return table().codes.has(name);
}

/** Returns all names with their codes, for clients that complete names. */
export function unicodeEmoji(): ReadonlyMap<string, string> {
  return table().codes;
}

/** Returns the name of the emoji for an emoticon such as `:)`; undefined for any other text. */
export function emoticonName(text: string): string | undefined {
  return EMOTICONS[text];
}

export const EMOTICON_TEXTS: readonly string[] = Object.keys(EMOTICONS);
