import type { Message } from '../api/types.js';

/** Dialogs about one message; at most one of each is open. */
class Dialogs {
  /** Address of a picture that is shown large. */
  picture = $state<string | undefined>();
  history = $state.raw<Message | undefined>();
  move = $state.raw<Message | undefined>();
  remove = $state.raw<Message | undefined>();
  react = $state.raw<Message | undefined>();
}

export const dialogs = new Dialogs();
