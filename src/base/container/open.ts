import { ProtomdlError } from '../diagnostics/error.js';
import { rewound } from '../source/held.js';
import type { Source } from '../source/source.js';
import { DETECT_BYTES, type Detection, detectFraming, type FramingMode } from './detect.js';
import { headerFault } from './header-fault.js';
import type { Frame } from './layout.js';

interface OpenedFile {
  /**
   * Source for all further reads. If the input is a stream, only this source repeats the bytes that were
   * already read.
   */
  readonly source: Source;
  readonly detection: Detection;
  /** True if the source returned bytes instead of a promise. */
  readonly isImmediate: boolean;
}

/** Position of the message in a file. Offsets are absolute. */
export interface OpenedMessage extends OpenedFile {
  /** Header of the file; null if the message is bare. */
  readonly frame: Frame | null;
  readonly from: number;
  /**
   * End of the message according to the header, which may be past the end of the file; Infinity for a bare
   * message. If readers used the size of the file instead, readers would not enter a truncated message.
   */
  readonly end: number;
}

/**
 * Detects the framing of a file from its first 64 bytes. Every reader of files begins with this function.
 * @throws ProtomdlError if the source throws; this function throws no errors about the content
 */
export async function openContainer(source: Source, framing: FramingMode = 'auto'): Promise<OpenedFile> {
  const prefix = new Uint8Array(DETECT_BYTES);
  const answer = source.read(0, prefix);
  const begin = prefix.subarray(0, await answer);
  return {
    source: source.randomAccess ? source : rewound(source, begin),
    detection: detectFraming(begin, framing, source.size),
    isImmediate: typeof answer === 'number',
  };
}

/**
 * Finds the message in a file.
 * @throws ProtomdlError `frame-bad-magic`, `frame-truncated-header` or `frame-version-unsupported` if a
 * header does not lead to a message, and errors of the source
 */
export async function openMessage(source: Source, framing: FramingMode = 'auto'): Promise<OpenedMessage> {
  const opened = await openContainer(source, framing);
  return { ...opened, ...messageIn(opened.detection) };
}

/**
 * Returns the position of the message from a file's header.
 * @throws ProtomdlError as `openMessage`
 */
export function messageIn(detection: Detection): Omit<OpenedMessage, keyof OpenedFile> {
  const { framing, frame } = detection;
  if (framing === 'bare') return { frame: null, from: 0, end: Number.POSITIVE_INFINITY };
  if (frame === null) {
    const { code, message, offset } = headerFault(detection);
    throw new ProtomdlError(code, message, offset);
  }
  return { frame, from: frame.messageOffset, end: frame.messageOffset + frame.protoSize };
}
