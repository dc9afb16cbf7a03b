import { describe, expect, it } from 'vitest';
import { FEATURE_NAMES, FEATURES } from '../../src/attack/smith/features.js';
import { PRESET_NAMES } from '../../src/attack/smith/presets.js';
import { smithFile, smithModel } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { seeds } from './seeds.js';

interface FeatureInfo {
  readonly about: string;
  readonly warns?: readonly string[];
  readonly informs?: readonly string[];
}

async function reported(options: Parameters<typeof smithFile>[0]): Promise<ReadonlySet<string>> {
  const report = await validate(memorySource(await smithFile(options)), { checksums: nodeChecksums });
  expect(report.counts.error).toBe(0);
  return new Set(report.diagnostics.map(({ code }) => code));
}

describe.each(FEATURE_NAMES)('%s', (feature) => {
  // Only files of this version have sections after the message.
  const framing = 3;

  it('is present if requested, and absent if excluded', () => {
    for (const seed of seeds(5)) {
      const wished = smithModel({ seed, framing, with: [feature] }).describe();
      expect(wished.features, `seed ${seed}`).toContain(feature);
      const spared = smithModel({ seed, framing, without: [feature], uncommon: true }).describe();
      expect(spared.features, `seed ${seed}`).not.toContain(feature);
    }
  });

  it('has the warnings and infos of its description', async () => {
    const info: FeatureInfo = FEATURES[feature];
    const codes = [...(info.warns ?? []), ...(info.informs ?? [])];
    const options = {
      framing,
      preset: 'small',
      actions: 400,
      without: FEATURE_NAMES.filter((name) => name !== feature),
    } as const;
    for (const seed of seeds(3)) {
      const found = await reported({ ...options, seed, with: [feature] });
      expect([...found], `seed ${seed}`).toEqual(expect.arrayContaining([...codes]));
    }
  });
});

describe('swarms', () => {
  it('leave out about half of the features, and different ones for each seed', () => {
    const excluded = seeds(40).map(
      (seed) => smithModel({ seed, preset: 'small', swarm: true, uncommon: true }).describe().excluded,
    );
    for (const list of excluded) {
      expect(list.length).toBeGreaterThan(FEATURE_NAMES.length / 5);
      expect(list.length).toBeLessThan((FEATURE_NAMES.length * 4) / 5);
    }
    expect(new Set(excluded.map((list) => list.join())).size).toBe(excluded.length);
  });
});

describe('presets', () => {
  it.each(PRESET_NAMES)('%s is valid, and allows small models', async (preset) => {
    const options = { seed: 4, preset, actions: 300 } as const;
    const { diagnostics } = await validate(memorySource(await smithFile(options)), {
      checksums: nodeChecksums,
    });
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('everything has all features', () => {
    const { features } = smithModel({ seed: 9, preset: 'everything', framing: 3 }).describe();
    expect(features.length).toBeGreaterThan(24);
  });
});
