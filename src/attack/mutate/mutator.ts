import type { FrameParts } from '../../base/container/write.js';
import { type Place, placeOf } from '../../read/tree/place.js';
import type { RecordNode } from '../../read/tree/record.js';
import type { Random } from './random.js';
import type { Args, StepArgs } from './step-args.js';
import type { TreeSite } from './tree-site.js';

/**
 * Stages of a mutant, in their order. Mutations of an earlier stage are done first, so that what a later one
 * breaks on purpose is not repaired: the frame is put together, with true sizes and checksums, after `frame`.
 */
export const STAGES = ['tree', 'message', 'frame', 'header', 'file'] as const;
/** A stage of a mutant. */
export type Stage = (typeof STAGES)[number];

/** What a step did. */
export interface Done {
  /** For people: what has been changed into what, without where. */
  readonly sentence: string;
  /** Where, in the bytes as the step found them; of what is new, where it is now. */
  readonly place: Place;
}

/** What the bytes of a message or a file become. */
export interface DoneBytes extends Done {
  readonly bytes: Uint8Array;
}

interface Named {
  /** Kebab-case; logs name mutators by it, so it does not change. */
  readonly name: string;
  /** A sentence, for `--list`. */
  readonly summary: string;
  /** How often it is chosen, compared with the others; a whole number. */
  readonly weight: number;
}

/**
 * A mutator has two halves. `choose` looks for a place and makes every random choice, as plain
 * data; `perform` does it, and sees nothing but that data. A replay performs what a log has kept: it needs no
 * random numbers, so it survives changes of how they are drawn, and a log can be shortened or edited by hand.
 */
interface Halves<Site> extends Named {
  /** @internal Undefined: nothing here that this mutator could change, or no room for it. */
  choose(site: Site, random: Random): StepArgs | undefined;
  /**
   * @internal
   * @throws ProtomdlError (`replay-mismatch`) for arguments that do not fit the file
   */
  perform(site: Site, args: Args): Done;
}

/** Changes the tree of the message. */
export interface TreeMutator extends Halves<TreeSite> {
  /** Before the message is encoded. */
  readonly stage: 'tree';
  /** Whether the message may be no protobuf afterwards: that is what it is for. */
  readonly breaksFraming?: boolean;
}

/** Bytes to be changed. */
export interface BytesSite {
  readonly bytes: Uint8Array;
  /** Their offset in the file. */
  readonly base: number;
  /** Bytes by which they may grow. */
  readonly room: number;
}

/** Changes the bytes of the message (whose size and checksum are then repaired), of the header, or of the file. */
export interface BytesMutator extends Named {
  /** After the message is encoded, after the header is made, or after the file is put together. */
  readonly stage: 'message' | 'header' | 'file';
  /** @internal */
  choose(site: BytesSite, random: Random): StepArgs | undefined;
  /** @internal The bytes it is given are its own: it may change them in place. */
  perform(site: BytesSite, args: Args): DoneBytes;
}

/** What a file is made of around its message; mutators put other parts in. */
export interface FrameSite {
  /** Undefined: the message is all there is. */
  parts: Omit<FrameParts, 'message'> | undefined;
  /** Bytes of the message. */
  readonly messageSize: number;
  /** Bytes by which the file may grow. */
  readonly room: number;
}

/** Changes what the file is made of around the message. */
export interface FrameMutator extends Halves<FrameSite> {
  /** Before the header is made. */
  readonly stage: 'frame';
}

/** Something that changes a file in one way. */
export type Mutator = TreeMutator | BytesMutator | FrameMutator;

/** The place of a record of a site. */
export function recordPlace(site: TreeSite, record: RecordNode): Place {
  return placeOf(record, site.base);
}

/** Of the record that holds a message, or of the whole. */
export function ownerPlace(site: TreeSite, owner: RecordNode | undefined): Place {
  if (owner !== undefined) return placeOf(owner, site.base);
  return { offset: site.base, length: site.root.size, path: '' };
}

/** A stretch of bytes, which has no path. */
export function bytesPlace(offset: number, length: number): Place {
  return { offset, length, path: '' };
}
