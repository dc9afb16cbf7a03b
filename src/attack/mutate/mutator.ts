import type { FrameParts } from '../../base/container/write.js';
import type { MessageNode } from '../../read/tree/message.js';
import { placeOf, type RecordPosition } from '../../read/tree/place.js';
import type { RecordNode } from '../../read/tree/record.js';
import type { Random } from '../random.js';
import type { Args, StepArgs } from './step-args.js';
import type { TreeSite } from './tree-site.js';

/**
 * Stages of a mutant, in the order in which they run. The frame is assembled, with correct sizes and
 * checksums, after the stage `frame`, so that deliberate faults of later stages are not repaired.
 */
export const STAGES = ['tree', 'message', 'frame', 'header', 'file'] as const;
/** A stage of a mutant. */
export type MutationStage = (typeof STAGES)[number];

export interface Done {
  /** Description of the change for people, without its position. */
  readonly sentence: string;
  /**
   * Position of the change in the bytes before the mutation; for added content, its position after the
   * mutation.
   */
  readonly place: RecordPosition;
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
 * The two functions of a mutator. `choose` finds a position and makes every random choice, as plain data;
 * `perform` makes the change from these data only. A replay calls only `perform`, without random numbers.
 * Logs therefore stay valid if the random generation changes, and people can shorten or edit logs.
 */
interface Halves<Site> extends Named {
  /**
   * @internal Returns undefined if the mutator is not applicable to the site, or the result would be too
   * large.
   */
  choose(site: Site, random: Random): StepArgs | undefined;
  /**
   * @internal
   * @throws ProtomdlError (`replay-mismatch`) for arguments that do not fit the file
   */
  perform(site: Site, args: Args): Done;
}

/** Changes the tree of the message. */
export interface TreeMutator extends Halves<TreeSite> {
  /** Runs before the message is encoded. */
  readonly stage: 'tree';
  /** True if the mutator may deliberately produce an invalid protobuf message. */
  readonly breaksFraming?: boolean;
}

export interface BytesSite {
  readonly bytes: Uint8Array;
  /** Offset of the bytes in the file. */
  readonly base: number;
  /** Number of bytes by which the bytes may grow. */
  readonly room: number;
}

/**
 * Changes encoded bytes: of the message, of the header, or of the file. After a change of the message, its
 * size and checksum are corrected.
 */
export interface BytesMutator extends Named {
  /** Runs after the message is encoded, after the header is made, or after the file is assembled. */
  readonly stage: 'message' | 'header' | 'file';
  /** @internal */
  choose(site: BytesSite, random: Random): StepArgs | undefined;
  /** @internal May change the bytes in place. */
  perform(site: BytesSite, args: Args): DoneBytes;
}

/** The parts of a file around its message, which mutators replace. */
interface FrameSite {
  /** The parts without the message; undefined for a bare message. */
  parts: Omit<FrameParts, 'message'> | undefined;
  readonly messageSize: number;
  /** Number of bytes by which the file may grow. */
  readonly room: number;
}

/** Changes the parts of the file around the message. */
export interface FrameMutator extends Halves<FrameSite> {
  /** Runs before the header is made. */
  readonly stage: 'frame';
}

/** One way to change a file. */
export type Mutator = TreeMutator | BytesMutator | FrameMutator;

export function recordPlace(site: TreeSite, record: RecordNode): RecordPosition {
  return placeOf(record, site.base);
}

/** Returns the place of the record that holds a message; for the root, the place of the whole message. */
export function ownerPlace(site: TreeSite, owner: RecordNode | undefined): RecordPosition {
  if (owner !== undefined) return placeOf(owner, site.base);
  return { offset: site.base, length: site.root.size, path: '' };
}

export function bytesPlace(offset: number, length: number): RecordPosition {
  return { offset, length, path: '' };
}

/**
 * Returns the name of a record for descriptions: the schema's name of its field. Descriptions never contain
 * texts of the file.
 */
export function recordName(record: RecordNode): string {
  const { field, number } = record;
  return field === undefined ? `#${number}` : field.name;
}

/** Returns the name of a message: its type, without the common prefix. */
export function messageType(message: MessageNode): string {
  return message.table?.typeName.replace(/^ProtoM(DL|dl)/, '') ?? 'group';
}

/** Formats a number of bytes: `1 byte`, `4,096 bytes`. */
export function inBytes(count: number): string {
  return `${groupedDigits(count)} ${count === 1 ? 'byte' : 'bytes'}`;
}

export function inBits(count: number): string {
  return `${count} ${count === 1 ? 'bit' : 'bits'}`;
}

export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
