import { expose, proxy, transfer } from 'comlink';
import type { Comparison } from './comparison.js';
import { letErrorsCross } from './errors.js';
import type { Looker } from './looker.js';
import type { Opened } from './opened.js';
import { sourceOf } from './source-of.js';
import type { Validator } from './validator.js';

/** With something to see in every view. */
const SAMPLE = { seed: 7, groups: 1, contexts: 3, blob: 4000, blobs: 12, with: ['notes'] } as const;

/**
 * The engine's side of the page. A worker has one task, which it is started for; what the other needs is not
 * loaded.
 */
const engine = {
  /** Parts, bytes and pictures of a file. */
  async look(file: Opened): Promise<Looker> {
    const { Looker } = await import('./looker.js');
    return proxy(await Looker.open(sourceOf(file)));
  },
  /** What is wrong with a file. */
  async validator(file: Opened, name: string): Promise<Validator> {
    // The validator loads the second when a file needs it; a page that is open is to ask for nothing more.
    const [{ Validator }] = await Promise.all([
      import('./validator.js'),
      import('../../base/container/lookalike.js'),
    ]);
    return proxy(new Validator(() => sourceOf(file), name));
  },
  /** A model that was never compiled, for visitors without one. */
  async sample(): Promise<Uint8Array<ArrayBuffer>> {
    const { smithBytes } = await import('../../attack/smith/index.js');
    const bytes = new Uint8Array(smithBytes(SAMPLE));
    return transfer(bytes, [bytes.buffer]);
  },
  /** What two files differ in. */
  async compare(before: Opened, after: Opened): Promise<Comparison> {
    const { Comparison } = await import('./comparison.js');
    return proxy(
      new Comparison(
        () => sourceOf(before),
        () => sourceOf(after),
      ),
    );
  },
};

export type Engine = typeof engine;

letErrorsCross();
expose(engine);
