import type { Span } from '../diagnostics/diagnostic.js';
import {
  type ContainerVersion,
  decodeHeaderFields,
  type HeaderField,
  type HeaderFieldName,
  type HeaderForm,
  headerSizeOf,
} from './header.js';

/** The claims of a header about its file, as plain data. The claims do not depend on the size of the file. */
export interface Frame {
  /** Container version, 0 to 3. */
  readonly version: ContainerVersion;
  /** Form of a version 1 header; `standard` for other versions. */
  readonly form: HeaderForm;
  /** Size of the header in bytes; in every version, the message begins after the header. */
  readonly headerSize: number;
  /** Fields of the header in file order. */
  readonly fields: readonly HeaderField[];
  /** Offset of the message: the header's size. */
  readonly messageOffset: number;
  /** Claimed size of the message in bytes: 0 to 2^32 - 1. */
  readonly protoSize: number;
  /** Version 3: size of the padding between the message and the configuration words; 0 otherwise. */
  readonly paddingSize: number;
  /**
   * Size of the configuration words (CCWs) without the padding; 0 if the claimed padding is larger than the
   * section of padding and words.
   */
  readonly ccwsSize: ClaimedSize;
  /** Version 3: size of the section after the configuration words; 0 otherwise. */
  readonly additionalInfoSize: ClaimedSize;
  /**
   * Absolute offset to which CCW pointers and external resources are relative: the end of the message and of
   * the padding.
   */
  readonly zeroPoint: number;
  /** The file's size if every claim is true. */
  readonly claimedFileSize: ClaimedSize;
}

/** Parts of a framed file, in file order. */
export type SectionName = 'header' | 'message' | 'padding' | 'ccws' | 'additional-info' | 'trailing';

/**
 * A section of a framed file, cut at the end of the file. The section `trailing` has all bytes that no claim
 * covers.
 */
export interface Section extends Span {
  readonly name: SectionName;
  /** Size in bytes that the header claims; more than `length` if the file is truncated. */
  readonly claimed: ClaimedSize;
}

/** Reads a header. `bytes` begins with the complete header; its magic and version are not checked. */
export function decodeFrame(
  bytes: Uint8Array,
  version: ContainerVersion,
  form: HeaderForm = 'standard',
): Frame {
  const fields = decodeHeaderFields(bytes, version, form);
  const claim = (name: HeaderFieldName): ClaimedSize =>
    fields.find((field) => field.name === name)?.value ?? 0;
  const headerSize = headerSizeOf(version, form);
  const protoSize = Number(claim('proto_size'));
  const paddingSize = Number(claim('padding_size'));
  // At most one of both fields is present: the size in version 3 includes the padding, and other versions
  // have no padding.
  const ccwsWithPadding = BigInt(claim('ccws_size')) + BigInt(claim('ccws_size_with_padding'));
  const ccwsSize = ccwsWithPadding - BigInt(paddingSize);
  const additionalInfoSize = claim('additional_info_size');
  return {
    version,
    form,
    headerSize,
    fields,
    messageOffset: headerSize,
    protoSize,
    paddingSize,
    ccwsSize: ccwsSize < 0n ? 0 : claimedSize(ccwsSize),
    additionalInfoSize,
    zeroPoint: headerSize + protoSize + paddingSize,
    claimedFileSize: sumOfSizes(headerSize, protoSize, claimedSize(ccwsWithPadding), additionalInfoSize),
  };
}

/** @throws Error if a header of this version has no field of this name, which is a bug of this library */
export function headerFieldOf(frame: Frame, name: HeaderFieldName): HeaderField {
  const field = frame.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`no field ${name} in a header of version ${frame.version}`);
  return field;
}

/**
 * Returns the span of the message, which ends at the latest at the end of the file. Without `size`, the span
 * ends at the claimed end.
 */
export function messageSpan(frame: Frame, size?: number): Span {
  return cut(frame.messageOffset, frame.protoSize, size ?? Number.MAX_SAFE_INTEGER);
}

