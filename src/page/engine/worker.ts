import { expose, proxy, transfer } from 'comlink';
import type { PageComparison } from './comparison.js';
import { letErrorsCross } from './errors.js';
import type { Looker } from './looker.js';
import type { Crossing, ServedOptions } from './opened.js';
import { pageSource } from './page-source.js';
import type { Validator } from './validator.js';

/** Options of a sample model with content for every view. */
const SAMPLE = { seed: 7, groups: 1, contexts: 3, blob: 4000, blobs: 12, with: ['notes'] } as const;

/** The engine in a worker. A worker has one task, and does not load the code of other tasks. */
const engine = {
  /** Opens a file for its parts, bytes and pictures. */
  async look(file: Crossing): Promise<Looker> {
    const { Looker } = await import('./looker.js');
    return proxy(await Looker.open(pageSource(file)));
  },
  async validator(file: Crossing, name: string, options?: ServedOptions): Promise<Validator> {
    // The validator may need `lookalike.js` later. Loading the module now avoids a later request.
    const [{ Validator }] = await Promise.all([
      import('./validator.js'),
      import('../../base/container/lookalike.js'),
    ]);
    return proxy(new Validator(() => pageSource(file), name, options));
  },
  /** Makes a sample model, for visitors without a file. */
  async sample(): Promise<Uint8Array<ArrayBuffer>> {
    const { smithBytes } = await import('../../attack/smith/index.js');
    const bytes = new Uint8Array(smithBytes(SAMPLE));
    return transfer(bytes, [bytes.buffer]);
  },
  async compare(before: Crossing, after: Crossing): Promise<PageComparison> {
    const { PageComparison } = await import('./comparison.js');
    return proxy(
      new PageComparison(
        () => pageSource(before),
        () => pageSource(after),
      ),
    );
  },
};

export type Engine = typeof engine;

letErrorsCross();
expose(engine);
