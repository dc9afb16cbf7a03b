import { type Frame, headerFieldOf } from './layout.js';

/**
 * Extent of the data after the message, in bytes from the zero point. A pointer to configuration words past
 * `words` is wrong whatever the file's size.
 */
export interface Reach {
  /** Absolute offset of the zero point; undefined if there is none, or the header's claims make no sense. */
  readonly zeroPoint: number | undefined;
  /** Bytes of configuration words; 0 in version 0. */
  readonly words: number;
}

/** Returns the extent that a header claims. */
export function reachOf(frame: Frame): Reach {
  const { version, zeroPoint, ccwsSize, paddingSize } = frame;
  if (version === 0) return { zeroPoint: undefined, words: 0 };
  // Padding that is larger than its section is a finding of its own, and leaves nothing to count from.
  const senseless = version === 3 && paddingSize > headerFieldOf(frame, 'ccws_size_with_padding').value;
  return { zeroPoint: senseless ? undefined : zeroPoint, words: Number(ccwsSize) };
}
