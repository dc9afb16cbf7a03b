/** The report does not depend on how the work is divided. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metadataModel } from '../../bench/workloads/metadata.js';
import { inMemory } from '../../bench/workloads/store.js';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { ShardPool } from '../../src/check/validate/shard-pool.js';
import type { ShardRunner } from '../../src/check/validate/shards.js';
import { validate } from '../../src/check/validate/validate.js';
import { validateFile } from '../../src/check/validate/validate-file.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { windowed } from '../source/windowed.js';
import { Here } from './here.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10);
const specimens = await allSpecimens();
const worker = new URL('../../dist/cli/validate-worker.js', import.meta.url);

const report = async (bytes: Uint8Array, shards?: ShardRunner, maxPerCode = 20) => {
  const options = { maxPerCode, ...(shards && { shards }) };
  const { bytes: _bytes, ...rest } = await validate(windowed(bytes), options);
  return rest;
};

const undivided = await Promise.all(specimens.map(({ bytes }) => report(bytes)));

describe('shards', () => {
  it('give the same report on every corpus file', async () => {
    let sharded = 0;
    for (const [at, { bytes }] of specimens.entries()) {
      const shards = new Here(bytes, 3);
      expect(await report(bytes, shards)).toEqual(undivided[at]);
      sharded += Number(shards.shardsRun > 1);
    }
    // The comparison only proves something if some files were divided into shards.
    expect(sharded).toBeGreaterThan(10);
  });

  it('give the same report on any message, even if findings are capped', {
    timeout: 60_000 + RUNS * 40,
  }, async () => {
    const property = fc.asyncProperty(
      arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 30 }),
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: 3 }),
      async ({ bytes }, count, maxPerCode) => {
        const sharded = await report(bytes, new Here(bytes, count), maxPerCode);
        expect(sharded).toEqual(await report(bytes, undefined, maxPerCode));
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('have results that are used, and not only computed', async () => {
    const bytes = inMemory({ model: metadataModel(300_000, 6) });
    const { verdict, bytes: all } = await validate(windowed(bytes), { shards: new Here(bytes, 2) });
    // The bytes that shards read are not counted here, and this thread has read only a sample of the
    // contexts.
    expect([verdict, all.size]).toEqual(['valid', bytes.length]);
    expect(all.read).toBeLessThan(bytes.length / 2);
  });

  it('give the same report from real workers', { timeout: 60_000 }, async () => {
    const folder = join(temporaryDirectory(), 'files');
    mkdirSync(folder);
    const several = specimens.filter(({ name }) => /context/.test(name)).slice(0, 4);
    expect(several.length).toBeGreaterThan(0);
    for (const { name, bytes } of several) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const pool = new ShardPool(path, worker.pathname, 2, 0);
      const { openFile } = await import('../../src/base/source/file.js');
      const source = await openFile(path);
      const sharded = await validate(source, { shards: pool });
      await source.close();
      pool.stop();
      const { bytes: _read, ...expected } = await validateFile(path);
      expect(sharded).toMatchObject(expected);
    }
  });

  it('are not used if their workers were stopped', async () => {
    const path = join(temporaryDirectory(), 'empty');
    writeFileSync(path, '');
    const pool = new ShardPool(path, worker.pathname, 2, 0);
    const [first, second] = [pool.run([], { maxPerCode: 20 }), pool.run([], { maxPerCode: 20 })];
    pool.stop();
    await expect(second).rejects.toThrow();
    expect((await first).contexts).toEqual([]);
  });

  it('are scanned in this thread if workers cannot be loaded', async () => {
    const folder = temporaryDirectory();
    const path = join(folder, 'empty');
    const broken = join(folder, 'broken.cjs');
    writeFileSync(path, '');
    writeFileSync(broken, 'this is no JavaScript');
    const pool = new ShardPool(path, broken, 3, 0);
    const results = await Promise.all([1, 2, 3].map(() => pool.run([], { maxPerCode: 20 })));
    pool.stop();
    expect(results.map(({ contexts }) => contexts)).toEqual([[], [], []]);
  });
});
