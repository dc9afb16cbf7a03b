import { describe, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../../src/attack/smith/features.js';
import { LAYOUTS, type SmithOptions } from '../../src/attack/smith/settings.js';
import { smithBytes, smithFile, smithModel } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { decodeAndEncode } from './oracle.js';
import { FRAMINGS, hashOf, seeds, smallOptions } from './seeds.js';

const of = (count: number, options: (seed: number) => SmithOptions): SmithOptions[] =>
  Array.from({ length: count }, (_, seed) => options(seed));

describe('a model from smith', () => {
  it.each(LAYOUTS)('of layout %s has only the findings that its description lists', async (layout) => {
    for (const seed of seeds(75)) {
      const options = { ...smallOptions(seed), layout };
      const smithed = smithModel(options);
      const { warns, informs } = smithed.describe();
      const { diagnostics, verdict } = await validate(memorySource(await smithFile(options)), {
        checksums: nodeChecksums,
      });
      const unexpected = diagnostics.filter(({ severity, code }) => {
        return severity === 'error' || !(severity === 'warning' ? warns : informs).includes(code);
      });
      expect({ options, unexpected, verdict }).toEqual({ options, unexpected: [], verdict: 'valid' });
    }
  });

  it('is loaded by the releases that support its framing', async () => {
    const framings = { '4.8.0': [0], '4.20.0': [0, 1, 2] } as const;
    // Releases from 4.12 on refuse `write-data`, and old releases refuse `later-actions`.
    const without = ['write-data', 'later-actions'] as const;
    for (const [release, known] of Object.entries(framings) as [
      '4.8.0' | '4.20.0',
      readonly (0 | 1 | 2)[],
    ][]) {
      for (const seed of seeds(40)) {
        const options = { seed, framing: known[seed % known.length] ?? 0, preset: 'small', without } as const;
        const file = memorySource(await smithFile(options));
        const { runtime } = await validate(file, { checksums: nodeChecksums, runtimes: [release] });
        expect({ seed, ...runtime?.[release] }).toMatchObject({ seed, verdict: 'accepts' });
      }
    }
  });

  it('has no warnings unless requested', () => {
    for (const seed of seeds(40)) {
      const { warns, informs, framing } = smithModel({ seed, preset: 'small' }).describe();
      expect(warns).toEqual([]);
      // Releases that read version 3 require an extension that older releases refuse.
      if (framing === 3) expect(informs).toContain('extension-not-loadable');
    }
    const uncommon = seeds(40).flatMap(
      (seed) => smithModel({ seed, uncommon: true, loadsOn: 'any' }).describe().warns,
    );
    expect(new Set(uncommon).size).toBeGreaterThan(3);
  });

  it('equals protobuf’s own encoding of the same model', () => {
    for (const seed of seeds(100)) {
      const bytes = smithBytes({ ...smallOptions(seed), framing: 'bare' });
      expect(Buffer.from(decodeAndEncode(bytes)).equals(Buffer.from(bytes)), `seed ${seed}`).toBe(true);
    }
  });

  it('has the declared sizes, whether it is written in one run or in two', async () => {
    for (const framing of FRAMINGS) {
      for (const seed of seeds(8)) {
        const options = { ...smallOptions(seed), framing };
        const smithed = smithModel(options);
        const pieces: Uint8Array[] = [];
        await smithed.write((bytes) => void pieces.push(bytes.slice()));
        const streamed = Buffer.concat(pieces);
        expect(streamed.length).toBe(smithed.fileSize);
        expect(streamed.equals(Buffer.from(await smithFile(options)))).toBe(true);
        if (framing === 'bare') expect(smithed.messageSize).toBe(smithed.fileSize);
      }
    }
  });

  it('is the same for the same seed, everywhere and always', async () => {
    const hashes = {
      0: await hashOf([{ seed: 0 }]),
      1: await hashOf([{ seed: 1, swarm: true }]),
      greatest: await hashOf([{ seed: Number.MAX_SAFE_INTEGER, layout: 'ops-partial', uncommon: true }]),
      everything: await hashOf([{ seed: 7, preset: 'everything', framing: 3 }]),
      small: await hashOf(of(60, smallOptions)),
      layouts: await hashOf(
        of(48, (seed) => ({ seed, layout: LAYOUTS[seed % 4], uncommon: seed % 3 === 0 })),
      ),
      features: await hashOf(FEATURE_NAMES.map((name, seed) => ({ seed, with: [name], actions: 60 }))),
      framings: await hashOf(of(25, (seed) => ({ seed, framing: FRAMINGS[seed % 5], targetBytes: 90_000 }))),
    };
    expect(hashes).toMatchInlineSnapshot(`
      {
        "0": "a2df94573dba966b",
        "1": "a043793c0cf9b9d0",
        "everything": "898c2fe6ed2d4994",
        "features": "1c98a957eac75244",
        "framings": "cd6b5b8f061a2d5f",
        "greatest": "b2de9da4ca4da95d",
        "layouts": "c31a56cd55f17bb5",
        "small": "f4637f0be14d0337",
      }
    `);
  });

  it('is different for a different seed', () => {
    const all = seeds(200).map((seed) =>
      Buffer.from(smithBytes({ seed, preset: 'small' })).toString('latin1'),
    );
    expect(new Set(all).size).toBe(all.length);
    const far = [2 ** 32, 2 ** 33, 2 ** 52].map((seed) =>
      Buffer.from(smithBytes({ seed })).toString('latin1'),
    );
    expect(new Set(far).size).toBe(far.length);
  });
});
