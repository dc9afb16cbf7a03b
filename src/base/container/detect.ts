import { tagWireType, WIRE_EGROUP, WIRE_I32 } from '../wire/tag.js';
import { headerSizeOf, isContainerVersion, MAGIC, PREFIX_BYTES } from './header.js';
import { decodeFrame, type Frame, lengthVerdict } from './layout.js';

/** Maximum number of bytes that the decision needs: the longest header and a tag after it. */
export const DETECT_BYTES = 64;

/** Number of bytes that `lookalike` needs to find the names in an archive, or signs of damage. */
export const LOOKALIKE_BYTES = 1 << 16;

/** Framing of a file: a bare message, a message after a header, or `auto` to decide from the first bytes. */
export type FramingMode = 'auto' | 'bare' | 'framed';

/** Reasons why a header cannot be trusted. */
export type HeaderProblem = 'truncated-header' | 'bad-magic' | 'version-unsupported';

/** Framing as detected from a file's beginning. */
export interface Detection {
  /** Detected framing. */
  readonly framing: 'bare' | 'framed';
  /**
   * The version that a framed file declares, supported or not; null for a bare file, or if the version is
   * implausible.
   */
  readonly version: number | null;
  /** The header, if it can be read; null for a bare file, or if the message cannot be located. */
  readonly frame: Frame | null;
  /**
   * Another interpretation of the same header, if only the file's size can decide between the two, and it is
   * not known yet: see `resolveFrame`.
   */
  readonly alternative: Frame | null;
  /** Problem with the header; null if it can be trusted, or there is no header. */
  readonly problem: HeaderProblem | null;
  /** The available bytes of the file's beginning. */
  readonly prefix: Uint8Array;
}

/**
 * Decides whether a file is a bare message or a framed one, and reads the header.
 *
 * In the mode `auto`, a file is framed if it begins with the magic. A file with a damaged magic is framed,
 * too, if its first byte cannot begin a message, or if bytes 4 to 11 are a plausible version and size. Only
 * the prefix decides, never the file's size, so that a stream is checked like a file.
 *
 * @param prefix the file's first DETECT_BYTES bytes; fewer only if the file is shorter
 * @param size the file's size, if known
 */
export function detectFraming(prefix: Uint8Array, mode: FramingMode = 'auto', size?: number): Detection {
  // A copy: the prefix often is a view of a window that is about to be reused.
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
 * Returns the interpretation of the header that is correct for the file's size. Version 1's standard form is
 * right unless its length equation fails and that of the other form holds.
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
    // All other problems of such bytes follow from the missing header, unless the rest of the header makes
    // sense: then only the magic is damaged, and the file can be checked further.
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
 * Compares the available bytes of the magic: a file that ends inside the magic has a truncated header, and is
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

/** 32 bits, big-endian. */
function numberAt(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
  return high * 0x10000 + (((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number));
}

/**
 * True if a message can begin with this byte: a tag of a wire type other than 6, 7 and group end, and not
 * one of field 0 (in a longer tag, the bytes that follow hold the rest of the field number).
 */
function canBeginMessage(byte: number): boolean {
  const wireType = tagWireType(byte);
  if (wireType > WIRE_I32 || wireType === WIRE_EGROUP) return false;
  return byte >= 0x08;
}

/**
 * True if bytes 4 to 11 are a known version and a plausible size: not 0, within the limit of parsers, within
 * the file if the prefix is all of it, and followed by bytes that can begin a message. A bare message would
 * need three zero bytes from the fourth on and all of this; real ones have tags and text there.
 */
function isPlausibleHeader(bytes: Uint8Array): boolean {
  if (bytes.length < PREFIX_BYTES) return false;
  // Every file is checked, so only these two fields are read, not all that a report shows.
  const version = numberAt(bytes, VERSION_AT);
  const protoSize = numberAt(bytes, PROTO_SIZE_AT);
  if (!isContainerVersion(version) || protoSize === 0 || protoSize >= 2 ** 31) return false;
  const headerSize = headerSizeOf(version);
  if (bytes.length < DETECT_BYTES && headerSize + protoSize > bytes.length) return false;
  return canBeginMessage(bytes[headerSize] as number);
}
