import { type BytesMutator, type BytesSite, bytesPlace, type DoneBytes } from '../mutator.js';
import type { Random } from '../random.js';
import type { Args, StepArgs } from '../step-args.js';
import { grouped, inBytes } from '../wording.js';

/** Of a framed file, the header speaks of the shorter message. */
export const truncateMessage: BytesMutator = {
  name: 'truncate-message',
  summary: 'cut off the end of the message; the header then says so',
  weight: 2,
  stage: 'message',
  choose,
  perform,
};

export const truncateFile: BytesMutator = {
  name: 'truncate-file',
  summary: 'cut off the end of the file; the header knows nothing of it',
  weight: 2,
  stage: 'file',
  choose,
  perform,
};

function choose({ bytes }: BytesSite, random: Random): StepArgs | undefined {
  const { length } = bytes;
  if (length === 0) return undefined;
  const way = random.next(4);
  if (way === 0) return { size: length - 1 };
  if (way === 1) return { size: random.next(Math.min(length, 64)) };
  if (way === 2) return { size: length - Math.min(length, random.between(1, 64)) };
  return { size: random.next(length) };
}

function perform({ bytes, base }: BytesSite, args: Args): DoneBytes {
  const size = Math.min(args.number('size', 2 ** 40), bytes.length);
  return {
    bytes: bytes.subarray(0, size),
    sentence: `cuts off ${inBytes(bytes.length - size)} after the first ${grouped(size)}`,
    place: bytesPlace(base + size, bytes.length - size),
  };
}
