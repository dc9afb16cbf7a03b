/** The driver finds planted faults by coverage, not by luck, and with the same runs each time. */
import { afterAll, describe, expect, it } from 'vitest';
import { Coverage } from '../../fuzz/coverage.js';
import { type DriveOptions, type DriveResult, drive } from '../../fuzz/driver.js';
import { Disagreement, type Lane, type Target } from '../../fuzz/target.js';

/**
 * In nine of ten measured cases, a fifth of these runs was enough; the tenth case depends on the version of
 * Node.
 */
const RUNS = 600_000;

/** Coverage starts before the targets are loaded, so that it includes the targets' code. */
const coverage = new Coverage();
const { magic, told } = await import('./planted.js');
afterAll(() => coverage.close());

async function fuzz(target: Target, options: Partial<DriveOptions> = {}): Promise<DriveResult> {
  const lane = (await target.open()) as Lane;
  return drive(target, lane, { seed: 1, runs: RUNS, seeds: [], ...options });
}

/** A target that ends its runs at the first failure. */
function first(target: Target): { target: Target; runs: () => number; inputs: string[] } {
  let runs = 0;
  const inputs: string[] = [];
  const open = async (): Promise<Lane> => {
    const lane = (await target.open()) as Lane;
    return {
      run(input) {
        runs++;
        if (inputs.length < 500) inputs.push(Buffer.from(input).toString('hex'));
        return lane.run(input);
      },
    };
  };
  return { target: { ...target, open }, runs: () => runs, inputs };
}

describe('the driver', () => {
  it('finds a bug behind a magic number with coverage, and not without coverage', {
    timeout: 60_000,
  }, async () => {
    const found = await fuzz(magic, { coverage, mostFailures: 1, seed: 4 });
    expect(found.found.map(({ text }) => text)).toEqual([expect.stringContaining('the planted bug')]);
    expect([...found.found[0]!.input.subarray(0, 4)]).toEqual([0x50, 0x4d, 0x44, 0x4c]);
    const blind = await fuzz(magic, { runs: found.runs, seed: 4 });
    expect(blind.found).toEqual([]);
    expect(blind.runs).toBe(found.runs);
  });

  it('finds a bug by the progress that a target reports', async () => {
    const { found } = await fuzz(told, { mostFailures: 1 });
    expect(found).toHaveLength(1);
  });

  it('has the same runs for the same seed, and different runs for another seed', async () => {
    const ways: string[][] = [];
    // The runs for the seeds follow one another, because coverage includes everything that runs in a thread.
    for (const seed of [7, 7, 8]) {
      const watched = first(magic);
      await fuzz(watched.target, { seed, runs: 3000, coverage });
      ways.push(watched.inputs);
    }
    expect(ways[0]!.length).toBe(500);
    expect(ways[1]).toEqual(ways[0]);
    expect(ways[2]).not.toEqual(ways[0]);
  });

  it('keeps the shortest input for each kind of failure, and continues', async () => {
    const target: Target = {
      ...magic,
      open: async () => ({
        run(input) {
          if (input.length > 2)
            throw new Disagreement(input.length % 2 === 0 ? 'even' : 'odd', `${input.length}`);
          return undefined;
        },
      }),
    };
    const { found, runs } = await fuzz(target, { runs: 5000 });
    expect(found.map(({ key, input }) => `${key} ${input.length}`).sort()).toEqual(['even 4', 'odd 3']);
    expect(runs).toBe(5000);
  });

  it('makes at most the requested number of runs, seeds included, and reports each input before its run', async () => {
    const entered: number[] = [];
    const seeds = [9, 5, 7].map((length) => ({ input: new Uint8Array(length), isKept: false }));
    const result = await fuzz(magic, { runs: 3, seeds, enter: ({ length }) => void entered.push(length) });
    expect(result.runs).toBe(3);
    expect(entered).toEqual([5, 7, 9]);
  });
});
