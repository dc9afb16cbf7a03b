import { type Frame, fieldOf } from './layout.js';

/**
 * How far what lies after the message may reach, in bytes from the zero point. A pointer to configuration
 * words past `words` is wrong whatever the file's size.
 */
export interface Reach {
  /** Absolute offset that is counted from; undefined if there is no such place, or none that makes sense. */
  readonly zeroPoint: number | undefined;
  /** Bytes of configuration words; none in version 0. */
  readonly words: number;
}

/** What a header says about it. */
export function reachOf(frame: Frame): Reach {
  const { version, zeroPoint, ccwsSize, paddingSize } = frame;
  if (version === 0) return { zeroPoint: undefined, words: 0 };
  // Padding that is larger than its section is a finding of its own, and leaves nothing to count from.
  const senseless = version === 3 && paddingSize > fieldOf(frame, 'ccws_size_with_padding').value;
  return { zeroPoint: senseless ? undefined : zeroPoint, words: Number(ccwsSize) };
}
