import type { Frame } from '../../base/container/layout.js';
import { ZERO_POINT_ALIGNMENT } from '../../base/container/write.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import {
  type FileParts,
  type FrameContent,
  headerKindOf,
  PartsRewriting,
  spanContent,
  WRITE_NOTHING,
} from './frame-writer.js';
import { type ModelFile, sectionOf } from './model-file.js';
import type { Rewriting } from './rewriting.js';
import { SpanReader } from './span-reader.js';

/**
 * Returns the file with a different message, in the same frame, with correct sizes and checksums. Zero
 * padding that ends at a page boundary is recomputed to end at a page boundary again; other padding is kept,
 * and extended if it ended at a page boundary.
 */
export async function withMessage(file: ModelFile, message: FrameContent): Promise<Rewriting> {
  return new PartsRewriting(await partsWith(file, message));
}

export async function partsWith(file: ModelFile, message: FrameContent): Promise<FileParts> {
  const { frame } = file;
  if (frame === null) {
    return {
      frame,
      message,
      padding: WRITE_NOTHING,
      isAligned: false,
      ccws: WRITE_NOTHING,
      additionalInfo: WRITE_NOTHING,
      trailing: WRITE_NOTHING,
    };
  }
  const padding = sectionOf(file, 'padding');
  const aligned = isAligned(frame, padding.length);
  return {
    frame: headerKindOf(frame),
    message,
    padding: aligned && (await isZero(file, padding)) ? WRITE_NOTHING : contentOf(file, padding),
    isAligned: aligned,
    ccws: contentOf(file, sectionOf(file, 'ccws')),
    additionalInfo: contentOf(file, sectionOf(file, 'additional-info')),
    trailing: contentOf(file, sectionOf(file, 'trailing')),
  };
}

export function contentOf({ source }: ModelFile, span: Span): FrameContent {
  const reader = new SpanReader(source);
  return spanContent((of, take) => reader.copy(of, take), span);
}

/** True if the span has only zeros, which carry no information. */
export async function isZero({ source }: ModelFile, span: Span): Promise<boolean> {
  let zero = true;
  await new SpanReader(source).copy(span, (piece) => {
    zero &&= piece.every((byte) => byte === 0);
  });
  return zero;
}

function isAligned({ version, messageOffset, protoSize }: Frame, length: number): boolean {
  return (
    version === 3 &&
    length < ZERO_POINT_ALIGNMENT &&
    (messageOffset + protoSize + length) % ZERO_POINT_ALIGNMENT === 0
  );
}
