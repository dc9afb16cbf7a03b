import { tagWireType, WIRE_EGROUP, WIRE_I32 } from '../wire/tag.js';
import { headerSizeOf, isContainerVersion, MAGIC, PREFIX_BYTES } from './header.js';
import { decodeFrame, type Frame, lengthVerdict } from './layout.js';

/** Maximum number of bytes that the detection needs: the longest header, and the tag after the header. */
export const DETECT_BYTES = 64;

/** Number of bytes that `lookalike` needs to find the names in an archive, or signs of damage. */
export const LOOKALIKE_BYTES = 1 << 16;

/** Framing of a file: a bare message, a message after a header, or `auto` to decide from the first bytes. */
export type FramingMode = 'auto' | 'bare' | 'framed';

/** Reasons why a header cannot be trusted. */
export type HeaderProblem = 'truncated-header' | 'bad-magic' | 'version-unsupported';

/** Framing that was detected from the beginning of a file. */
export interface Detection {
  /** Detected framing. */
  readonly framing: 'bare' | 'framed';
  /**
   * The version that a framed file declares, even if the version is not supported; null for a bare file, or
   * if the version is implausible.
   */
  readonly version: number | null;
  /** The header, if it can be read; null for a bare file, or if the message cannot be located. */
  readonly frame: Frame | null;
  /**
   * Another interpretation of the same header, if only the size of the file can decide between both
   * interpretations, and the size is not known yet; otherwise null. See `resolveFrame`.
   */
  readonly alternative: Frame | null;
  /** Problem with the header; null if the header can be trusted, or for a bare file. */
  readonly problem: HeaderProblem | null;
  /** The available bytes of the file's beginning. */
  readonly prefix: Uint8Array;
}

/**
 * Decides whether a file is bare or framed, and reads the header.
 *
 * In the mode `auto`, a file is framed if it begins with the magic. A file with a damaged magic is also
 * framed if its first byte cannot begin a message, or if bytes 4 to 11 are a plausible version and size. The
 * decision depends only on the prefix, and not on the size of the file, so that a stream is checked like a
 * file.
 *
 * @param prefix the file's first DETECT_BYTES bytes; fewer only if the file is shorter
 * @param size the file's size, if known
 */
export function detectFraming(prefix: Uint8Array, mode: FramingMode = 'auto', size?: number): Detection {
  // The prefix is copied, because it often is a view of a window that will be reused.
  const bytes = prefix.slice(0, DETECT_BYTES);
  const bare: Detection = {
    framing: 'bare',
    version: null,
    frame: null,
    alternative: null,
    problem: null,
    prefix: bytes,
  };
  if (mode === 'bare') return bare;
  if (mode === 'auto' && !looksFramed(bytes)) return bare;
  const knownSize = bytes.length < DETECT_BYTES ? bytes.length : size;
  return readHeader({ ...bare, framing: 'framed' }, knownSize);
}

/**
 * Returns the interpretation of the header that is correct for the file's size. In version 1, the standard
 * form is correct unless its length equation fails and the length equation of the other form holds.
 */
export function resolveFrame(detection: Detection, size: number): Frame | null {
  const { frame, alternative } = detection;
  if (frame === null || alternative === null) return frame;
  return lengthVerdict(frame, size) === 'differs' && lengthVerdict(alternative, size) === 'holds'
    ? alternative
    : frame;
}

function readHeader(detection: Detection, size: number | undefined): Detection {
  const bytes = detection.prefix;
  if (!beginsWithMagic(bytes)) {
    // If the rest of the header is plausible, only the magic is damaged, and the file can be checked further.
    // Otherwise all further problems would follow from the missing header.
    const damaged: Detection = { ...detection, problem: 'bad-magic' };
    return isPlausibleHeader(bytes) ? readFrame(damaged, size) : damaged;
  }
  if (bytes.length < VERSION_AT + 4) return { ...detection, problem: 'truncated-header' };
  return readFrame(detection, size);
}

function readFrame(detection: Detection, size: number | undefined): Detection {
  const bytes = detection.prefix;
  const version = numberAt(bytes, VERSION_AT);
  if (!isContainerVersion(version)) return { ...detection, version, problem: 'version-unsupported' };
  if (bytes.length < headerSizeOf(version)) return { ...detection, version, problem: 'truncated-header' };
  const frame = decodeFrame(bytes, version);
  if (version !== 1 || bytes.length < headerSizeOf(1, 'md5')) return { ...detection, version, frame };
  const alternative = decodeFrame(bytes, 1, 'md5');
  if (size === undefined) return { ...detection, version, frame, alternative };
  return { ...detection, version, frame: resolveFrame({ ...detection, frame, alternative }, size) };
}

function looksFramed(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  return !canBeginMessage(bytes[0] as number) || isPlausibleHeader(bytes);
}

/**
 * Compares the available bytes of the magic. A file that ends inside the magic has a truncated header, and is
 * not another kind of file.
 */
function beginsWithMagic(bytes: Uint8Array): boolean {
  for (let i = 0; i < 4 && i < bytes.length; i++) {
    if (bytes[i] !== ((MAGIC >>> (24 - 8 * i)) & 0xff)) return false;
  }
  return true;
}

const VERSION_AT = 4;
const PROTO_SIZE_AT = 8;

/** Reads a big-endian number of 32 bits. */
function numberAt(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
  return high * 0x10000 + (((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number));
}

/**
 * True if a message can begin with this byte: a tag whose wire type is not 6, 7 or group end, and whose field
 * number is not 0. In a longer tag, the following bytes contain the rest of the field number.
 */
function canBeginMessage(byte: number): boolean {
  const wireType = tagWireType(byte);
  if (wireType > WIRE_I32 || wireType === WIRE_EGROUP) return false;
  return byte >= 0x08;
}

/**
 * True if bytes 4 to 11 are a known version and a plausible size: not 0, within the limit of parsers, within
 * the file if the prefix is the whole file, and followed by bytes that can begin a message. A bare message
 * would also need three zero bytes from byte 4 on, where real messages have tags and text.
 */
function isPlausibleHeader(bytes: Uint8Array): boolean {
  if (bytes.length < PREFIX_BYTES) return false;
  // Only these two fields are read, instead of all fields that a report needs, because this check runs for
  // every file.
  const version = numberAt(bytes, VERSION_AT);
  const protoSize = numberAt(bytes, PROTO_SIZE_AT);
  if (!isContainerVersion(version) || protoSize === 0 || protoSize >= 2 ** 31) return false;
  const headerSize = headerSizeOf(version);
  if (bytes.length < DETECT_BYTES && headerSize + protoSize > bytes.length) return false;
  return canBeginMessage(bytes[headerSize] as number);
}
