import type { Random } from '../../test/kernel/random.js';
import { placesOf, repairHash } from '../frames.js';
import { BYTE_MUTATORS, EDGE_VALUES, type Mutator, spliced } from './bytes.js';
import { mutateRecords } from './records.js';

/**
 * Mutates a model file: its header, its message, or the sizes of its sections. A bare message is mutated as a
 * message.
 */
export const mutateFile: Mutator = (input, random, other) => {
  const places = placesOf(input);
  const theirs = placesOf(other);
  const donor = theirs === undefined ? other : messageOf(other, theirs.size).message;
  if (places === undefined) return mutateRecords(input, random, donor);
  if (random.chance(30)) return changeHeader(input, random, places.size);
  const { message, end } = messageOf(input, places.size);
  const changed = random.chance(70)
    ? mutateRecords(message, random, donor)
    : random.pick(BYTE_MUTATORS)(message, random, donor);
  const file = spliced(input, places.size, end, changed);
  // Mostly keeps the file consistent, so that readers reach its content.
  if (random.chance(90)) new DataView(file.buffer).setUint32(8, changed.length);
  if (random.chance(60)) repairHash(file, places);
  return file;
};

function messageOf(file: Uint8Array, from: number): { message: Uint8Array; end: number } {
  const size = new DataView(file.buffer, file.byteOffset).getUint32(8);
  const end = Math.min(file.length, from + size);
  return { message: file.subarray(from, end), end };
}

function changeHeader(input: Uint8Array, random: Random, size: number): Uint8Array {
  const file = input.slice();
  const view = new DataView(file.buffer);
  const at = 4 * random.next(size / 4);
  if (random.chance(50)) view.setUint32(at, Number(random.pick(EDGE_VALUES) & 0xffff_ffffn));
  else view.setUint32(at, view.getUint32(at) + random.next(9) - 4);
  const places = placesOf(file);
  if (places !== undefined && random.chance(50)) repairHash(file, places);
  return file;
}
