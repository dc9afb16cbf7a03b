import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type ChecksumProvider, wasmChecksums } from '../../src/base/container/checksum.js';
import { ChecksumRun, checksumJobs } from '../../src/base/container/checksum-jobs.js';
import { decodeFrame } from '../../src/base/container/layout.js';
import { findNonzeroPadding, PaddingScan } from '../../src/base/container/padding.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { alignedFile, framedFile, MESSAGE, patched, ramp } from './frame-bytes.js';

const PROVIDERS: readonly (readonly [string, ChecksumProvider])[] = [
  ['WebAssembly', wasmChecksums],
  ['Node', nodeChecksums],
];

// Published checksums of "123456789" and of the empty text (from RFC 1321's suite, the CRC catalogue, and
// xxhsum).
const VECTORS = [
  ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['crc32', '', '00000000'],
  ['crc32', '123456789', 'cbf43926'],
  ['xxh3', '', '2d06800538d394c2'],
  ['xxh3', 'abc', '78af5f94892f3950'],
] as const;

describe.each(PROVIDERS)('checksums by %s', (_name, provider) => {
  it.each(VECTORS)('%s of "%s"', async (algorithm, text, digits) => {
    const checksum = await provider(algorithm);
    checksum.update(new TextEncoder().encode(text));
    expect(checksum.digest()).toBe(digits);
  });

  it('do not depend on how the bytes are cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('md5' as const, 'crc32' as const, 'xxh3' as const),
        fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 12 }),
        async (algorithm, lengths) => {
          const bytes = ramp(lengths.reduce((sum, length) => sum + length, 0));
          const [whole, parts] = await Promise.all([provider(algorithm), provider(algorithm)]);
          whole.update(bytes);
          let at = 0;
          for (const length of lengths) {
            parts.update(bytes.subarray(at, at + length));
            at += length;
          }
          expect(parts.digest()).toBe(whole.digest());
        },
      ),
      { numRuns: 60 },
    );
  });

  it('agree with the header of every version', async () => {
    for (const version of [0, 1, 2, 3] as const) {
      const file = await framedFile({ version, message: ramp(5000) });
      const run = await ChecksumRun.start(decodeFrame(file, version), provider);
      for (let at = 0; at < file.length; at += 333) run.update(at, file.subarray(at, at + 333));
      const results = run.finish();
      expect(results).toHaveLength(version === 3 ? 2 : 1);
      for (const { job, actual, complete } of results) {
        expect([complete, actual]).toEqual([true, job.field.hex]);
      }
    }
  });
});

it('are the same from both providers', async () => {
  for (const algorithm of ['md5', 'crc32', 'xxh3'] as const) {
    const [a, b] = await Promise.all([wasmChecksums(algorithm), nodeChecksums(algorithm)]);
    for (const checksum of [a, b]) checksum.update(ramp(100_000));
    expect(a.digest()).toBe(b.digest());
  }
});

it('distinguishes a lack of address space from other errors of WebAssembly', async () => {
  const assembly = WebAssembly as unknown as { instantiate: () => Promise<unknown> };
  const instantiate = vi.spyOn(assembly, 'instantiate');
  try {
    // The error that V8 throws if it cannot reserve memory.
    instantiate.mockRejectedValueOnce(new RangeError('WebAssembly.Instance(): Out of memory'));
    await expect(wasmChecksums('md5')).rejects.toMatchObject({ code: 'source-unreadable' });
    const other = new TypeError('an import is missing');
    instantiate.mockRejectedValueOnce(other);
    await expect(wasmChecksums('md5')).rejects.toBe(other);
  } finally {
    instantiate.mockRestore();
  }
});

describe('checksumJobs', () => {
  it('names field, algorithm and range', async () => {
    const jobs = async (version: 0 | 1 | 2 | 3, more = {}) =>
      checksumJobs(decodeFrame(await framedFile({ version, ...more }), version)).map(
        ({ algorithm, scope, offset, length, field }) => [algorithm, scope, offset, length, field.name],
      );
    expect(await jobs(0)).toEqual([['md5', 'file', 32, undefined, 'md5']]);
    expect(await jobs(1)).toEqual([['crc32', 'file', 28, undefined, 'crc']]);
    expect(await jobs(2)).toEqual([['xxh3', 'file', 44, undefined, 'xxh3']]);
    expect(await jobs(3)).toEqual([
      ['xxh3', 'file', 56, undefined, 'xxh3'],
      ['xxh3', 'message', 56, MESSAGE.length, 'proto_xxh3'],
    ]);
    expect(await jobs(3, { withoutProtoHash: true })).toHaveLength(1);
    const md5Form = await framedFile({ version: 1, md5Form: true });
    expect(checksumJobs(decodeFrame(md5Form, 1, 'md5'))).toMatchObject([{ algorithm: 'md5', offset: 32 }]);
  });
});

