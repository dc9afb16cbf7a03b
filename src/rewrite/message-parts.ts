import type { Frame } from '../container/index.js';
import { ZERO_POINT_ALIGNMENT } from '../container/index.js';
import type { Span } from '../diagnostics/span.js';
import {
  type Content,
  type FileParts,
  kindOf,
  NOTHING,
  PartsRewriting,
  spanContent,
} from './frame-writer.js';
import { type ModelFile, sectionOf } from './model-file.js';
import type { Rewriting } from './rewriting.js';
import { SpanReader } from './span-reader.js';

/**
 * The file with another message in it: framed as it was, with true sizes and checksums. Padding that ends at a page is
 * made anew, so that it does so again; other padding is kept.
 */
export function withMessage(file: ModelFile, message: Content): Rewriting {
  return new PartsRewriting(partsWith(file, message));
}

/** What `withMessage` writes. */
export function partsWith(file: ModelFile, message: Content): FileParts {
  const { frame } = file;
  if (frame === null) {
    return { frame, message, padding: NOTHING, ccws: NOTHING, additionalInfo: NOTHING, trailing: NOTHING };
  }
  return {
    frame: kindOf(frame),
    message,
    padding: isAligned(frame, file) ? 'aligned' : contentOf(file, sectionOf(file, 'padding')),
    ccws: contentOf(file, sectionOf(file, 'ccws')),
    additionalInfo: contentOf(file, sectionOf(file, 'additional-info')),
    trailing: contentOf(file, sectionOf(file, 'trailing')),
  };
}

/** Bytes of the file as they are. */
export function contentOf({ source }: ModelFile, span: Span): Content {
  const reader = new SpanReader(source);
  return spanContent((of, take) => reader.copy(of, take), span);
}

function isAligned({ version, messageOffset, protoSize }: Frame, file: ModelFile): boolean {
  const { length } = sectionOf(file, 'padding');
  return (
    version === 3 &&
    length < ZERO_POINT_ALIGNMENT &&
    (messageOffset + protoSize + length) % ZERO_POINT_ALIGNMENT === 0
  );
}
