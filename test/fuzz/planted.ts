/** Targets with planted bugs, to check that they are found. */
import type { Target } from '../../fuzz/target.js';

/** The bug of this target needs four bytes, each checked by a separate branch. */
export const magic: Target = {
  name: 'planted-magic',
  about: 'there is a bug after a magic of four bytes',
  shape: 'bytes',
  maxLength: 6,
  covers: /test\/fuzz\/planted/,
  seeds: () => [],
  open: async () => ({
    run(input) {
      if (input[0] !== 0x50) return undefined;
      if (input[1] !== 0x4d) return undefined;
      if (input[2] !== 0x44) return undefined;
      if (input[3] !== 0x4c) return undefined;
      throw new Error('the planted bug');
    },
  }),
};

/** As `magic`, but without branches: the target reports its progress itself. */
export const told: Target = {
  ...magic,
  name: 'planted-told',
  open: async () => ({
    run(input) {
      const far = [0x50, 0x4d, 0x44, 0x4c].findIndex((byte, i) => input[i] !== byte);
      if (far < 0) throw new Error('the planted bug');
      return [`${far} bytes`];
    },
  }),
};
