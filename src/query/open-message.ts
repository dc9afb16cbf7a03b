import { DETECT_BYTES, detectFraming, type Frame, type FramingMode } from '../container/index.js';
import { ProtomdlError } from '../diagnostics/error.js';
import { rewound } from '../source/rewound.js';
import type { Source } from '../source/source.js';

/** Where the message of a file is. Offsets are absolute. */
export interface OpenedMessage {
  /** What is to be read from now on: a stream has been begun. */
  readonly source: Source;
  /** Null where the message is bare. */
  readonly frame: Frame | null;
  readonly from: number;
  /**
   * Where it ends by its header's claim, which may be past the file's end; infinite for a bare message. A reader
   * that believed the file's size instead would not enter a message that was cut.
   */
  readonly end: number;
}

/**
 * Finds the message in a file, from its first 64 bytes.
 * @throws ProtomdlError `frame-unreadable` where there is a header but no message to be found by it, and the codes
 *   of the source
 */
export async function openMessage(source: Source, framing: FramingMode = 'auto'): Promise<OpenedMessage> {
  const prefix = new Uint8Array(DETECT_BYTES);
  const begin = prefix.subarray(0, await source.read(0, prefix));
  const detection = detectFraming(begin, framing, source.size);
  const { frame } = detection;
  if (detection.framing === 'framed' && frame === null) {
    const text = `the file's header cannot be read (${detection.problem ?? 'no header'}, offset 0)`;
    throw new ProtomdlError('frame-unreadable', text, 0);
  }
  return {
    source: source.randomAccess ? source : rewound(source, begin),
    frame,
    from: frame?.messageOffset ?? 0,
    end: frame === null ? Number.POSITIVE_INFINITY : frame.messageOffset + frame.protoSize,
  };
}
