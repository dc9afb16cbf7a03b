import { ApiError, Unreachable } from '../api/call.js';

/** Short messages in a corner of the window, which disappear after some time. */
class Notices {
  texts = $state.raw<readonly { id: number; text: string; isProblem: boolean }[]>([]);
  #made = 0;

  say(text: string, isProblem = false): void {
    const id = ++this.#made;
    this.texts = [...this.texts.slice(-3), { id, text, isProblem }];
    setTimeout(() => this.drop(id), isProblem ? 8_000 : 4_000);
  }

  /** Shows an error of the server or the network. Any other error is a bug of the page. */
  fail(error: unknown): void {
    if (!(error instanceof ApiError) && !(error instanceof Unreachable)) throw error;
    this.say(error.message, true);
  }

  drop(id: number): void {
    this.texts = this.texts.filter((one) => one.id !== id);
  }
}

export const notices = new Notices();
