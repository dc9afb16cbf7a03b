import type { FrameParts } from '../../base/container/write.js';
import type { MessageNode } from '../../read/tree/message.js';
import { type Place, placeOf } from '../../read/tree/place.js';
import type { RecordNode } from '../../read/tree/record.js';
import type { Random } from '../random.js';
import type { Args, StepArgs } from './step-args.js';
import type { TreeSite } from './tree-site.js';

/**
 * Stages of a mutant, in order. Mutations of earlier stages come first, so that deliberate faults of a later
 * stage are not repaired: the frame is assembled, with correct sizes and checksums, after `frame`.
 */
export const STAGES = ['tree', 'message', 'frame', 'header', 'file'] as const;
/** A stage of a mutant. */
export type MutationStage = (typeof STAGES)[number];

/** Result of a step. */
export interface Done {
  /** Description of the change for people, without its position. */
  readonly sentence: string;
  /** Position of the change in the bytes before the step; for new content, its position afterwards. */
  readonly place: Place;
}

/** The new bytes of a message or a file. */
interface DoneBytes extends Done {
  readonly bytes: Uint8Array;
}

interface Named {
  /** Name in kebab-case; never changes, because logs contain it. */
  readonly name: string;
  /** A sentence for `--list`. */
  readonly summary: string;
  /** Relative frequency of the mutator; a whole number. */
  readonly weight: number;
}

/**
 * A mutator has two halves. `choose` finds a position and makes every random choice, as plain data; `perform`
 * makes the change from only these data. A replay performs the steps of a log without random numbers. So logs
 * survive changes of the random generation, and can be shortened or edited by hand.
 */
interface Halves<Site> extends Named {
  /** @internal Returns undefined if this mutator has nothing to change here, or no room. */
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
  /** True if the result may not be a valid protobuf message, on purpose. */
  readonly breaksFraming?: boolean;
}

/** Bytes to be changed. */
export interface BytesSite {
  readonly bytes: Uint8Array;
  /** Their offset in the file. */
  readonly base: number;
  /** Number of bytes by which they may grow. */
  readonly room: number;
}

/**
 * Changes the bytes of the message (whose size and checksum are then corrected), of the header, or of the
 * file.
 */
export interface BytesMutator extends Named {
  /** After the message is encoded, after the header is made, or after the file is assembled. */
  readonly stage: 'message' | 'header' | 'file';
  /** @internal */
  choose(site: BytesSite, random: Random): StepArgs | undefined;
  /** @internal The bytes belong to this call: it may change them in place. */
  perform(site: BytesSite, args: Args): DoneBytes;
}

/** The parts of a file around its message; mutators replace them. */
interface FrameSite {
  /** Undefined if the file has only the message. */
  parts: Omit<FrameParts, 'message'> | undefined;
  /** Size of the message in bytes. */
  readonly messageSize: number;
  /** Number of bytes by which the file may grow. */
  readonly room: number;
}

/** Changes the parts of the file around the message. */
export interface FrameMutator extends Halves<FrameSite> {
  /** Before the header is made. */
  readonly stage: 'frame';
}

/** Something that changes a file in one way. */
export type Mutator = TreeMutator | BytesMutator | FrameMutator;

/** Returns the place of a record of a site. */
export function recordPlace(site: TreeSite, record: RecordNode): Place {
  return placeOf(record, site.base);
}

/** Returns the place of the record that holds a message, or of the whole message. */
export function ownerPlace(site: TreeSite, owner: RecordNode | undefined): Place {
  if (owner !== undefined) return placeOf(owner, site.base);
  return { offset: site.base, length: site.root.size, path: '' };
}

/** Returns the place of a stretch of bytes, which has no path. */
export function bytesPlace(offset: number, length: number): Place {
  return { offset, length, path: '' };
}

/**
 * Returns the name of a record for sentences: the schema's name of its field. Texts of the file are never
 * repeated.
 */
export function recordName(record: RecordNode): string {
  const { field, number } = record;
  return field === undefined ? `#${number}` : field.name;
}

/** Returns the name of a message: its type, without the common prefix. */
export function messageType(message: MessageNode): string {
  return message.table?.typeName.replace(/^ProtoM(DL|dl)/, '') ?? 'group';
}

/** `1 byte`, `4,096 bytes`. */
export function inBytes(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'byte' : 'bytes'}`;
}

export function inBits(count: number): string {
  return `${count} ${count === 1 ? 'bit' : 'bits'}`;
}

export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
