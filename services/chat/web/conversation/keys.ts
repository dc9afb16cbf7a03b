import type { Message } from '../api/types.js';
import { channelNarrow } from '../places/narrow.js';
import { go } from '../places/place.svelte.js';
import { markUnreadFrom, mayDelete, mayEdit, narrowOf, quote, react, reply, star } from './actions.js';
import { dialogs } from './dialogs.svelte.js';
import { selection } from './selection.svelte.js';

/** Handles a key that is pressed while a message has the focus; returns true if the key has a meaning. */
export function messageKey(event: KeyboardEvent, message: Message): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case 'Enter':
    case 'r':
      reply(message);
      return true;
    case '>':
      quote(message);
      return true;
    case '*':
      star(message);
      return true;
    case '+':
      react(message, { name: '+1', code: '1f44d', kind: 'unicode_emoji' });
      return true;
    case ':':
      dialogs.react = message;
      return true;
    case 'e':
      if (mayEdit(message)) selection.editing = message.id;
      else dialogs.history = message;
      return true;
    case 'm':
      if (message.type === 'stream') dialogs.move = message;
      return true;
    case 'U':
      markUnreadFrom(message);
      return true;
    case 's':
      go(narrowOf(message));
      return true;
    case 'S':
      if (message.type === 'stream') go(channelNarrow(message.stream_id!));
      return true;
    case 'Delete':
      if (mayDelete(message)) dialogs.remove = message;
      return true;
    default:
      return false;
  }
}
