import type { Target } from '../../fuzz/target.js';

export const hang: Target = {
  name: 'planted-hang',
  about: 'three bytes never end',
  shape: 'bytes',
  limitMs: 1500,
  covers: /test\/fuzz\/planted/,
  seeds: () => [],
  open: async () => ({
    run(input) {
      while (input.length === 3);
      return undefined;
    },
  }),
};
