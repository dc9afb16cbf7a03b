/**
 * Models are made for a release that loads them, because a file that a loader refuses at once is useless for
 * fuzzing.
 */
import { describe, expect, it } from 'vitest';
import { LAYOUTS, type SmithOptions } from '../../src/attack/smith/settings.js';
import { smithFile, smithModel } from '../../src/attack/smith/smith.js';
import { PUBLISHED_RELEASES, type Release } from '../../src/base/diagnostics/releases.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { seeds } from './seeds.js';

async function outcome(options: SmithOptions, release: Release): Promise<readonly unknown[]> {
  const { runtime, counts } = await validate(memorySource(await smithFile({ actions: 60, ...options })), {
    checksums: nodeChecksums,
    runtimes: [release],
  });
  const one = runtime?.[release];
  return [options.seed, counts.error, one?.verdict, one?.reasons];
}

describe.each(LAYOUTS)('%s', (layout) => {
  it('is loaded by the release of its container by default', async () => {
    for (const seed of seeds(12)) {
      const { framing } = smithModel({ seed, layout, actions: 60 }).describe();
      const release = framing === 3 ? '4.23.0' : '4.20.0';
      expect(await outcome({ seed, layout }, release)).toEqual([seed, 0, 'accepts', []]);
    }
  });

  it.each(PUBLISHED_RELEASES.filter((release) => layout === 'classic' || release !== '4.8.0'))(
    'is loaded by %s, whatever its other features are',
    async (loadsOn) => {
      for (const seed of seeds(6)) {
        const options = { seed, layout, loadsOn, uncommon: true, swarm: true } as const;
        expect(await outcome(options, loadsOn)).toEqual([seed, 0, 'accepts', []]);
      }
    },
  );
});

describe('post-processing', () => {
  it.each(PUBLISHED_RELEASES.slice(1))('is loaded by %s', async (loadsOn) => {
    for (const layout of ['ops', 'ops-partial'] as const) {
      for (const seed of seeds(3)) {
        const options = { seed, layout, loadsOn, with: ['decoders'] } as const;
        expect(await outcome(options, loadsOn)).toEqual([seed, 0, 'accepts', []]);
      }
    }
  });

  it('of every kind is made', async () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const file = await smithFile({ seed, preset: 'small', loadsOn: '5.2.0', with: ['decoders'] });
      const { unchecked = [] } = await validate(memorySource(file), { runtimes: ['5.2.0'] });
      for (const part of unchecked) kinds.add(/of kind (\w+)/.exec(part)?.[1] ?? '');
    }
    expect([...kinds].sort()).toEqual(
      ['argmax', 'iou', 'softmax', 'ssd', 'yolo', 'yolo_seg', 'yolov8', 'yolox'].sort(),
    );
  });

  it('is made in graphs only', () => {
    expect(() => smithModel({ layout: 'classic', with: ['decoders'] })).toThrow(/no graph/);
  });
});

describe('a release that does not accept such a model causes an error', () => {
  it.each<[string, SmithOptions]>([
    ['container', { loadsOn: '4.20.0', framing: 3 }],
    ['layout', { loadsOn: '4.8.0', layout: 'ops' }],
    ['feature', { loadsOn: '4.20.0', with: ['write-data'] }],
  ])('%s', (_about, options) => {
    expect(() => smithModel(options)).toThrow(expect.objectContaining({ code: 'smith-option' }));
  });

  it('may be of any release if no release is named', () => {
    expect(smithModel({ with: ['write-data'] }).describe().features).toContain('write-data');
    expect(smithModel({ with: ['write-data'], loadsOn: 'any' }).describe().features).toContain('write-data');
  });
});