/** Returns the span of the padding, which ends at the latest at the end of its section or of the file. */
export function paddingSpan(frame: Frame, size?: number): Span {
  const { offset, length } = cut(frame.messageOffset, frame.protoSize, size ?? Number.MAX_SAFE_INTEGER);
  return cut(offset + length, heldPadding(frame), size ?? Number.MAX_SAFE_INTEGER);
}

/**
 * Returns the sections of a file of `size` bytes in file order, without those whose claimed and actual sizes
 * are both 0.
 */
export function sectionsOf(frame: Frame, size: number): readonly Section[] {
  const claims: readonly (readonly [SectionName, ClaimedSize])[] = [
    ['header', frame.headerSize],
    ['message', frame.protoSize],
    ['padding', heldPadding(frame)],
    ['ccws', frame.ccwsSize],
    ['additional-info', frame.additionalInfoSize],
  ];
  const sections: Section[] = [];
  let offset = 0;
  for (const [name, claimed] of claims) {
    const length = cut(offset, claimed, size).length;
    if (BigInt(claimed) > 0n) sections.push({ name, offset, length, claimed });
    offset += length;
  }
  if (offset < size) sections.push({ name: 'trailing', offset, length: size - offset, claimed: 0 });
  return sections;
}

/**
 * Returns the size of the padding, limited to its section, so that a larger claim does not move other
 * sections.
 */
function heldPadding(frame: Frame): number {
  const field = frame.fields.find(({ name }) => name === 'ccws_size_with_padding');
  return field === undefined ? 0 : Math.min(frame.paddingSize, Number(field.value));
}

function cut(offset: number, claimed: ClaimedSize, size: number): Span {
  const left = Math.max(0, size - offset);
  return { offset: Math.min(offset, size), length: claimed > left ? left : Number(claimed) };
}

/**
 * Relation of the size of a file to the claims of its header. `wraps` means that both sizes differ, but are
 * equal modulo 2^64, as the runtime's loader adds.
 */
export type LengthVerdict = 'holds' | 'wraps' | 'differs';

/** Checks the length equation: the sizes in the header add up to the number of bytes after the header. */
export function lengthVerdict(frame: Frame, size: number): LengthVerdict {
  if (frame.claimedFileSize === size) return 'holds';
  const difference = BigInt(frame.claimedFileSize) - BigInt(size);
  return BigInt.asUintN(64, difference) === 0n ? 'wraps' : 'differs';
}

/**
 * Extent of the data after the message, in bytes from the zero point. A pointer to configuration words past
 * `words` is wrong regardless of the size of the file.
 */
export interface Reach {
  /**
   * Absolute offset of the zero point; undefined in version 0, and if the claimed padding is larger than its
   * section.
   */
  readonly zeroPoint: number | undefined;
  /** Size of the configuration words in bytes; 0 in version 0. */
  readonly words: number;
}

/** Returns the extent that a header claims. */
export function reachOf(frame: Frame): Reach {
  const { version, zeroPoint, ccwsSize, paddingSize } = frame;
  if (version === 0) return { zeroPoint: undefined, words: 0 };
  // If the padding is larger than its section, which is a separate finding, the zero point is not known.
  const senseless = version === 3 && paddingSize > headerFieldOf(frame, 'ccws_size_with_padding').value;
  return { zeroPoint: senseless ? undefined : zeroPoint, words: Number(ccwsSize) };
}

/**
 * A size as a header claims it: a bigint if a number cannot represent the 64-bit value exactly. No file is
 * that large, so only rules about the claims themselves encounter bigints.
 */
export type ClaimedSize = number | bigint;

/** Returns a number if the number is exact; otherwise a bigint. */
function claimedSize(value: bigint): ClaimedSize {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function sumOfSizes(...sizes: readonly ClaimedSize[]): ClaimedSize {
  return claimedSize(sizes.reduce((sum: bigint, size) => sum + BigInt(size), 0n));
}

/** Formats a size for messages: `4,096 bytes (0x1000)`. */
export function printSize(size: ClaimedSize): string {
  const digits = size.toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${digits} ${size.toString() === '1' ? 'byte' : 'bytes'} (0x${size.toString(16)})`;
}
