import { detectFraming, type FramingMode } from './detect.js';
import { type Frame, sectionsOf } from './layout.js';
import { type FrameParts, ZERO_POINT_ALIGNMENT } from './write.js';

/** A file in memory by its sections; all are views of its bytes. */
export type TakenApart =
  | { readonly framing: 'bare'; readonly message: Uint8Array }
  | {
      readonly framing: 'framed';
      readonly frame: Frame;
      readonly header: Uint8Array;
      /** Parts without missing bytes. Bytes that no claim of the header covers are in `trailing`. */
      readonly message: Uint8Array;
      readonly padding: Uint8Array;
      readonly ccws: Uint8Array;
      readonly additionalInfo: Uint8Array;
      readonly trailing: Uint8Array;
    }
  /** A framed file with an unreadable header: the position of the message is not known. */
  | { readonly framing: 'unknown'; readonly bytes: Uint8Array };

/** Splits a file at the claims of its header, with each section cut at the file's end. Never throws. */
export function takeApart(bytes: Uint8Array, mode: FramingMode = 'auto'): TakenApart {
  const { framing, frame } = detectFraming(bytes, mode, bytes.length);
  if (framing === 'bare') return { framing, message: bytes };
  if (frame === null) return { framing: 'unknown', bytes };
  const sections = sectionsOf(frame, bytes.length);
  const section = (name: string): Uint8Array => {
    const found = sections.find((candidate) => candidate.name === name);
    return found === undefined
      ? bytes.subarray(bytes.length)
      : bytes.subarray(found.offset, found.offset + found.length);
  };
  return {
    framing,
    frame,
    header: section('header'),
    message: section('message'),
    padding: section('padding'),
    ccws: section('ccws'),
    additionalInfo: section('additional-info'),
    trailing: section('trailing'),
  };
}

/**
 * Returns the parts from which `encodeFrame` makes the same file, except for false claims of its header.
 * @param message replacement for the file's message. Padding is then computed again if the file's padding was
 * as long as alignment requires; otherwise it is kept
 */
export function partsOf(
  file: Extract<TakenApart, { framing: 'framed' }>,
  message: Uint8Array = file.message,
): FrameParts {
  const { frame, padding, ccws, additionalInfo, trailing } = file;
  const end = frame.headerSize + file.message.length;
  const aligned =
    frame.version === 3 &&
    (end + padding.length) % ZERO_POINT_ALIGNMENT === 0 &&
    padding.length < ZERO_POINT_ALIGNMENT;
  const sameZeroPoint = message.length === file.message.length;
  const checked = frame.fields.some(({ name, value }) => name === 'proto_xxh3' && value !== 0);
  return {
    version: frame.version,
    form: frame.form,
    message,
    ...(aligned && !sameZeroPoint ? {} : { padding }),
    ccws,
    trailing,
    additionalInfo,
    messageChecksum: checked,
  };
}
