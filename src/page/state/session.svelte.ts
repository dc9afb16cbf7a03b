import { type Hired, hireLooker } from '../engine/client.js';
import type { Looker } from '../engine/looker.js';
import type { Openable } from '../engine/opened.js';
import { failureOf, failureText } from './failure.js';
import { place } from './place.svelte.js';
import { Validation } from './validation.svelte.js';

/**
 * Limit on files with workers, of some megabytes each: the current file and the most recent ones. A reader
 * may open a folder of a thousand files.
 */
const MOST_AWAKE = 8;

/** Opened file: its engine and the engine's results. While asleep, only its name is known. */
export class OpenFile {
  readonly name: string;
  /** Size in bytes; null until known. */
  size = $state<number | null>(null);
  /** Engine for requests about the file; null until it is ready. */
  looker = $state.raw<Hired<Looker>['does'] | null>(null);
  /** Reason why the file cannot be opened; null if it can. */
  error = $state<string | null>(null);
  /** Replaced each time that the file wakes. */
  validation: Validation;
  #hired: Hired<Looker> | undefined;
  /** Counts wakes and sleeps: results of work that began before the last change are dropped. */
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
      const message = 'this is a folder: drop its files instead';
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

  /** Ends the file's workers. The file can be woken again. */
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

  /** File that the views show. */
  get current(): OpenFile | null {
    return this.files[Math.min(place.file, this.files.length - 1)] ?? null;
  }

  /** Opens files in addition to the open ones, and shows the first new one. */
  open(openables: readonly Openable[]): void {
    if (openables.length === 0) return;
    const added = openables.map((openable) => new OpenFile(openable));
    const first = this.files.length;
    this.files = [...this.files, ...added];
    // A linked place is kept for the first file; the files after it start at their beginning.
    if (first > 0) place.go({ file: first, path: null, offset: null, more: {} });
    // These files are likely to be shown soon, so they are read now.
    for (const file of added.slice(0, MOST_AWAKE).reverse()) this.show(file);
  }

  /** Call this when a file is shown: starts its workers and ends the workers of another file. */
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
