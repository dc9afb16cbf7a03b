import { badRequest } from '../http/errors.js';
import { type Account, ROLE } from '../users/account.js';

export const BOT_TYPE = { generic: 1, incoming: 2, outgoing: 3 } as const;

const SHORT_NAME = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const MAX_SHORT_NAME = 50;

/** The bot's address: `weather` becomes `weather-bot@host`. */
export function botAddress(shortName: string, publicHost: string): string {
  const name = shortName.trim();
  if (name.length > MAX_SHORT_NAME || !SHORT_NAME.test(name)) throw badRequest('Bad name or username');
  return `${name}-bot@${publicHost}`;
}

/**
 * Returns a bot that the actor may manage: owners may manage their own bots, administrators all bots. For a bot that
 * the actor may not manage, throws the same error as for an unknown bot.
 */
export function requireManageable(actor: Account, bot: Account | undefined): Account {
  const isKnown = bot?.is_bot === true && !bot.is_system_bot;
  if (!isKnown) throw badRequest('No such bot');
  if (bot.bot_owner_id !== actor.id && actor.role > ROLE.administrator) throw badRequest('No such bot');
  return bot;
}

/**
 * Returns the URL of an outgoing webhook, or throws if it is not allowed. Each delivery checks again that the address
 * is public.
 */
export function checkedPayloadUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw badRequest('The payload URL must start with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '')
    throw badRequest('The payload URL must not hold credentials.');
  if (text.length > 2000) throw badRequest('The payload URL is too long.');
  return url.href;
}
