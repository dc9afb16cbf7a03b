import { type Hired, hireLooker } from '../engine/client.js';
import type { Looker } from '../engine/looker.js';
import type { Openable } from '../engine/opened.js';
import { failureOf, failureText } from './failure.js';
import { Judging } from './judging.svelte.js';
import { place } from './place.svelte.js';

/** A file that was opened: who looks at it, and what is said of it. */
export class OpenFile {
  readonly name: string;
  /** In bytes; null until it is known. */
  size = $state<number | null>(null);
  /** Whom to ask about the file; null until it can be asked. */
  looker = $state.raw<Hired<Looker>['does'] | null>(null);
  /** Why the file cannot be looked at; null where it can. */
  error = $state<string | null>(null);
  readonly judging: Judging;
  #hired: Hired<Looker> | undefined;
  #closed = false;

  constructor(readonly openable: Openable) {
    this.name = openable.name;
    this.judging = new Judging(openable);
  }

  async start(): Promise<void> {
    this.judging.start();
    try {
      const hired = await hireLooker(this.openable.from);
      if (this.#closed) return hired.end();
      this.#hired = hired;
      hired.onBreak((error) => this.#fail(error));
      this.size = await hired.does.size;
      this.looker = hired.does;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!this.#closed) this.error = failureText(failureOf(error));
  }

  close(): void {
    this.#closed = true;
    this.#hired?.end();
    this.judging.end();
  }
}

class Session {
  files = $state.raw<readonly OpenFile[]>([]);

  /** The one that views show. */
  get current(): OpenFile | null {
    return this.files[Math.min(place.file, this.files.length - 1)] ?? null;
  }

  /** Opens files beside those that are open, and shows the first of them. */
  open(openables: readonly Openable[]): void {
    if (openables.length === 0) return;
    const added = openables.map((openable) => new OpenFile(openable));
    const first = this.files.length;
    this.files = [...this.files, ...added];
    // A place that was linked is kept for the first file; those after it begin at the beginning.
    if (first > 0) place.go({ file: first, path: null, offset: null, more: {} });
    for (const file of added) void file.start();
  }

  close(file: OpenFile): void {
    file.close();
    const index = this.files.indexOf(file);
    this.files = this.files.filter((other) => other !== file);
    if (place.file >= index && place.file > 0) place.go({ file: place.file - 1, path: null, offset: null });
  }
}

export const session = new Session();
