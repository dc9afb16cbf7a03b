import { type Hired, hireLooker } from '../engine/client.js';
import type { Looker } from '../engine/looker.js';
import type { Openable } from '../engine/opened.js';
import { failureOf, failureText } from './failure.js';
import { place } from './place.svelte.js';
import { Validation } from './validation.svelte.js';

/**
 * Maximum number of files with workers: the current file and the last files before it. A worker takes some
 * megabytes, and a reader may open a thousand files.
 */
const MOST_AWAKE = 8;

/** An open file, with its engine and its results. A sleeping file has only a name. */
export class OpenFile {
  readonly name: string;
  /** Size in bytes; null until known. */
  size = $state<number | null>(null);
  /** Engine for requests about the file; null until it is ready. */
  looker = $state.raw<Hired<Looker>['does'] | null>(null);
  /** Reason why the file cannot be opened; null if it can. */
  error = $state<string | null>(null);
  /** A new validation for each time that the file wakes. */
  validation: Validation;
  #hired: Hired<Looker> | undefined;
  /** Number of wakes and sleeps. A result is dropped if this number has changed since its request. */
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

  /** Ends the file's workers; `wake` starts them again. */
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
  /** Files with workers, the most recently shown first. */
  #awake: OpenFile[] = [];

  get current(): OpenFile | null {
    return this.files[Math.min(place.file, this.files.length - 1)] ?? null;
  }

  /** Adds files to the open files, and shows the first added file. */
  open(openables: readonly Openable[]): void {
    if (openables.length === 0) return;
    const added = openables.map((openable) => new OpenFile(openable));
    const first = this.files.length;
    this.files = [...this.files, ...added];
    // If no files were open, the page stays at the place in its address, which may come from a link. Later
    // files are shown from their beginning.
    if (first > 0) place.go({ file: first, path: null, offset: null, more: {} });
    // The added files are likely to be shown soon, so their workers start now.
    for (const file of added.slice(0, MOST_AWAKE).reverse()) this.show(file);
  }

  /**
   * Starts the workers of a file, and ends the workers of the file that was not shown for the longest time.
   * Call this function when a file is shown.
   */
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
