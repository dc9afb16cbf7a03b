/** A search that reports its progress, and can be cancelled. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { pacedSearch } from '../../src/page/engine/paced-search.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';

const ONE = readFileSync(new URL('../../corpus/valid/one-context.mdl', import.meta.url));

/** A message of many identical sections: network names. */
function manyNames(count: number): Uint8Array {
  const name = Uint8Array.of(0x32, 4, 0x6e, 0x61, 0x6d, 0x65);
  const inner = new Uint8Array(count * name.length);
  for (let at = 0; at < count; at++) inner.set(name, at * name.length);
  const length = [];
  for (let rest = inner.length; ; rest >>>= 7) {
    if (rest < 0x80) {
      length.push(rest);
      break;
    }
    length.push((rest & 0x7f) | 0x80);
  }
  return Uint8Array.of(0x12, ...length, ...inner);
}

describe('a search', () => {
  it('finds the same as the inspector', async () => {
    const inspector = await Inspector.open(memorySource(ONE));
    const query = { text: 'sdk_version' };
    const found: Part[] = [];
    const result = await pacedSearch(inspector, query, new AbortController().signal, (hits) =>
      found.push(...hits),
    );
    const { hits, next } = await inspector.search(query);
    expect(hits.map(({ path }) => path)).toEqual(['header.sdk_version']);
    expect([...found, ...(result?.hits ?? [])]).toEqual(hits);
    expect(result?.next).toBe(next);
  });

  it('returns each hit once, in order, and continues from its last position', async () => {
    const inspector = await Inspector.open(memorySource(manyNames(1500)));
    const offsets: number[] = [];
    for (let from: number | null = 0, rounds = 0; from !== null; rounds++) {
      expect(rounds).toBeLessThan(4);
      const result = await pacedSearch(
        inspector,
        { text: 'name', kind: 'value', from },
        new AbortController().signal,
        (hits) => offsets.push(...hits.map(({ offset }) => offset)),
      );
      offsets.push(...(result?.hits ?? []).map(({ offset }) => offset));
      from = result?.next ?? null;
    }
    expect(offsets).toEqual(Array.from({ length: 1500 }, (_, at) => (offsets[0] as number) + 6 * at));
  });

  it('ends without hits if it is cancelled, and with the error if something fails', async () => {
    const inspector = await Inspector.open(memorySource(ONE));
    const stop = new AbortController();
    stop.abort();
    expect(await pacedSearch(inspector, { text: 'a' }, stop.signal, () => {})).toBeNull();
    const broken = {
      search: () => Promise.reject(new Error('gone')),
    } as unknown as Inspector;
    await expect(pacedSearch(broken, { text: 'a' }, new AbortController().signal, () => {})).rejects.toThrow(
      'gone',
    );
  });
});
