import { expose, proxy, transfer } from 'comlink';
import type { Comparison } from './comparison.js';
import { letErrorsCross } from './errors.js';
import type { Judge } from './judge.js';
import type { Looker } from './looker.js';
import type { Opened } from './opened.js';
import { sourceOf } from './source-of.js';

/** With something to see in every view. */
const SAMPLE = { seed: 7, contexts: 3, layers: 12, blobs: 6 };

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
  async judge(file: Opened): Promise<Judge> {
    const { Judge } = await import('./judge.js');
    return proxy(new Judge(() => sourceOf(file)));
  },
  /** A model that was never compiled, for whoever has none at hand. */
  async sample(): Promise<Uint8Array<ArrayBuffer>> {
    const { smithBytes } = await import('../../smith/index.js');
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
