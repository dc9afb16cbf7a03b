import type { Message } from '../api/types.js';

/** Dialogs that belong to one message. At most one dialog of each kind is open. */
class Dialogs {
  picture = $state<string | undefined>();
  history = $state.raw<Message | undefined>();
  move = $state.raw<Message | undefined>();
  remove = $state.raw<Message | undefined>();
  report = $state.raw<Message | undefined>();
  react = $state.raw<Message | undefined>();
}

export const dialogs = new Dialogs();
