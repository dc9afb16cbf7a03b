/** The outline of a message: what it keeps, and what it reads. */
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { validate } from '../../src/check/validate/validate.js';
import { openOutline } from '../../src/read/outline/open.js';
import { Outline } from '../../src/read/outline/outline.js';
import { DisasmText } from '../../src/show/report/disasm.js';
import { disasm } from '../../src/tools/disasm/disasm.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { bytesOf } from '../../src/tools/rewrite/rewriting.js';
import { stats } from '../../src/tools/stats/stats.js';
import { dumpText } from '../../src/tools/text/dump.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';

const BLOBS = 60;
const BLOB = 50_000;
const BYTES = await smithFile({
  seed: 4,
  layout: 'classic',
  groups: 1,
  actions: 400,
  blob: BLOB,
  blobs: BLOBS,
  framing: 3,
});

function counted() {
  return countingSource(memorySource(BYTES), { hideBytes: true });
}

async function outlineOf(source: ReturnType<typeof counted>): Promise<Outline> {
  const opened = await openOutline(source, { heldBytes: 64 });
  expect(opened.source).toBeInstanceOf(Outline);
  return opened.source as Outline;
}

describe('an outline', () => {
  it('is read in one pass that skips the blobs', async () => {
    const source = counted();
    const outline = await outlineOf(source);
    expect(BYTES.length).toBeGreaterThan((BLOBS * BLOB) / 2);
    expect(outline.kept).toBeLessThan(BYTES.length / 10);
    expect(source.bytesRead).toBeLessThan(outline.kept + 256 * 1024 + BLOBS * 4096);
    expect(source.reads).toBeLessThan(3 * BLOBS);
  });

  it('has the bytes of the file, at any offset', async () => {
    const outline = await outlineOf(counted());
    for (const length of [1, 13, 5000, 300_000]) {
      for (let at = 0; at < BYTES.length; at += Math.max(997, length)) {
        const target = new Uint8Array(length);
        const read = await outline.read(at, target);
        expect(read).toBe(Math.min(length, BYTES.length - at));
        expect(Buffer.compare(target.subarray(0, read), BYTES.subarray(at, at + read))).toBe(0);
      }
    }
    expect(outline.read(BYTES.length, new Uint8Array(1))).toBe(0);
  });

  it('is enough to validate the file, and to list its operations', async () => {
    const source = counted();
    const outline = await outlineOf(source);
    const before = { reads: source.reads, bytes: source.bytesRead };
    const listing = new DisasmText({ write: async () => {} });
    await disasm(outline, {}, listing);
    expect(source.reads - before.reads).toBeLessThan(4);
    const { diagnostics } = await validate(outline, { checksum: false });
    expect(diagnostics).toEqual((await validate(memorySource(BYTES), { checksum: false })).diagnostics);
  });

  it.each([
    ['elide', 'json', 0],
    ['hash', 'json', 1],
    ['base64', 'textproto', 1],
    ['hash', 'ndjson', 1],
  ] as const)('has everything that a dump reads, except blobs: %s, as %s', async (bytes, format, blobs) => {
    const source = counted();
    const { kept } = await outlineOf(counted());
    const options = { bytes, format, heldBytes: 64 };
    const texts = await Promise.all([source, memorySource(BYTES)].map((from) => dumpText(from, options)));
    expect(texts[0] === texts[1]).toBe(true);
    // The sections of the frame are read as well.
    expect(source.reads).toBeLessThan((3 + blobs) * BLOBS);
    expect(source.bytesRead).toBeLessThan(kept + 512 * 1024 + BLOBS * (4096 + blobs * BLOB));
  });

  it('skips large unknown fields, as later compilers may write', async () => {
    const unknown = new Uint8Array(4_000_000).fill(7);
    const bytes = concat(tag(1000, 2), varint(unknown.length), unknown);
    const source = countingSource(memorySource(bytes), { hideBytes: true });
    const { problemCount } = await stats(source, { duplicates: false, framing: 'bare' });
    expect(problemCount).toBe(0);
    expect(source.bytesRead).toBeLessThan(300_000);
    // Rewriting copies the unknown fields from the file.
    const again = await bytesOf(
      await canonicalize(countingSource(memorySource(bytes), { hideBytes: true }), { framing: 'bare' }),
    );
    expect(Buffer.compare(again, bytes)).toBe(0);
  });

  it('of a stream is the same, but without its blobs', async () => {
    const chunks = function* () {
      for (let at = 0; at < BYTES.length; at += 7777) yield BYTES.slice(at, at + 7777);
    };
    const { source } = await openOutline(streamSource(chunks()), { heldBytes: 64 });
    const outline = await outlineOf(counted());
    expect(source).toMatchObject({ size: BYTES.length, kept: outline.kept });
    expect(() => source.read(0, new Uint8Array(BYTES.length))).toThrow(/a stream/);
  });

  it('has a size limit', async () => {
    const opened = openOutline(counted(), { heldBytes: 64, maxSkeletonBytes: 2000 });
    await expect(opened).rejects.toMatchObject({ code: 'model-too-large' });
    await expect(opened).rejects.toThrow(/2000 .*maxSkeletonBytes/);
  });
});
