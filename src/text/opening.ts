import {
  DETECT_BYTES,
  detectFraming,
  type Frame,
  type FramingMode,
  settleFrame,
} from '../container/index.js';
import { ProtomdlError } from '../diagnostics/error.js';
import { memorySource } from '../source/memory.js';
import { rewound } from '../source/rewound.js';
import type { Source } from '../source/source.js';

/** A file whose message has been found. */
export interface Opened {
  readonly source: Source;
  readonly frame: Frame | undefined;
  /** Absolute offset of the message. */
  readonly from: number;
  /** Its end, as claimed; infinite where nothing claims one. */
  readonly end: number;
}

/**
 * Of a stream so much is read at first: what ends within it is held in memory, so that it can be gone back in.
 */
const STREAM_HEAD = 4 << 20;

/**
 * Finds the message of a file.
 * @throws ProtomdlError with a `frame-*` code where the header cannot be read, or what the source throws
 */
export async function openMessage(
  source: Source,
  framing: FramingMode,
  streamHead = STREAM_HEAD,
): Promise<Opened> {
  const settled = source.randomAccess ? source : await headOf(source, streamHead);
  const prefix = new Uint8Array(DETECT_BYTES);
  const length = await settled.read(0, prefix);
  const detection = detectFraming(prefix.subarray(0, length), framing, settled.size);
  const ready = settled.randomAccess ? settled : rewound(settled, prefix.subarray(0, length));
  if (detection.framing === 'bare') {
    return { source: ready, frame: undefined, from: 0, end: Number.POSITIVE_INFINITY };
  }
  const frame = ready.size === undefined ? detection.frame : settleFrame(detection, ready.size);
  if (frame === null) {
    const { problem } = detection;
    throw new ProtomdlError(
      `frame-${problem}`,
      `${HEADER_PROBLEMS[problem ?? 'bad-magic']}: where its message begins is not known (--framing bare takes all of it for one)`,
      problem === 'version-unsupported' ? 4 : 0,
    );
  }
  const { messageOffset, protoSize } = frame;
  return { source: ready, frame, from: messageOffset, end: messageOffset + protoSize };
}

const HEADER_PROBLEMS = {
  'truncated-header': 'the file ends inside its header',
  'bad-magic': 'the file does not begin as a framed file does',
  'version-unsupported': 'the header is of an unknown version',
};

/** A short stream in memory; a long one as if nothing had been read of it. */
async function headOf(source: Source, least: number): Promise<Source> {
  let head = new Uint8Array(Math.min(64 * 1024, Math.max(least, DETECT_BYTES)));
  let length = 0;
  for (;;) {
    const read = await source.read(length, head.subarray(length));
    length += read;
    if (length < head.length) {
      await source.close();
      return memorySource(head.subarray(0, length));
    }
    if (length >= least) return rewound(source, head.subarray(0, length));
    const grown = new Uint8Array(head.length * 4);
    grown.set(head);
    head = grown;
  }
}
