import { badRequest } from '../http/errors.js';
import { EXTRA_EMOJI, isUnicodeName } from './table.js';

const NAME = /^[0-9a-z._-]{0,99}[0-9a-z]$/;

/** Throws if a custom emoji must not have this name. */
export function checkEmojiName(name: string, mayReplaceUnicode: boolean): void {
  if (!NAME.test(name)) {
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, dashes, underscores and periods, ' +
        'end with a letter or digit, and be at most 100 characters long.',
    );
  }
  if (EXTRA_EMOJI.has(name)) throw badRequest('Invalid emoji name.');
  if (isUnicodeName(name) && !mayReplaceUnicode) {
    throw badRequest('Only administrators can override default emoji.');
  }
}