describe('ChecksumRun', () => {
  it('accepts overlapping windows, and refuses gaps', async () => {
    const file = await alignedFile();
    const run = await ChecksumRun.start(decodeFrame(file, 3), nodeChecksums);
    expect(run.position).toBe(0);
    run.update(0, file.subarray(0, 64));
    run.update(10, file.subarray(10, 40));
    run.update(0, file.subarray(0, 100));
    expect(run.position).toBe(100);
    expect(() => run.update(101, file.subarray(101))).toThrow('due at 100');
    run.update(90, file.subarray(90));
    for (const { job, actual } of run.finish()) expect(actual).toBe(job.field.hex);
  });

  it('passes on each byte once, for the checksum of the message too', async () => {
    const file = await alignedFile();
    let handed = 0;
    const counted: ChecksumProvider = async (algorithm) => {
      const checksum = await wasmChecksums(algorithm);
      const update = (bytes: Uint8Array): void => {
        handed += bytes.length;
        checksum.update(bytes);
      };
      return { update, digest: () => checksum.digest(), peek: () => checksum.peek?.() as string };
    };
    for (const size of [7, 57, 1000, file.length]) {
      handed = 0;
      const frame = decodeFrame(file, 3);
      const run = await ChecksumRun.start(frame, counted);
      for (let at = 0; at < file.length; at += size) run.update(at, file.subarray(at, at + size));
      for (const { job, actual } of run.finish()) expect(actual).toBe(job.field.hex);
      expect(handed).toBe(file.length - frame.headerSize);
    }
  });

  it('reports an incomplete range', async () => {
    const file = await framedFile({ version: 3 });
    const run = await ChecksumRun.start(decodeFrame(file, 3), nodeChecksums);
    run.update(0, file.subarray(0, 58));
    expect(run.finish().map(({ complete }) => complete)).toEqual([true, false]);
  });
});

describe('the search for nonzero padding', () => {
  it('finds the first nonzero byte, however the bytes are cut into pieces', async () => {
    const file = await alignedFile();
    for (const [at, found] of [
      [61, undefined],
      [62, 62],
      [63, 63],
      [4095, 4095],
      [4096, undefined],
    ] as const) {
      const damaged = patched(file, at, 0xaa);
      const frame = decodeFrame(damaged, 3);
      expect(await findNonzeroPadding(frame, memorySource(damaged))).toBe(found);
      for (const step of [1, 7, 64, 5000]) {
        const scan = new PaddingScan(frame);
        for (let i = 0; i < damaged.length; i += step) scan.update(i, damaged.subarray(i, i + step));
        expect(scan.firstNonzero).toBe(found);
      }
    }
  });

  it('returns the first of several bytes', async () => {
    const damaged = patched(patched(await alignedFile(), 3000, 1), 100, 1);
    const scan = new PaddingScan(decodeFrame(damaged, 3));
    scan.update(50, damaged.subarray(50, 200));
    scan.update(200, damaged.subarray(200));
    expect(scan.firstNonzero).toBe(100);
  });

  it('reads the padding only, and ends with the file', async () => {
    const file = await alignedFile();
    const frame = decodeFrame(patched(file, 20, 0, 0, 0, 1, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff), 3);
    expect(frame.paddingSize).toBe(2 ** 32 - 1);
    const cut = countingSource(memorySource(file.subarray(0, 1000)), { hideBytes: true });
    expect(await findNonzeroPadding(frame, cut)).toBeUndefined();
    expect(cut.bytesRead).toBe(1000 - 62);
    const version2 = await framedFile({ version: 2 });
    const none = countingSource(memorySource(version2), { hideBytes: true });
    expect(await findNonzeroPadding(decodeFrame(version2, 2), none)).toBeUndefined();
    expect(none.reads).toBe(0);
  });
});
