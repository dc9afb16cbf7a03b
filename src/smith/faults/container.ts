/** Faults of the frame around a message. */
import type { Fault } from './fault.js';
import { headerField } from './spots.js';

const badMagic: Fault = {
  code: 'frame-bad-magic',
  needs: { framings: [0, 1, 2, 3] },
  apply: ({ frame, random }) => {
    if (frame === undefined) return undefined;
    frame.claim = { magic: 0x0148_4546n ^ (1n << BigInt(random.below(24))) };
    return [{ code: 'frame-bad-magic', at: headerField('magic') }];
  },
};

export const CONTAINER_FAULTS: readonly Fault[] = [badMagic];
