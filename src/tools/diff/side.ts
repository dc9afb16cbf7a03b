import type { Detection, FramingMode } from '../../base/container/detect.js';
import { type Frame, type Section, sectionsOf } from '../../base/container/layout.js';
import { openContainer } from '../../base/container/open.js';
import { hold } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { ContentReader, Segment } from './content.js';

export interface FileSide {
  readonly content: ContentReader;
  readonly whole: Segment;
  readonly detection: Detection;
  readonly frame: Frame | null;
  /** Undefined if the position of the message is unknown: in a framed file with an unreadable header. */
  readonly message: Segment | undefined;
  readonly sections: readonly Section[];
}

/** Opens one side. Asynchronous sources are held in memory, up to 1 GiB. */
export async function openSide(source: Source, framing: FramingMode): Promise<FileSide> {
  const held = await answering(source);
  const size = held.size ?? 0;
  const content = new ContentReader(held, size);
  const { detection } = await openContainer(held, framing);
  const { frame } = detection;
  const whole = new Segment(content, 0, size);
  if (frame === null) {
    const message = detection.framing === 'bare' ? whole : undefined;
    return { content, whole, detection, frame, message, sections: [] };
  }
  const sections = sectionsOf(frame, size);
  const found = sections.find(({ name }) => name === 'message');
  const message = new Segment(
    content,
    found?.offset ?? Math.min(frame.messageOffset, size),
    found?.length ?? 0,
  );
  return { content, whole, detection, frame, message, sections };
}

async function answering(source: Source): Promise<Source> {
  if (source.bytes !== undefined) return source;
  if (source.randomAccess && source.size !== undefined) {
    const answer = source.read(0, new Uint8Array(1));
    if (typeof answer === 'number') return source;
    await answer;
  }
  return hold(source);
}
