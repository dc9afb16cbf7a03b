import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { findSelected, type Selected } from '../../src/read/select/find.js';
import { parseSelector, selectsOne } from '../../src/read/select/selector.js';
import { packedValues } from '../../src/read/tree/packed.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { placeOf } from '../../src/read/tree/place.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';

const bytesOf = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../corpus/valid/${name}`, import.meta.url))));

async function found(bytes: Uint8Array, text: string, block?: number): Promise<Selected[]> {
  const all: Selected[] = [];
  const options = { from: 0, end: bytes.length, ...(block === undefined ? {} : { block }) };
  for await (const one of findSelected(memorySource(bytes), parseSelector(text), options)) all.push(one);
  return all;
}

describe('a selector', () => {
  it.each([
    ['', 0, true],
    ['header.version', 2, true],
    ['network_groups[0].contexts[*].operations', 3, false],
    ['networkGroups[1].contexts[2:5]', 2, false],
    ['$.network_groups[0]', 1, true],
    ['header.#99', 2, false],
  ])('%s is read', (text, steps, one) => {
    const selector = parseSelector(text);
    expect(selector.steps).toHaveLength(steps);
    expect(selectsOne(selector)).toBe(one);
  });

  it.each([
    ['headers', /no field headers .*it has header/],
    ['header.version.more', /nothing inside version/],
    ['header[1]', /not repeated/],
    ['network_groups[x]', /what is/],
    ['network_groups[0]contexts', /what is/],
    ['network_groups.', /ends with a dot/],
    ['#0', /field number 0/],
  ])('%s is refused', (text, message) => {
    try {
      parseSelector(text);
      expect.unreachable();
    } catch (error) {
      expect(isProtomdlError(error) && error.code).toBe('selector-invalid');
      expect((error as Error).message).toMatch(message);
    }
  });
});

describe('finding', () => {
  it.each(['two-contexts.mdl', 'unpacked-list.mdl', 'split-messages.mdl', 'unknown-fields.mdl'])(
    'every record of %s by the path that a report gives it',
    async (name) => {
      const bytes = bytesOf(name);
      const records = [...walkTree(parseTree(bytes))].filter((record) => record.isKnown && !record.isPacked);
      expect(records.length).toBeGreaterThan(50);
      // Selectors of the same place share a search.
      for (const record of records.filter((_, i) => i % 7 === 0)) {
        const place = placeOf(record);
        const all = await found(bytes, place.path, 64);
        expect(all.map(({ offset, length, path }) => ({ offset, length, path }))).toContainEqual(place);
        for (const { path } of all) expect(path).toBe(place.path);
      }
    },
  );

  it('all elements, a range of elements, and values', async () => {
    const bytes = bytesOf('two-contexts.mdl');
    const operations = await found(bytes, 'network_groups[*].contexts[*].operations');
    expect(operations.length).toBeGreaterThan(5);
    expect(new Set(operations.map(({ path }) => path)).size).toBe(operations.length);
    const second = await found(bytes, 'network_groups[0].contexts[1].operations[1:3]');
    expect(second.map(({ path }) => path)).toEqual([
      'network_groups[0].contexts[1].operations[1]',
      'network_groups[0].contexts[1].operations[2]',
    ]);
    expect(await found(bytes, 'network_groups.contexts.context_index')).toMatchObject([{ lo: 1 }]);
  });

  it('elements of packed lists one by one, numbered across all records of the list and of the enclosing message', async () => {
    const bytes = bytesOf('unpacked-list.mdl');
    const records = [...walkTree(parseTree(bytes))].filter(
      ({ field, isKnown, holdsMessage }) =>
        field?.repeated === true && isKnown && !holdsMessage && field.type !== 9,
    );
    const lists = new Set(records.map((record) => placeOf(record).path.replace(/\[\d+\]$/, '')));
    expect(lists.size).toBeGreaterThan(0);
    for (const list of lists) {
      const all = await found(bytes, list, 64);
      expect(all.map(({ path }) => path)).toEqual(all.map((_, i) => `${list}[${i}]`));
      const elements = records
        .filter((record) => placeOf(record).path.startsWith(`${list}[`))
        .flatMap((record) => (record.isPacked ? packedValues(record) : [record.bits]));
      expect(all.map(({ lo }) => BigInt(lo))).toEqual(elements);
      expect(await found(bytes, `${list}[1]`)).toEqual([all[1]]);
    }
  });

  it('unknown fields by number', async () => {
    const bytes = concat(varintRecord(99, 5), lenRecord(1, varintRecord(77, 6)));
    expect(await found(bytes, '#99')).toMatchObject([{ path: '#99', lo: 5, offset: 0 }]);
    expect(await found(bytes, 'header.#77')).toMatchObject([{ path: 'header.#77', lo: 6 }]);
  });

  it('no group that has the number of a known field', async () => {
    // A group and a message, both with number 2: the message is the list's second record.
    const bytes = concat(Uint8Array.of(0x13, 0x08, 0x01, 0x14), lenRecord(2, ''));
    expect(await found(bytes, 'network_groups')).toMatchObject([{ path: 'network_groups[1]', offset: 4 }]);
  });
});
