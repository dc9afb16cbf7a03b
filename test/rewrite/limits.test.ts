/** For each limit, the largest value within it, and the next value. */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { tokensOf } from '../../src/tools/query/tokens.js';
import { convert } from '../../src/tools/rewrite/convert.js';
import { extract } from '../../src/tools/rewrite/extract.js';
import { requireRoom } from '../../src/tools/rewrite/frame-writer.js';
import { NameTable } from '../../src/tools/rewrite/name-table.js';
import { redact } from '../../src/tools/rewrite/redact.js';
import { replace } from '../../src/tools/rewrite/replace.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { encoded } from '../rules/core-op-findings.js';
import { failure } from '../source/bytes.js';
import { written } from './rewritten.js';

const withNames = (...names: string[]) =>
  encoded({
    network_groups: names.map((name) => ({ network_group_metadata: { network_group_name: name } })),
  });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('redaction', () => {
  it('makes up 131,072 names in order, and derives all later ones from the name', () => {
    const table = new NameTable();
    const replaced = (name: string) => {
      const bytes = Buffer.from(name);
      table.replace(bytes);
      return bytes.toString();
    };
    const name = (n: number) => `name${String(n).padStart(6, '0')}`;
    for (let n = 0; n < 2 ** 17 - 1; n++) replaced(name(n));
    // Made-up names count in letters, with the first letter changing first: aaaa, baaa, …
    const nth = (n: number) =>
      Array.from({ length: 10 }, (_, at) => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(n / 26 ** at) % 26]).join(
        '',
      );
    expect([replaced(name(0)), replaced(name(2 ** 17 - 1))]).toEqual([nth(0), nth(2 ** 17 - 1)]);
    const later = replaced(name(2 ** 17));
    expect(later).toMatch(/^[a-z]{10}$/);
    expect(later).not.toBe(nth(2 ** 17));
    expect(replaced(name(2 ** 17))).toBe(later);
  });

  it('distinguishes names of up to a MiB, and no longer ones', async () => {
    for (const [length, areDistinct] of [
      [2 ** 20, true],
      [2 ** 20 + 1, false],
    ] as const) {
      const file = withNames('x'.repeat(length), 'y'.repeat(length));
      const names = text(await written(await redact(memorySource(file)))).match(/[a-z]{100,}/g);
      expect(names?.map((name) => name.length)).toEqual([length, length]);
      expect(names?.[0] !== names?.[1]).toBe(areDistinct);
    }
  });

  it('keeps versions of up to 64 characters', async () => {
    for (const [length, isKept] of [
      [64, true],
      [65, false],
    ] as const) {
      const version = '3.27.0+build '.repeat(6).slice(0, length);
      const file = encoded({ header: { sdk_version: version } });
      expect(text(await written(await redact(memorySource(file)))).includes(version)).toBe(isKept);
    }
  });
});

it('a string of up to 64 KiB is extracted with its text', async () => {
  for (const [length, hasText] of [
    [2 ** 16, true],
    [2 ** 16 + 1, false],
  ] as const) {
    const name = 'n'.repeat(length);
    const selector = 'network_groups[0].network_group_metadata.network_group_name';
    const { text, size } = await extract(memorySource(withNames(name)), { selector });
    expect([text, size]).toEqual([hasText ? name : undefined, length]);
  }
});

it('a message of up to 2^32 - 1 bytes fits into a frame, and padding of the same size', async () => {
  expect(() => requireRoom(2 ** 32 - 1)).not.toThrow();
  expect(() => requireRoom(2 ** 32)).toThrow('a header has room for 4294967295');
  const padded = (padding: number) =>
    failure(async () => convert(memorySource(withNames('a')), { to: 3, padding }));
  await convert(memorySource(withNames('a')), { to: 3, padding: 2 ** 32 - 1 });
  for (const padding of [2 ** 32, -1, 0.5])
    expect(await padded(padding)).toMatchObject({ code: 'convert-option' });
});

it('a record may be replaced by up to 2^31 - 1 bytes of a known size', async () => {
  const selector = 'network_groups[0].network_group_metadata.network_group_name';
  for (const size of [2 ** 31, undefined]) {
    const bytes = { ...memorySource(new Uint8Array(0)), size } as never;
    const replacing = () => replace(memorySource(withNames('a')), { selector, by: { bytes } });
    expect(await failure(replacing)).toMatchObject({
      code: 'replace-value',
      message: expect.stringContaining('2147483647'),
    });
  }
});

it('an expression has up to 10,000 characters', () => {
  const long = (length: number) => `a == ${'1'.repeat(length - 5)}`;
  expect(tokensOf(long(10_000))).toHaveLength(4);
  expect(() => tokensOf(long(10_001))).toThrow('more than 10,000 characters');
});

it('up to 262,144 records are replaced at once', async () => {
  const extensions = (count: number) => Buffer.alloc(4 * count, Uint8Array.of(0x2a, 2, 0x08, 7));
  const replacing = (count: number) =>
    replace(memorySource(extensions(count)), { selector: 'extensions[*].type_index', by: { value: '3' } });
  expect(await failure(() => replacing(2 ** 18 + 1))).toMatchObject({ code: 'replace-too-many' });
});

it('an external resource is described by up to a MiB', async () => {
  const resource = (size: number) =>
    lenRecord(7, concat(lenRecord(3, 'n'), lenRecord(99, new Uint8Array(size - 8))));
  for (const [size, code] of [
    [2 ** 20, 'extract-nothing'],
    [2 ** 20 + 1, 'model-too-large'],
  ] as const) {
    const file = resource(size);
    expect(file).toHaveLength(size + 4);
    expect(await failure(() => extract(memorySource(file), { resource: 'other' }))).toMatchObject({ code });
  }
});
