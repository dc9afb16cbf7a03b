import { describe, expect, it } from 'vitest';
import { smithModel } from '../../src/attack/smith/smith.js';

describe('required features', () => {
  // One of twelve models declares its features by flags only, unless flags are not enough.
  it.each(['multi-network', 'run-asap'] as const)('%s: extensions are set, whatever the seed', (feature) => {
    for (let seed = 0; seed < 100; seed++) {
      const { features, headerVersion } = smithModel({ seed, with: [feature], preset: 'small' }).describe();
      expect(features, `seed ${seed}`).toContain(feature);
      expect(headerVersion, `seed ${seed}`).toBeGreaterThan(0);
    }
  });
});
