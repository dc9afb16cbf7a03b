import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { PageComparison } from '../../src/page/engine/comparison.js';
import { pairOf } from '../../src/page/views/compare/chosen-pair.js';
import { COMPARED_WORDS } from '../../src/page/views/compare/compared-words.js';
import { noticedAreas } from '../../src/page/views/compare/noticed-groups.js';
import { BREAKING_CODES, findBreaking } from '../../src/tools/diff/breaking.js';
import { diff } from '../../src/tools/diff/diff.js';
import { windowed } from '../source/windowed.js';

const corpus = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../corpus/${name}`, import.meta.url)));
const comparison = (before: Uint8Array, after: Uint8Array) =>
  new PageComparison(
    () => windowed(before),
    () => windowed(after),
  );
const ignore = (): void => {};

describe('changes that an application notices', () => {
  it('have an area for every code, and each change is in one area', () => {
    const changes = [...BREAKING_CODES, ...BREAKING_CODES].map((code) => ({
      code,
      group: null,
      message: code,
    }));
    const areas = noticedAreas(changes as unknown as Parameters<typeof noticedAreas>[0]);
    expect(areas.map(({ title }) => title)).toEqual([
      'Device and releases',
      'Streams',
      'Post-processing',
      'Groups and networks',
    ]);
    const codes = areas.flatMap((area) => area.codes);
    expect(codes.map(({ code }) => code).toSorted()).toEqual([...BREAKING_CODES].toSorted());
    expect(codes.every(({ changes: list }) => list.length === 2)).toBe(true);
    expect(areas[2]?.codes.map(({ code }) => code)).toContain('stream-nms-changed');
  });
});

describe('a comparison', () => {
  it('has the library’s result, and lists every change once', async () => {
    const [before, after] = [corpus('valid/one-context.mdl'), corpus('valid/two-contexts.mdl')];
    const wanted = await diff(memorySource(before), memorySource(after));
    const it = comparison(before, after);
    const { moreLists, rows, listed, ...rest } = await it.run(ignore);
    const contexts = it.contexts(null);
    const { changes, contexts: _, ...others } = wanted;
    expect(rest).toEqual(others);
    expect([listed, moreLists]).toEqual([changes.length, 0]);
    expect(contexts[0]).toMatchObject({ path: 'network_groups[0]', summary: '0 the same, 2 others' });
    expect(contexts[0]?.rows.every((row) => row.length === contexts[0]?.columns.length)).toBe(true);

    const list = it.page(0, rows);
    expect(list).toHaveLength(rows);
    const titles = list.flatMap((row) => ('title' in row ? [row.count] : []));
    expect(titles.reduce((sum, count) => sum + count, 0)).toBe(changes.length);
    const places = list.flatMap((row) =>
      'kind' in row ? [[row.kind, row.before?.offset, row.after?.offset]] : [],
    );
    const inOrder = (all: unknown[][]) => all.map(String).sort();
    expect(inOrder(places)).toEqual(
      inOrder(changes.map(({ kind, before, after }) => [kind, before?.offset, after?.offset])),
    );
    expect(it.page(1, 3)).toEqual(list.slice(1, 3));
  });

  it('names each change by its path below the title', async () => {
    const it = comparison(corpus('valid/one-context.mdl'), corpus('valid/two-contexts.mdl'));
    const { rows } = await it.run(ignore);
    const changes = it.page(0, rows).flatMap((row) => ('path' in row ? [row] : []));
    const paths = changes.map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('network_groups')).length).toBeGreaterThan(20);
    expect(paths.filter((path) => !/^[a-z]/.test(path))).toEqual([]);
  });

  it('shows the changes that an application would notice', async () => {
    const it = comparison(corpus('valid/one-context.mdl'), corpus('valid/two-contexts.mdl'));
    const { changes, more, isUnverified } = await it.noticed(ignore);
    const wanted = await findBreaking(
      memorySource(corpus('valid/one-context.mdl')),
      memorySource(corpus('valid/two-contexts.mdl')),
      { checksum: true },
    );
    expect(changes.map(({ message }) => message)).toEqual(wanted.changes.map(({ message }) => message));
    expect(changes.map(({ code }) => code)).toContain('group-renamed');
    expect([more, isUnverified]).toEqual([0, false]);
    const same = corpus('valid/small-network.hef');
    expect((await comparison(same, same).noticed(ignore)).changes).toEqual([]);
  });

  it('of a file with itself shows no changes', async () => {
    const bytes = corpus('valid/small-network.hef');
    expect(await comparison(bytes, bytes).run(ignore)).toMatchObject({ verdict: 'identical', rows: 0 });
    expect(COMPARED_WORDS.identical.mood).toBe('good');
  });

  it('reports its progress', async () => {
    const [before, after] = [1, 2].map((seed) => smithBytes({ seed, contexts: 6, blobs: 60, blob: 200_000 }));
    let last = 0;
    const { now } = performance;
    let time = 0;
    // The changed clock makes every read seem long.
    performance.now = () => (time += 200);
    try {
      await comparison(before!, after!).run((read) => {
        expect(read).toBeGreaterThanOrEqual(last);
        last = read;
      });
    } finally {
      performance.now = now;
    }
    expect(last).toBeGreaterThan(1_000_000);
  });

  it('of an unreadable file gives the reason', async () => {
    const cut = corpus('valid/one-context.mdl').subarray(0, 700);
    const found = await comparison(corpus('valid/one-context.mdl'), cut).run(ignore);
    expect(found.problems[0]).toMatchObject({ side: 'after', code: 'wire-truncated' });
    const gone = new PageComparison(
      () => windowed(cut),
      () => {
        throw new Error('gone');
      },
    );
    await expect(gone.run(ignore)).rejects.toThrow('gone');
  });

  it('works without hashes if WebAssembly is forbidden', async () => {
    const [before, after] = [corpus('valid/framed-v0.hef'), corpus('valid/framed-v0.hef')];
    after[after.length - 20]! ^= 0xff;
    const wasm = WebAssembly as unknown as Record<string, new (text: string) => Error>;
    const { compile, instantiate, CompileError } = wasm;
    const forbidden = () => Promise.reject(new CompileError!('forbidden by a policy'));
    Object.assign(wasm, { compile: forbidden, instantiate: forbidden });
    try {
      const it = comparison(before, after);
      expect((await it.run(ignore)).verdict).toBe('different');
      expect((await it.noticed(ignore)).isUnverified).toBe(true);
    } finally {
      Object.assign(wasm, { compile, instantiate });
    }
  });
});

describe('the compared pair', () => {
  it('is the current file and the previous one, in the order of their opening', () => {
    expect(pairOf(1, 0, {})).toBeNull();
    expect(pairOf(2, 0, {})).toEqual({ before: 0, after: 1 });
    expect(pairOf(2, 1, {})).toEqual({ before: 0, after: 1 });
    expect(pairOf(3, 2, {})).toEqual({ before: 1, after: 2 });
    expect(pairOf(3, 2, { with: '0' })).toEqual({ before: 0, after: 2 });
    expect(pairOf(3, 1, { with: '2', swap: '1' })).toEqual({ before: 2, after: 1 });
  });

  it('is valid for any address', () => {
    for (const other of ['1', '7', '-1', 'x', '']) {
      expect(pairOf(3, 1, { with: other })).toEqual({ before: 0, after: 1 });
    }
  });
});
