import { badRequest } from '../http/errors.js';
import { type Emoji, type EmojiKind, EXTRA_EMOJI, isUnicodeCode, unicodeCode } from './table.js';

const MAX_NAME = 100;

export interface EmojiChoice {
  emoji_name?: string | undefined;
  emoji_code?: string | undefined;
  reaction_type?: string | undefined;
}

/** A custom emoji of the organization: id (as text) and name. */
export interface KnownCustomEmoji {
  id: string;
  name: string;
  deactivated: boolean;
}

/**
 * Determines which emoji a client's request names. A code and kind take precedence over the name, because clients have
 * different tables of names. A name that this service gives to another code is refused. Deactivated custom emoji can
 * be chosen by code only (`allowDeactivated`): users can still join or remove an existing reaction.
 */
export function chooseEmoji(
  choice: EmojiChoice,
  custom: readonly KnownCustomEmoji[],
  options: { allowDeactivated?: boolean } = {},
): Emoji {
  const kind = choice.reaction_type === undefined ? undefined : kindOf(choice.reaction_type);
  const name = choice.emoji_name;
  if (choice.emoji_code !== undefined) {
    return byCode(kind ?? kindOfCode(choice.emoji_code), choice.emoji_code, name, custom, options);
  }
  if (name === undefined) throw badRequest('An emoji needs a name or a code.');
  const found = byName(name, custom);
  if (found === undefined || (kind !== undefined && found.reaction_type !== kind)) throw unknown(name);
  return found;
}

/**
 * Returns the emoji with the name `name`. Custom emoji of the organization are searched first, because their names may
 * replace names of Unicode emoji.
 */
export function byName(name: string, custom: readonly KnownCustomEmoji[]): Emoji | undefined {
  const own = custom.find((emoji) => emoji.name === name && !emoji.deactivated);
  if (own !== undefined) return { emoji_name: name, emoji_code: own.id, reaction_type: 'realm_emoji' };
  if (EXTRA_EMOJI.has(name))
    return { emoji_name: name, emoji_code: name, reaction_type: 'service_extra_emoji' };
  const code = unicodeCode(name);
  return code === undefined
    ? undefined
    : { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' };
}

function byCode(
  kind: EmojiKind,
  code: string,
  name: string | undefined,
  custom: readonly KnownCustomEmoji[],
  options: { allowDeactivated?: boolean },
): Emoji {
  if (kind === 'realm_emoji') {
    const own = custom.find((emoji) => emoji.id === code);
    if (own === undefined || (own.deactivated && options.allowDeactivated !== true))
      throw unknown(name ?? code);
    if (name !== undefined && name !== own.name) throw badRequest('Invalid emoji name.');
    return { emoji_name: own.name, emoji_code: code, reaction_type: kind };
  }
  if (kind === 'service_extra_emoji') {
    if (!EXTRA_EMOJI.has(code)) throw unknown(name ?? code);
    if (name !== undefined && name !== code) throw badRequest('Invalid emoji name.');
    return { emoji_name: code, emoji_code: code, reaction_type: kind };
  }
  if (!isUnicodeCode(code)) throw badRequest('Invalid emoji code.');
  if (name !== undefined && ((unicodeCode(name) ?? code) !== code || !isPlausible(name)))
    throw badRequest('Invalid emoji name.');
  return { emoji_name: name ?? code, emoji_code: code, reaction_type: kind };
}

/** Clients may know names that this service's table does not have, but the length of a stored name is limited. */
function isPlausible(name: string): boolean {
  return name.length > 0 && name.length <= MAX_NAME && !/\p{Cc}/u.test(name);
}

function kindOf(text: string): EmojiKind {
  // Older clients know the extra emoji under this name.
  if (text === 'zulip_extra_emoji') return 'service_extra_emoji';
  if (text === 'unicode_emoji' || text === 'realm_emoji' || text === 'service_extra_emoji') return text;
  throw badRequest('Invalid emoji type.');
}

function kindOfCode(code: string): EmojiKind {
  if (EXTRA_EMOJI.has(code)) return 'service_extra_emoji';
  return isUnicodeCode(code) ? 'unicode_emoji' : 'realm_emoji';
}

function unknown(name: string) {
  return badRequest(`Emoji '${name}' does not exist`);
}
