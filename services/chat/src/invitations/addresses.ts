import { badRequest } from '../http/errors.js';
import { addressIn } from '../mail/address.js';

/** Maximum number of addresses in one call. */
const MAX_ADDRESSES = 100;

export interface Invitees {
  /** The addresses without repeats, in their first spelling. */
  addresses: string[];
  /** Parts of the text that are not addresses. */
  invalid: string[];
}

/** Reads `a@x, Name <b@y>` with commas or line breaks between. Throws if there are no addresses or too many. */
export function readInvitees(text: string): Invitees {
  const pieces = text
    .split(/[,\n\r]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (pieces.length === 0) throw badRequest('You must specify at least one email address.');
  const byKey = new Map<string, string>();
  const invalid: string[] = [];
  for (const piece of pieces) {
    const address = addressIn(piece);
    if (address === undefined) invalid.push(piece);
    else if (!byKey.has(address.toLowerCase())) byKey.set(address.toLowerCase(), address);
  }
  if (byKey.size > MAX_ADDRESSES) throw badRequest(`At most ${MAX_ADDRESSES} people can be invited at once.`);
  return { addresses: [...byKey.values()], invalid };
}
