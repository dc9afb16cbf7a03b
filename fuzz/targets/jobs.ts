import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validateInPool } from '../../src/check/validate/pool.js';
import { type ShardRunner, scanShard } from '../../src/check/validate/shards.js';
import { validateFile } from '../../src/check/validate/validate-file.js';
import { windowed } from '../../test/source/windowed.js';
import { reportOf } from '../reports.js';
import { agree, type Outcome, type Target } from '../target.js';

const WORKER = fileURLToPath(new URL('../../dist/cli/validate-worker.js', import.meta.url));
/**
 * Minimum number of files for which a worker is started, because starting a worker takes a tenth of a second.
 */
const FOR_WORKERS = 16;

/** Runs the workers' jobs in this thread; results are cloned, as if a worker had sent them. */
class ShardsHere implements ShardRunner {
  readonly minimumBytes = 0;

  constructor(
    private readonly bytes: Uint8Array,
    readonly shards: number,
  ) {}

  async run(...[contexts, collecting]: Parameters<ShardRunner['run']>) {
    return structuredClone(await scanShard(memorySource(this.bytes), contexts, collecting));
  }
}

export const jobs: Target = {
  name: 'jobs',
  about: 'the report is the same in one thread, in shards, and from a pool of workers',
  shape: 'file',
  prefix: 1,
  limitMs: 60_000,
  async open() {
    // The build comes first, because workers run built code.
    await build({ types: false });
    const folder = mkdtempSync(join(tmpdir(), 'protomdl-fuzz-'));
    const inShards = async (input: Uint8Array): Promise<undefined> => {
      const choice = input[0] ?? 0;
      const bytes = input.slice(1);
      const maxPerCode = 1 + (choice & 3);
      const lazily = () => windowed(bytes);
      const shards = new ShardsHere(bytes, 2 + ((choice >> 2) & 3));
      agree(
        'shards',
        await reportOf(lazily(), { maxPerCode, shards }),
        await reportOf(lazily(), { maxPerCode }),
      );
      return undefined;
    };
    const inWorkers = async (inputs: readonly Uint8Array[]): Promise<unknown[]> => {
      const paths = inputs.map((input, i) => {
        const path = join(folder, String(i));
        writeFileSync(path, input.subarray(1));
        return path;
      });
      const files = paths.map((path) => ({ path, here: () => validateFile(path) }));
      const failures: unknown[] = [];
      let i = 0;
      for await (const { report } of validateInPool(files, {
        workers: 1,
        workerFile: WORKER,
        validate: {},
      })) {
        try {
          agree('workers', { ...report, bytes: report.bytes.size }, await alone(paths[i]!));
        } catch (failure) {
          failures[i] = failure;
        }
        i++;
      }
      return failures;
    };
    return {
      async run(input) {
        await inShards(input);
        const [failure] = await inWorkers([input]);
        if (failure !== undefined) throw failure;
        return undefined;
      },
      async runAll(inputs, enter) {
        const failures = inputs.length >= FOR_WORKERS ? await inWorkers(inputs) : [];
        const outcomes: Outcome[] = [];
        for (const [i, input] of inputs.entries()) {
          enter(input);
          const outcome = await inShards(input).then(
            (traits) => ({ traits }),
            (failure: unknown) => ({ failure }),
          );
          outcomes.push(failures[i] === undefined ? outcome : { failure: failures[i] });
        }
        return outcomes;
      },
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

async function alone(path: string): Promise<unknown> {
  const report = await validateFile(path);
  return { ...report, bytes: report.bytes.size };
}
