import { type BytesMutator, type BytesSite, bytesPlace, type DoneBytes } from '../mutator.js';
import type { Random } from '../random.js';
import type { Args, StepArgs } from '../step-args.js';

/** Flips wherever they hit: in the message, of which header and checksum then speak truly. */
export const flipMessageBits: BytesMutator = {
  name: 'flip-message-bits',
  summary: 'flip a few bits anywhere in the message',
  weight: 4,
  stage: 'message',
  choose,
  perform,
};

/** In the finished file: header, message, what lies after. */
export const flipFileBits: BytesMutator = {
  name: 'flip-file-bits',
  summary: 'flip a few bits anywhere in the file, whose checksum then differs',
  weight: 2,
  stage: 'file',
  choose,
  perform,
};

function choose({ bytes }: BytesSite, random: Random): StepArgs | undefined {
  if (bytes.length === 0) return undefined;
  const start = random.next(bytes.length);
  const near = Math.min(bytes.length - start, 64);
  const count = random.between(1, 6);
  // A set: the same bit twice would be no change.
  const flips = new Set<number>();
  for (let i = 0; i < count; i++) flips.add((start + random.next(near)) * 8 + random.next(8));
  return { flips: [...flips] };
}

function perform({ bytes, base }: BytesSite, args: Args): DoneBytes {
  const flips = args.numbers('flips').filter((bit) => bit < bytes.length * 8);
  let first = bytes.length;
  let last = 0;
  for (const bit of flips) {
    const index = Math.floor(bit / 8);
    bytes[index] = (bytes[index] as number) ^ (1 << (bit % 8));
    first = Math.min(first, index);
    last = Math.max(last, index);
  }
  return {
    bytes,
    sentence: `flips ${flips.length} ${flips.length === 1 ? 'bit' : 'bits'}`,
    place: bytesPlace(base + first, Math.max(0, last - first + 1)),
  };
}
