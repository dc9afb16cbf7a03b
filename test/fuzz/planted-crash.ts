import type { Target } from '../../fuzz/target.js';

export const crash: Target = {
  name: 'planted-crash',
  about: 'what is four bytes or longer and has a byte of 200 or more in the fourth place fails',
  shape: 'bytes',
  covers: /test\/fuzz\/planted/,
  seeds: () => [Uint8Array.from({ length: 40 }, (_, i) => i)],
  open: async () => ({
    run(input) {
      if (input.length >= 4 && input[3]! >= 200) throw new Error('the planted crash');
      return undefined;
    },
  }),
};
