import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { convert, type TargetFraming } from '../../src/tools/rewrite/convert.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { distant, written } from './rewritten.js';

const convertTo = async (bytes: Uint8Array, to: TargetFraming, more: object = {}): Promise<Uint8Array> =>
  written(await convert(distant(bytes), { to, ...more }));

const framing = fc.constantFrom<TargetFraming>('bare', 0, 1, 2, 3);
const seed = fc.nat(10_000);

describe('convert', () => {
  it('to another version and back gives the same bytes, if nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(seed, framing, framing, async (seed, from, to) => {
        const isAfter = from !== 'bare' && from > 0;
        // Only a file of version 3 has resources, zeros at its end, and the checksum of the message.
        if (from === 3 && to !== 3) return true;
        if (isAfter && (to === 'bare' || to === 0)) return true;
        const bytes = await smithFile({ seed, preset: 'small', contexts: 2, framing: from });
        const there = await convertTo(bytes, to);
        const back = await convertTo(there, from);
        expect(takeApart(there).framing).toBe(to === 'bare' ? 'bare' : 'framed');
        return Buffer.compare(back, bytes) === 0;
      }),
      { numRuns: 40 },
    );
  });

  it('makes files with correct sizes and checksums', async () => {
    await fc.assert(
      fc.asyncProperty(seed, framing, fc.boolean(), async (seed, to, messageChecksum) => {
        const bytes = await smithFile({
          seed,
          preset: 'small',
          contexts: 2,
          framing: to !== 'bare' && to > 0 ? 2 : 0,
        });
        const made = await convertTo(bytes, to, to === 3 ? { messageChecksum } : {});
        const { container, diagnostics } = await validate(memorySource(made));
        expect(container.version).toBe(to === 'bare' ? null : to);
        expect(container.checksum).toBe(to === 'bare' ? 'none' : 'verified');
        return !diagnostics.some(
          ({ code }) => code.startsWith('frame-') && code !== 'frame-ccw-kind-mismatch',
        );
      }),
      { numRuns: 30 },
    );
  });

  it('keeps configuration words if the container has a section for them, and refuses otherwise', async () => {
    const bytes = await smithFile({ seed: 3, preset: 'small', contexts: 2, framing: 1, words: true });
    const before = takeApart(bytes);
    const after = takeApart(await convertTo(bytes, 3));
    if (before.framing !== 'framed' || after.framing !== 'framed') throw new Error('not framed');
    expect(before.ccws.length).toBeGreaterThan(0);
    expect(after.ccws).toEqual(before.ccws);
    expect((after.header.length + after.message.length + after.padding.length) % 4096).toBe(0);
    for (const to of ['bare', 0] as const) {
      await expect(convertTo(bytes, to)).rejects.toMatchObject({ code: 'convert-loses-words' });
      const dropped = await convert(memorySource(bytes), { to, dropWords: true });
      expect(dropped.remarks.join()).toContain('read data after');
      const bare = takeApart(await written(dropped));
      expect(bare.framing === 'unknown' ? undefined : bare.message).toEqual(before.message);
    }
  });

  it('keeps bytes that the header does not account for in another frame, and leaves them out on request', async () => {
    const trailing = Uint8Array.of(1, 2, 3);
    for (const [from, to] of [
      [0, 1],
      [0, 3],
      [2, 1],
    ] as const) {
      const bytes = concat(
        await smithFile({ seed: 5, preset: 'small', contexts: 2, framing: from }),
        trailing,
      );
      const [kept, dropped] = [await convertTo(bytes, to), await convertTo(bytes, to, { dropWords: true })];
      expect(kept.slice(-3)).toEqual(trailing);
      expect(kept.length - dropped.length).toBe(3);
      expect((await validate(memorySource(kept))).diagnostics.map(({ code }) => code)).toContain(
        'frame-length-mismatch',
      );
      expect((await validate(memorySource(dropped))).diagnostics.map(({ code }) => code)).not.toContain(
        'frame-length-mismatch',
      );
    }
    const plain = await smithFile({ seed: 5, preset: 'small', contexts: 2, framing: 0 });
    const longer = concat(plain, trailing);
    await expect(convertTo(longer, 'bare')).rejects.toMatchObject({ code: 'convert-loses-bytes' });
    expect(await convertTo(longer, 'bare', { dropWords: true })).toEqual(await convertTo(plain, 'bare'));
  });

  it('reports that a runtime may refuse the file', async () => {
    const bytes = await smithFile({ seed: 3, preset: 'small', contexts: 2, framing: 'bare' });
    const { remarks } = await convert(memorySource(bytes), { to: 2 });
    expect(remarks.join()).toContain('write_data_ccw');
    expect((await convert(memorySource(bytes), { to: 0 })).remarks).toEqual([]);
  });

  it('accepts any padding for version 3, and none for other versions', async () => {
    const bytes = await smithFile({ seed: 5, preset: 'small', contexts: 2, framing: 'bare' });
    for (const padding of [0, 1, 5000]) {
      const made = takeApart(await convertTo(bytes, 3, { padding }));
      expect(made.framing === 'framed' && made.padding.length).toBe(padding);
    }
    await expect(convertTo(bytes, 2, { padding: 4 })).rejects.toMatchObject({ code: 'convert-option' });
    await expect(convertTo(bytes, 1, { messageChecksum: true })).rejects.toMatchObject({
      code: 'convert-option',
    });
  });

  it('also converts messages that cannot be read', async () => {
    const broken = lenRecord(2, Uint8Array.of(0xff, 0xff));
    const framed = await convertTo(broken, 2);
    expect(await convertTo(framed, 'bare')).toEqual(broken);
  });

  it('refuses a truncated file', async () => {
    const bytes = await smithFile({ seed: 5, preset: 'small', contexts: 2, framing: 0 });
    const cut = bytes.subarray(0, bytes.length - 1);
    await expect(convertTo(cut, 'bare')).rejects.toMatchObject({
      code: 'frame-length-mismatch',
      offset: cut.length,
    });
  });
});

describe('bytes beside the message', () => {
  it('are kept if padding is not zero, and the words still begin at a page', async () => {
    const bytes = await smithFile({ seed: 3, preset: 'small', framing: 3 });
    const before = takeApart(bytes);
    if (before.framing !== 'framed') throw new Error('not framed');
    const at = before.padding.byteOffset - bytes.byteOffset;
    expect(before.padding.length).toBeGreaterThan(4);
    bytes.set([1, 2, 3, 4], at);
    const after = takeApart(await written(await canonicalize(distant(bytes))));
    if (after.framing !== 'framed') throw new Error('not framed');
    expect([...after.padding.subarray(0, 4)]).toEqual([1, 2, 3, 4]);
    expect(after.padding.length % 4096).toBe(before.padding.length % 4096);
  });

  it('are named if they are left out', async () => {
    const bytes = await smithFile({ seed: 3, preset: 'small', framing: 3 });
    const parts = takeApart(bytes);
    if (parts.framing !== 'framed') throw new Error('not framed');
    const more = await written(await convert(distant(bytes), { to: 3 }));
    const { remarks } = await convert(distant(more), { to: 2 });
    expect(remarks.some((remark) => remark.includes('additional info'))).toBe(
      parts.additionalInfo.length > 0,
    );
  });
});
