/** Bytes that validation reads (of each blob only the first) and holds (one window). */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOOKALIKE_BYTES } from '../../src/base/container/detect.js';
import { countingSource } from '../../src/base/source/counting.js';
import { openFile } from '../../src/base/source/file.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { type ShardRunner, scanShard } from '../../src/check/validate/shards.js';
import { validate } from '../../src/check/validate/validate.js';
import { concat, lenRecord, varint, varintRecord } from '../arbitrary/wire-writer.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { writeBlobFile } from './blob-file.js';
import { CORE_SET } from './core-set.js';

const MB = 1024 * 1024;

/** Returns the peak resident memory of a Node process that runs this code, in bytes. */
function peakMemory(code: string): number {
  const script = `${code}\n;process.stdout.write(String(process.resourceUsage().maxRSS));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return Number(stdout) * 1024;
}

const library = JSON.stringify(new URL('../../dist/node.js', import.meta.url).href);

describe('the bytes read', () => {
  it('are less than 2 % of 256 MB of 13 KB blobs', async () => {
    const path = join(temporaryDirectory(), 'blobs.mdl');
    const size = writeBlobFile(path, 1, Math.floor((256 * MB) / 13_000), 13_000);
    const source = await openFile(path);
    const report = await validate(source, { checksum: false, policy: CORE_SET });
    await source.close();
    expect(report).toMatchObject({ verdict: 'valid', bytes: { size } });
    expect(report.bytes.read).toBeLessThan(size * 0.02);
  });

  it.each([3_000, 6_000])(
    'are a small part of 60 MB of blobs of %i bytes, for any position in windows',
    async (blob) => {
      const path = join(temporaryDirectory(), 'short-blobs.mdl');
      const size = writeBlobFile(path, 1, Math.floor((60 * MB) / blob), blob);
      const source = await openFile(path);
      const report = await validate(source, { checksum: false, policy: CORE_SET });
      await source.close();
      expect(report.bytes.read).toBeLessThan(size * 0.06);
    },
  );

  it('are all bytes, each once, if a checksum needs them', async () => {
    // Writes the magic, version 0, and a message of one byte more than a window, whose MD5 is wrong.
    const message = lenRecord(3, new Uint8Array(300_000));
    const file = new Uint8Array(32 + message.length);
    new DataView(file.buffer).setUint32(0, 0x01484546);
    new DataView(file.buffer).setUint32(8, message.length);
    file.set(message, 32);
    const source = countingSource(memorySource(file), { hideBytes: true });
    const report = await validate(source);
    expect(report.container.checksum).toBe('mismatch');
    // The first bytes are read again to detect the framing, and the start of a faulty file is read again to
    // detect other formats.
    expect(source.bytesRead).toBeLessThanOrEqual(file.length + 64 + LOOKALIKE_BYTES);
    expect(source.bytesRead).toBeGreaterThanOrEqual(file.length);
  });

  it('are not read for the checksum of a file of the wrong size, except for the checksum of a message', async () => {
    for (const [name, needed] of [
      ['framed-v0.hef', false],
      ['framed-v3-message-checksum.hef', true],
    ] as const) {
      const bytes = new Uint8Array(readFileSync(`corpus/valid/${name}`));
      const longer = new Uint8Array(bytes.length + 40 * MB);
      longer.set(bytes);
      const options = { runtimes: ['5.2.0'], checksums: nodeChecksums } as const;
      const source = countingSource(memorySource(longer), { hideBytes: true });
      const report = await validate(source, options);
      expect(report.container.checksum).toBe('skipped');
      expect(source.bytesRead).toBeLessThan(MB);
      expect(report.runtime?.['5.2.0']?.because.includes('frame-length-mismatch')).toBe(!needed);
      longer[70] = (longer[70] as number) ^ 1;
      const damaged = await validate(countingSource(memorySource(longer), { hideBytes: true }), options);
      expect(damaged.runtime?.['5.2.0']?.because[0]).toBe(
        needed ? 'frame-proto-checksum-mismatch' : 'frame-length-mismatch',
      );
    }
  });
});

describe('workers', () => {
  /** Validates with shards, and counts the requests for them. */
  class Counted implements ShardRunner {
    readonly minimumBytes = MB;
    readonly shards = 2;
    asked = 0;

    constructor(readonly source: Source) {}

    run(...[contexts, collecting]: Parameters<ShardRunner['run']>) {
      this.asked++;
      return scanShard(this.source, contexts, collecting);
    }
  }

  const sharded = async (path: string) => {
    const source = await openFile(path);
    const shards = new Counted(source);
    const { bytes: _several, ...report } = await validate(source, { checksum: false, shards });
    const { bytes: _one, ...expected } = await validate(source, { checksum: false });
    await source.close();
    expect(report).toEqual(expected);
    return shards.asked;
  };

  it('are not used for a file that is almost only blobs', async () => {
    const path = join(temporaryDirectory(), 'blobs.mdl');
    expect(writeBlobFile(path, 2, 1_000, 13_000)).toBeGreaterThan(20 * MB);
    expect(await sharded(path)).toBe(0);
  });

  it('are used if there is enough to read', async () => {
    const path = join(temporaryDirectory(), 'dense.mdl');
    writeFileSync(path, concat(...[1, 2].map(() => repeated(0x12, 600_000, [0x12, 0x1a, 0x12]))));
    expect(await sharded(path)).toBe(2);
  });
});

describe('a file of 4.3 GB', () => {
  it('is validated with less than 0.2 % read and less than 64 MB more than a bare process', {
    timeout: 60_000,
  }, async () => {
    const path = join(temporaryDirectory(), 'sparse.mdl');
    const size = writeBlobFile(path, 4, 5_400, 200_000);
    expect(size).toBeGreaterThan(4.3e9);
    const source = await openFile(path);
    const report = await validate(source, { checksum: false, policy: CORE_SET });
    await source.close();
    expect(report.counts.error).toBe(0);
    // libprotobuf counts bytes with 31 bits, so no message is longer.
    expect(report.diagnostics.map(({ code }) => code)).toContain('message-too-large');
    expect(report.bytes.read).toBeLessThan(size * 0.002);
    const used = peakMemory(
      `const { validateFile } = await import(${library});
       await validateFile(${JSON.stringify(path)}, { checksum: false });`,
    );
    expect(used - peakMemory('')).toBeLessThan(64 * MB);
  });
});

/** Makes a record of two bytes, repeated, inside records with these tags, the innermost first. */
function repeated(record: number, times: number, holders: readonly number[]): Uint8Array {
  let bytes = new Uint8Array(2 * times);
  for (let i = 0; i < bytes.length; i += 2) bytes[i] = record;
  for (const holder of holders) bytes = concat(Uint8Array.of(holder), varint(bytes.length), bytes);
  return bytes;
}

describe('a hostile file', () => {
  it.each([
    ['operations', 3_000_000, 0x12, [0x1a, 0x12], 'trigger-unset'],
    ['edge layers', 1_000_000, 0x12, [0x1a, 0x1a, 0x12], 'edge-unset'],
  ])('of very many empty %s is reported in limited memory', { timeout: 120_000 }, (...of) => {
    const [, times, record, holders, code] = of;
    const path = join(temporaryDirectory(), 'empty.mdl');
    writeFileSync(path, repeated(record, times, holders));
    const used = peakMemory(
      `const { validateFile } = await import(${library});
       const { totals, diagnostics } = await validateFile(${JSON.stringify(path)});
       const total = totals.find(({ code }) => code === ${JSON.stringify(code)});
       if (total?.count !== ${times}) throw new Error('counted ' + JSON.stringify(totals));
       if (diagnostics.filter(({ code }) => code === ${JSON.stringify(code)}).length > 20) throw new Error('not capped');`,
    );
    // The stored facts take some 20 MB; the rest is garbage that V8 has not collected yet.
    expect(used - peakMemory('')).toBeLessThan(130 * MB);
  });

  it.each([
    ['contexts', 5_000_000, 0x1a, [0x12]],
    ['network groups', 5_000_000, 0x12, []],
    ['names', 5_000_000, 0x32, [0x12]],
  ])('of very many empty %s is validated in limited memory, with a remark', { timeout: 120_000 }, (...of) => {
    const [, times, record, holders] = of;
    const path = join(temporaryDirectory(), 'empty.mdl');
    writeFileSync(path, repeated(record, times, holders));
    const used = peakMemory(
      `const { validateFile } = await import(${library});
       const { diagnostics } = await validateFile(${JSON.stringify(path)});
       if (!diagnostics.some(({ code }) => code === 'check-incomplete')) throw new Error('claims to be complete');`,
    );
    expect(used - peakMemory('')).toBeLessThan(130 * MB);
  });

  it('with many different indices is validated in limited memory, with a remark', {
    timeout: 120_000,
  }, () => {
    // Each context refers to 4000 networks, five times each.
    const action = (index: number) => lenRecord(2, lenRecord(8, varintRecord(6, index)));
    const actions = Array.from({ length: 20_000 }, (_, i) => action(100 + (i % 4000)));
    const operation = lenRecord(2, concat(lenRecord(1, lenRecord(3, new Uint8Array(0))), ...actions));
    const contexts = Array.from({ length: 100 }, (_, i) =>
      lenRecord(3, concat(varintRecord(1, i), operation)),
    );
    const path = join(temporaryDirectory(), 'indices.mdl');
    writeFileSync(path, lenRecord(2, concat(...contexts)));
    const used = peakMemory(
      `const { validateFile } = await import(${library});
       const { counts, diagnostics } = await validateFile(${JSON.stringify(path)});
       if (counts.warning < 16_384) throw new Error('counted ' + counts.warning);
       if (!diagnostics.some(({ code }) => code === 'check-incomplete')) throw new Error('claims to be complete');`,
    );
    // Some 30 MB are stored; Node 24 lets much more garbage pile up than Node 20.
    expect(used - peakMemory('')).toBeLessThan(256 * MB);
  });

  it('with very many contexts in very many groups is validated in limited memory', {
    timeout: 120_000,
  }, () => {
    const group = repeated(0x1a, 4000, [0x12]);
    const path = join(temporaryDirectory(), 'groups.mdl');
    writeFileSync(path, concat(...Array.from({ length: 800 }, () => group)));
    const used = peakMemory(
      `const { validateFile } = await import(${library});
       const { diagnostics } = await validateFile(${JSON.stringify(path)});
       if (!diagnostics.some(({ code }) => code === 'check-incomplete')) throw new Error('claims to be complete');`,
    );
    expect(used - peakMemory('')).toBeLessThan(100 * MB);
  });

  it('with very many members of one oneof takes linear time and limited memory', { timeout: 120_000 }, () => {
    // One action, whose member alternates between `enable_lcu` and `none`.
    const members = new Uint8Array(4_000_000).map((_, i) => [0x42, 0, 0x4a, 0][i % 4] as number);
    const action = [0x12, 0x12, 0x1a, 0x12].reduce(
      (bytes, holder) => concat(Uint8Array.of(holder), varint(bytes.length), bytes),
      members as Uint8Array,
    );
    const path = join(temporaryDirectory(), 'members.mdl');
    writeFileSync(path, action);
    const used = peakMemory(
      `const { validateFile } = await import(${library});
       const { diagnostics } = await validateFile(${JSON.stringify(path)});
       const { message, related } = diagnostics.find(({ code }) => code === 'oneof-multiple-members');
       if (related.length > 20 || !message.endsWith(' and 1999983 more')) throw new Error(message);`,
    );
    expect(used - peakMemory('')).toBeLessThan(64 * MB);
  });
});
