/**
 * Inputs made by hand at the limits of the wire format, which mutations of valid files do not reach. Each
 * input has the expected results of libprotobuf, protobuf-es and our reader.
 */
import { encode, type Place } from '../../scripts/corpus/encode.js';
import { hex, mark, type Piece, seq } from '../../scripts/corpus/notation.js';
import { type Expected, info, MESSAGE, withEnds } from '../../scripts/corpus/specimen.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { Deviation } from './deviations.js';

export interface EdgeCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly places: ReadonlyMap<string, Place>;
  /** True if libprotobuf 3.21 accepts the input. */
  readonly accepted: boolean;
  /** Reason why protobuf-es 2.13.0 has another result; undefined if it has the same. */
  readonly deviation: Deviation | undefined;
  /** Our findings about the wire format. */
  readonly expected: readonly Expected[];
}

/**
 * An unknown record in which every byte after the first can also be read as an unknown record: a reader that
 * misreads the first byte continues without an error.
 */
export const SHIFTABLE: Piece = mark('after', hex(`4a 48 01 7a 45 ${'00'.repeat(69)}`));

/** Expected findings of protomdl, for a message at this path. */
export function shiftable(path = ''): Expected {
  return info('unknown-fields', 'after', { path: path === '' ? '#9' : `${path}.#9` });
}

interface Rest {
  readonly expected?: readonly Expected[];
  readonly deviation?: Deviation;
}

export function accepted(name: string, pieces: readonly Piece[], rest: Rest = {}): EdgeCase {
  return edgeCase(name, true, pieces, rest);
}

export function rejected(name: string, pieces: readonly Piece[], rest: Rest): EdgeCase {
  return edgeCase(name, false, pieces, rest);
}

function edgeCase(name: string, isAccepted: boolean, pieces: readonly Piece[], rest: Rest): EdgeCase {
  const { bytes, places } = encode(ProtoMDLMdlSchema, seq(...pieces));
  return {
    name,
    bytes,
    places: withEnds([...places, [MESSAGE, { offset: 0, length: bytes.length, path: '' }]]),
    accepted: isAccepted,
    deviation: rest.deviation,
    expected: rest.expected ?? [],
  };
}
