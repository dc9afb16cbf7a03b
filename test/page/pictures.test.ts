import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { outlineOf } from '../../src/page/engine/block-map.js';
import { Pictures } from '../../src/page/engine/pictures.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { corpusFiles } from '../inspect/files.js';
import { allIn } from './blocks.js';

const bytesOf = (name: string): Uint8Array => {
  const file = corpusFiles('valid').find((other) => other.name === name);
  return file?.bytes as Uint8Array;
};

/** A slow source, from which reads fail while it is broken. */
function slow(bytes: Uint8Array) {
  const state = { isBroken: false, delay: 0, reads: 0 };
  const source: Source = {
    size: bytes.length,
    randomAccess: true,
    read: async (offset, target) => {
      state.reads++;
      await new Promise((resolve) => setTimeout(resolve, state.delay));
      if (state.isBroken) throw new Error('the file is gone');
      const end = Math.min(bytes.length, offset + target.length);
      target.set(bytes.subarray(offset, end));
      return Math.max(0, end - offset);
    },
    close: () => {},
  };
  return { source, state };
}

describe('the data of pictures', () => {
  it('are read from the file, by every method', async () => {
    for (const { name, bytes } of corpusFiles('valid', 30_000)) {
      const pictures = new Pictures(memorySource(bytes));
      const exact = await pictures.blocks('');
      const rough = await pictures.outline();
      expect([rough.whole, rough.block.bytes], name).toEqual([exact.whole, bytes.length]);
      const contexts = await pictures.contexts();
      // The rough map has the same contexts as the exact map, with the same numbers of bytes.
      const places = new Map(allIn(exact.block).map(({ path, bytes: own }) => [path, own]));
      const roughContexts = rough.block.children.filter(({ path }) => path !== null);
      for (const { path, bytes: own } of roughContexts) {
        if (name !== 'split-messages.mdl' && places.has(path))
          expect(places.get(path), `${name} ${path}`).toBe(own);
      }
      // The largest contexts come first.
      const shown = roughContexts.map(({ path }) => path as string);
      expect(shown.toSorted()).toEqual(
        contexts
          .filter((one) => one.bytes > 0)
          .map(({ path }) => path)
          .toSorted(),
      );
      for (const { path, operations, bytes: own } of contexts) {
        const steps = await pictures.timeline(path);
        expect([steps?.path, steps?.operationCount, steps?.bytes], name).toEqual([path, operations, own]);
      }
    }
  });

  it('do not exceed the sum of the parts, even if a broken file claims more', () => {
    const context = {
      kind: 'context',
      position: 0,
      path: 'a',
      coreOp: '',
      offset: 3,
      bytes: 700,
      name: '',
      operations: 0,
    } as const;
    expect(outlineOf([context], 1000)).toMatchObject({
      bytes: 1000,
      children: [{ bytes: 700 }, { bytes: 300 }],
    });
    expect(outlineOf([context, context], 1000)).toMatchObject({ bytes: 1400, children: [{}, {}] });
    expect(outlineOf([], 0)).toMatchObject({ bytes: 0, children: [] });
  });

  it('can be requested again after a failure', async () => {
    const { source, state } = slow(bytesOf('two-groups.mdl'));
    const pictures = new Pictures(source);
    state.isBroken = true;
    await expect(pictures.blocks('')).rejects.toThrow('the file is gone');
    await expect(pictures.contexts()).rejects.toThrow('the file is gone');
    state.isBroken = false;
    expect((await pictures.blocks('')).block.bytes).toBe(source.size);
    expect(new Set((await pictures.contexts()).map(({ coreOp }) => coreOp)).size).toBeGreaterThan(1);
    const { reads } = state;
    await Promise.all([pictures.blocks('0'), pictures.contexts(), pictures.outline()]);
    // Data that is known already is not read again.
    expect(state.reads).toBe(reads);
  });

  it('include a network before its bytes are counted; one count serves the network and the map', async () => {
    const { source, state } = slow(bytesOf('small-network.hef'));
    const pictures = new Pictures(source);
    const network = await pictures.network();
    expect(network.contexts.length).toBeGreaterThan(0);
    expect(network.contexts.every(({ configurationBytes }) => configurationBytes === null)).toBe(true);
    expect(pictures.counted).toBe(0);
    expect(await pictures.sizedNetwork()).toEqual(await readNetwork(source));
    expect(pictures.counted).toBeGreaterThan(0);
    const { reads } = state;
    await pictures.blocks('');
    expect(state.reads).toBe(reads);
  });

  it('include the progress of the count', async () => {
    const { source } = slow(bytesOf('small-network.hef'));
    const pictures = new Pictures(source);
    expect(pictures.counted).toBe(0);
    await pictures.blocks('');
    expect(pictures.counted).toBeGreaterThan(0.2);
    expect(pictures.counted).toBeLessThanOrEqual(1);
  });

  it('stop reading a timeline if another is requested, or if the request is cancelled', async () => {
    const { source, state } = slow(bytesOf('small-network.hef'));
    const pictures = new Pictures(source);
    state.delay = 60;
    const first = pictures.timeline('network_groups[0].contexts[0]');
    const ended = expect(first).rejects.toThrow('another timeline');
    const second = pictures.timeline('network_groups[0].contexts[1]');
    await ended;
    expect((await second)?.path).toBe('network_groups[0].contexts[1]');
    const third = pictures.timeline('network_groups[0].contexts[0]');
    const left = expect(third).rejects.toThrow();
    pictures.leaveTimeline();
    await left;
    expect(await pictures.timeline('network_groups[0].contexts[9]')).toBeUndefined();
  });
});
