import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { ByteNeedle } from '../../src/show/inspect/byte-needle.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { SearchQuery } from '../../src/show/inspect/search.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { windowed } from '../source/windowed.js';
import { corpusFiles } from './files.js';
import { everyPart, type PartNode } from './parts.js';

const REAL = process.env.PROTOMDL_REAL_FILES;

/** Returns the positions of a text in bytes, ignoring case; Node finds them. */
function everywhere(bytes: Uint8Array, text: string): number[] {
  const found: number[] = [];
  const all = Buffer.from(bytes).toString('latin1').toLowerCase();
  const wanted = Buffer.from(text).toString('latin1').toLowerCase();
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

const flat = ({ part, children }: PartNode): PartNode['part'][] => [part, ...children.flatMap(flat)];

async function hitsOf(bytes: Uint8Array, query: SearchQuery) {
  const inspector = await Inspector.open(memorySource(bytes));
  const hits = [];
  let from = 0;
  for (;;) {
    const answer = await inspector.search({ ...query, from });
    hits.push(...answer.hits);
    if (answer.next === null) return hits;
    from = answer.next;
  }
}

describe('searched bytes', () => {
  it('are found where Node finds them', () => {
    const few = fc.uint8Array({ max: 3, maxLength: 60 });
    fc.assert(
      fc.property(few, fc.uint8Array({ max: 3, minLength: 1, maxLength: 4 }), (bytes, wanted) => {
        const needle = ByteNeedle.ofHex(Buffer.from(wanted).toString('hex'));
        const found: number[] = [];
        let at = needle!.indexIn(bytes, 0);
        for (; at >= 0; at = needle!.indexIn(bytes, at + 1)) found.push(at);
        const told: number[] = [];
        for (let next = Buffer.from(bytes).indexOf(wanted); next >= 0; ) {
          told.push(next);
          next = Buffer.from(bytes).indexOf(wanted, next + 1);
        }
        expect(found).toEqual(told);
      }),
    );
  });

  it('are written as pairs of digits', () => {
    for (const text of ['01 48 45 46', '0x01484546', '01:48:45:46', '01-48_45,46']) {
      expect(ByteNeedle.ofHex(text)?.length).toBe(4);
    }
    for (const text of ['', '0x', '1', '01 4', 'xy', '01 48 4g'])
      expect(ByteNeedle.ofHex(text)).toBeUndefined();
  });

  it('are found in the whole file, the header included, with the part around them', async () => {
    const { bytes } = corpusFiles('valid', 130_000).find(({ name }) => name.includes('framed-v3'))!;
    const hits = await hitsOf(bytes, { text: '01 48 45 46', kind: 'bytes' });
    expect(hits[0]).toMatchObject({ label: 'magic', match: { offset: 0, length: 4 } });
  });

  it('in blobs are searched for only on request, because blobs are not read otherwise', async () => {
    const files = corpusFiles('valid', 130_000);
    for (const { bytes } of files.slice(0, 10)) {
      const source = windowed(bytes);
      const inspector = await Inspector.open(source);
      const { hits } = await inspector.search({ text: 'header', kind: 'any' });
      expect(hits.every(({ match }) => match === null)).toBe(true);
    }
  });

  it('are returned 1000 hits at a time', async () => {
    const bytes = new Uint8Array(5000).fill(0x41);
    // An unknown field of 5,000 letters.
    const file = Uint8Array.of(0xfa, 0x07, 0x88, 0x27, ...bytes);
    const hits = await hitsOf(file, { text: 'aa', kind: 'all' });
    expect(hits.map(({ match }) => match?.offset)).toEqual(everywhere(file, 'aa'));
  });
});

describe.skipIf(REAL === undefined)('text in real files', () => {
  const names = REAL === undefined ? [] : readdirSync(REAL).filter((name) => name.endsWith('.hef'));
  it.each(names)('is found at any place: %s', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(REAL as string, name)));
    const text = 'conv3';
    const hits = await hitsOf(bytes, { text, kind: 'all' });
    const expected = everywhere(bytes, text);
    for (const offset of expected) {
      // A hit has the offset of the text; a hit in a string covers the whole string.
      const isTold = hits.some(({ match, offset: from, length }) =>
        match === null ? offset >= from && offset < from + length : match.offset === offset,
      );
      expect(isTold, `${name} at ${offset}`).toBe(true);
    }
    expect(hits.filter(({ match }) => match !== null && !expected.includes(match.offset))).toEqual([]);
  });
});

describe('searching for paths', () => {
  const [file] = corpusFiles('valid').filter(({ name }) => name === 'small-network.hef');
  const paths = async (text: string, kind?: 'name' | 'value') => {
    const inspector = await Inspector.open(memorySource(file?.bytes as Uint8Array));
    const { hits } = await inspector.search({ text, ...(kind === undefined ? {} : { kind }) });
    return hits.map(({ path }) => path);
  };

  it('finds paths by their last steps, at any depth', async () => {
    const all = await paths('operations[0].actions[1]');
    expect(all.length).toBeGreaterThan(0);
    expect(all.every((path) => path.endsWith('].operations[0].actions[1]'))).toBe(true);
    expect(await paths('network_groups[0].contexts[0]')).toEqual(['network_groups[0].contexts[0]']);
    expect(await paths('contexts[0].metadata')).toEqual(['network_groups[0].contexts[0].metadata']);
  });

  it('finds all paths with the same end, even in a message that comes in several records', async () => {
    const action = lenRecord(2, lenRecord(5, ''));
    const operation = lenRecord(1, concat(action, action));
    // The preliminary configuration comes in two records: the first operation of the second record is
    // operation[1].
    const pieces = lenRecord(2, concat(lenRecord(2, operation), lenRecord(2, concat(operation, operation))));
    const files = [
      { name: 'pieces', bytes: pieces },
      ...corpusFiles('valid', 5000),
      ...corpusFiles('invalid', 1500),
    ];
    let found = 0;
    for (const { name, bytes } of files) {
      const inspector = await Inspector.open(memorySource(bytes));
      const parts = flat(await everyPart(inspector)).filter(({ kind }) => kind !== 'section');
      for (const text of [
        'actions[1]',
        'operation[1].actions[0]',
        'operation[2]',
        'operations[1]',
        'edge_layers[1]',
        'extensions[0]',
      ]) {
        const { hits } = await inspector.search({ text, kind: 'name' });
        const wanted = parts.filter(({ path }) => path === text || path.endsWith(`.${text}`));
        expect([name, text, hits.map(({ offset }) => offset)]).toEqual([
          name,
          text,
          wanted.map(({ offset }) => offset),
        ]);
        found += hits.length;
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('compares whole steps of paths only, and no values', async () => {
    expect(await paths('texts[0]')).toEqual([]);
    expect(await paths('contexts[999]')).toEqual([]);
    expect(await paths('contexts[0].metadata', 'value')).toEqual([]);
    expect(await paths('a.b[')).toEqual([]);
  });
});
