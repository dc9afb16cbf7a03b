import { type Hired, hireLooker } from '../engine/client.js';
import type { Looker } from '../engine/looker.js';
import type { Openable } from '../engine/opened.js';
import { failureOf, failureText } from './failure.js';
import { place } from './place.svelte.js';
import { Validation } from './validation.svelte.js';

/**
 * Files that have workers, of some megabytes each: the one that is shown and those that were shown last. A reader may
 * well open a folder of a thousand.
 */
const MOST_AWAKE = 8;

/** A file that was opened: the engine that looks at it, and what it found. Asleep, it is only known by name. */
export class OpenFile {
  readonly name: string;
  /** In bytes; null until it is known. */
  size = $state<number | null>(null);
  /** The engine to ask about the file; null until it is ready. */
  looker = $state.raw<Hired<Looker>['does'] | null>(null);
  /** Why the file cannot be looked at; null where it can. */
  error = $state<string | null>(null);
  /** Another one each time that it wakes. */
  validation: Validation;
  #hired: Hired<Looker> | undefined;
  /** Counts how often it was woken and sent to sleep: what was begun before is not wanted any more. */
  #turn = 0;
  #isAwake = false;

  constructor(readonly openable: Openable) {
    this.name = openable.name;
    this.validation = $state.raw(new Validation(openable));
  }

  async wake(): Promise<void> {
    if (this.#isAwake) return;
    this.#isAwake = true;
    const turn = ++this.#turn;
    const fail = (error: unknown): void => {
      if (turn === this.#turn) this.error = failureText(failureOf(error));
    };
    if (this.openable.isFolder === true) {
      const message = 'this is a folder: drop the files that are in it';
      this.validation.failure = { code: 'source-unreadable', message, offset: null, path: '' };
      this.error = message;
      return;
    }
    void this.validation.start();
    try {
      const hired = await hireLooker(this.openable.from);
      if (turn !== this.#turn) return hired.end();
      this.#hired = hired;
      hired.onBreak(fail);
      this.size = await hired.does.size;
      this.looker = hired.does;
    } catch (error) {
      fail(error);
    }
  }

  /** Ends its workers. It can be woken again. */
  sleep(): void {
    if (!this.#isAwake) return;
    this.#isAwake = false;
    this.#turn++;
    this.#hired?.end();
    this.#hired = undefined;
    this.looker = null;
    this.error = null;
    this.validation.end();
    this.validation = new Validation(this.openable);
  }
}

class Session {
  files = $state.raw<readonly OpenFile[]>([]);
  /** Most recently shown first. */
  #awake: OpenFile[] = [];

  /** The one that views show. */
  get current(): OpenFile | null {
    return this.files[Math.min(place.file, this.files.length - 1)] ?? null;
  }

  /** Opens files beside those that are open, and goes to the first of them. */
  open(openables: readonly Openable[]): void {
    if (openables.length === 0) return;
    const added = openables.map((openable) => new OpenFile(openable));
    const first = this.files.length;
    this.files = [...this.files, ...added];
    // A place that was linked is kept for the first file; those after it begin at the beginning.
    if (first > 0) place.go({ file: first, path: null, offset: null, more: {} });
    // Soon to be shown, as it seems: they are looked at meanwhile.
    for (const file of added.slice(0, MOST_AWAKE).reverse()) this.show(file);
  }

  /** To be called when a file comes to be shown: its workers are started, and those of another ended for it. */
  show(file: OpenFile): void {
    this.#awake = [file, ...this.#awake.filter((other) => other !== file)];
    for (const other of this.#awake.splice(MOST_AWAKE)) other.sleep();
    void file.wake();
  }

  close(file: OpenFile): void {
    file.sleep();
    this.#awake = this.#awake.filter((other) => other !== file);
    const index = this.files.indexOf(file);
    this.files = this.files.filter((other) => other !== file);
    if (place.file >= index && place.file > 0) place.go({ file: place.file - 1, path: null, offset: null });
  }
}

export const session = new Session();
