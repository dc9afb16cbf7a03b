import { ProtomdlError } from '../diagnostics/error.js';
import { rewound } from '../source/held.js';
import type { Source } from '../source/source.js';
import { DETECT_BYTES, type Detection, detectFraming, type FramingMode } from './detect.js';
import { headerFault } from './header-fault.js';
import type { Frame } from './layout.js';

/** A file whose framing has been decided. */
interface OpenedFile {
  /** Source for all further reads: if it is a stream, its beginning has been read. */
  readonly source: Source;
  readonly detection: Detection;
  /** True if the source returned bytes rather than a promise. */
  readonly isImmediate: boolean;
}

/** Position of the message in a file. Offsets are absolute. */
export interface OpenedMessage extends OpenedFile {
  /** Null if the message is bare. */
  readonly frame: Frame | null;
  readonly from: number;
  /**
   * End of the message by its header's claim, which may be past the file's end; infinite for a bare message.
   * If readers used the file's size instead, they would not enter a message that was cut.
   */
  readonly end: number;
}

/**
 * Decides how a file is framed, from its first 64 bytes. Every reader of files begins here.
 * @throws ProtomdlError if the source throws; the content causes no error here
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
