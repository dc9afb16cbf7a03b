/** Bytes in dumps: complete, or marked as stored elsewhere. */
import { describe, expect, it } from 'vitest';
import { wasmChecksums } from '../../src/base/container/checksum.js';
import { dumped, jsonOf, len } from './dumped.js';
import { fileLike } from './file-like.js';
import { specimen } from './specimens.js';

describe('bytes', () => {
  const blob = new Uint8Array(100).map((_, i) => i);
  const file = new Uint8Array(len(3, [...blob]));

  it.each([
    ['elide', { $bytes: { length: 100 } }],
    ['hash', { $bytes: { length: 100, xxh3: '' } }],
    ['hex', { $bytes: { hex: Buffer.from(blob).toString('hex') } }],
    ['base64', Buffer.from(blob).toString('base64')],
  ] as const)('are shown as %s', async (mode, expected) => {
    const { mapping } = (await jsonOf([...file], { bytes: mode })) as { mapping: unknown };
    const wanted = JSON.parse(JSON.stringify(expected));
    if (mode === 'hash') {
      const checksum = await wasmChecksums('xxh3');
      checksum.update(blob);
      wanted.$bytes.xxh3 = checksum.digest();
    }
    expect(mapping).toEqual(wanted);
  });

  it('are in the text if they are shorter than a hash', async () => {
    for (const bytes of ['elide', 'hash'] as const) {
      expect(await jsonOf(len(3, [1, 2, 3]), { bytes })).toEqual({ mapping: 'AQID' });
      expect(
        (await dumped(new Uint8Array(len(3, [1, 2])), { bytes, format: 'textproto', framing: 'bare' })).text,
      ).toBe('# protomdl: text format 1\nmapping: "\\001\\002"\n');
    }
  });

  it('are marked as omitted in textproto too', async () => {
    const text = async (bytes: 'elide' | 'hex'): Promise<string> =>
      (await dumped(file, { bytes, format: 'textproto', framing: 'bare' })).text;
    expect(await text('elide')).toContain('mapping: $bytes(100)\n');
    expect(await text('hex')).toContain('mapping: "\\x00\\x01\\x02');
  });

  it('are marked as omitted, with spaces in the mark, and without spaces if a message is on one line', async () => {
    const { text } = await dumped(file, { framing: 'bare', bytes: 'elide' });
    expect(text).toBe('{\n  "mapping": {"$bytes": {"length": 100}}\n}\n');
    const lines = await dumped(specimen('valid/blobs.mdl'), { format: 'ndjson', bytes: 'elide' });
    expect(lines.text).toMatch(/"data":\{"\$bytes":\{"length":\d+\}\}/);
    expect(lines.text).not.toMatch(/"\$bytes":\s|"length":\s/);
  });

  it('are written to files, the same bytes once', async () => {
    const written: Uint8Array[] = [];
    const store = {
      put: (bytes: Uint8Array) => `${written.push(bytes.slice())}.bin`,
      begin: () => {
        throw new Error('not a long one');
      },
    };
    expect(await jsonOf([...file], { bytes: 'file', store })).toEqual({
      mapping: { $bytes: { file: '1.bin', length: 100 } },
    });
    expect(written).toEqual([blob]);
  });

  it('are not written to files if no folder is given', async () => {
    await expect(jsonOf([...file], { bytes: 'file' })).rejects.toThrow('bytes in files need a store');
  });

  it('of any length are written completely', async () => {
    // The bytes are longer than a chunk, so base64 must be assembled from pieces.
    for (const size of [(1 << 20) + 1, (1 << 20) + 300_002]) {
      const long = new Uint8Array(size).map((_, i) => (i * 7919) >>> 5);
      const head = [0x1a];
      for (let rest = size; rest > 0; rest >>>= 7) head.push((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0));
      const bytes = new Uint8Array(Buffer.concat([new Uint8Array(head), long]));
      const { text } = await dumped(fileLike(bytes), { bytes: 'base64', framing: 'bare' });
      expect(Buffer.from(JSON.parse(text).mapping, 'base64').equals(long)).toBe(true);
      const hex = await dumped(fileLike(bytes), { bytes: 'hex', framing: 'bare' });
      expect(Buffer.from(JSON.parse(hex.text).mapping.$bytes.hex, 'hex').equals(long)).toBe(true);
    }
  });
});
