import { describe, expect, it } from 'vitest';
import { wasmChecksums } from '../../../src/base/container/checksum.js';
import { alignedFile, framedFile, patched, ramp } from '../../container/frame-bytes.js';
import { judge, onlyMessage, places } from './judge.js';

const FIELDS = [
  [0, 16, 16, 'MD5'],
  [1, 12, 4, 'CRC-32'],
  [2, 12, 8, 'XXH3'],
] as const;

describe('frame-checksum-mismatch', () => {
  it.each(FIELDS)('version %i: points at the checksum at %i', async (version, offset, length, name) => {
    const file = await framedFile({ version, message: ramp(100) });
    expect(await judge(file)).toMatchObject({ codes: [], checksum: 'verified' });
    for (const at of [offset, file.length - 1]) {
      const judged = await judge(patched(file, at, file[at]! ^ 1));
      expect(places(judged)).toEqual([['frame-checksum-mismatch', offset, length]]);
      expect(judged.checksum).toBe('mismatch');
      expect(onlyMessage(judged)).toMatch(new RegExp(`^${name} of .* is [0-9a-f]+; the header says`));
    }
  });

  it('version 1 with an MD5', async () => {
    const file = await framedFile({ version: 1, md5Form: true, ccws: ramp(16) });
    expect(await judge(file)).toMatchObject({ codes: [], checksum: 'verified' });
    const judged = await judge(patched(file, file.length - 1, 0));
    expect(places(judged)).toEqual([['frame-checksum-mismatch', 16, 16]]);
  });

  it('is not reported when checksums are skipped, nor for a bare message', async () => {
    const file = patched(await framedFile({ version: 2 }), 12, 0);
    expect(await judge(file, 'auto', null)).toMatchObject({ codes: [], checksum: 'skipped' });
    expect(await judge(file.subarray(44))).toMatchObject({ codes: [], checksum: 'none' });
  });

  it('does not depend on the provider of checksums', async () => {
    for (const version of [0, 1, 2] as const) {
      const file = await framedFile({ version, message: ramp(70_000) });
      expect((await judge(file, 'auto', wasmChecksums)).checksum).toBe('verified');
    }
  });
});

describe('version 3: two checksums', () => {
  it('are checked separately', async () => {
    const file = await alignedFile();
    expect(await judge(file)).toMatchObject({ codes: [], checksum: 'verified' });
    expect(places(await judge(patched(file, 12, file[12]! ^ 1)))).toEqual([
      ['frame-checksum-mismatch', 12, 8],
    ]);
    expect(places(await judge(patched(file, 40, file[40]! ^ 1)))).toEqual([
      ['frame-proto-checksum-mismatch', 40, 8],
    ]);
    expect(places(await judge(patched(file, 4100, 0)))).toEqual([['frame-checksum-mismatch', 12, 8]]);
    expect(places(await judge(patched(file, 61, 1)))).toEqual([
      ['frame-checksum-mismatch', 12, 8],
      ['frame-proto-checksum-mismatch', 40, 8],
    ]);
  });

  it('the value 0 means that the message has no checksum', async () => {
    const file = await alignedFile({ withoutProtoHash: true });
    expect(await judge(file)).toMatchObject({ codes: [], checksum: 'verified' });
    expect((await judge(patched(file, 61, 1))).codes).toEqual(['frame-checksum-mismatch']);
  });
});
