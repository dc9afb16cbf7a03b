import { detectFraming, type FramingMode } from './detect.js';
import { type Frame, sectionsOf } from './layout.js';
import { type FrameParts, ZERO_POINT_ALIGNMENT } from './write.js';

/** The sections of a file in memory. All sections are views of the bytes of the file. */
export type TakenApart =
  | { readonly framing: 'bare'; readonly message: Uint8Array }
  | {
      readonly framing: 'framed';
      readonly frame: Frame;
      readonly header: Uint8Array;
      /**
       * The sections have only bytes that are in the file. Bytes that no claim of the header covers are in
       * `trailing`.
       */
      readonly message: Uint8Array;
      readonly padding: Uint8Array;
      readonly ccws: Uint8Array;
      readonly additionalInfo: Uint8Array;
      readonly trailing: Uint8Array;
    }
  /** A framed file with an unreadable header: the position of the message is not known. */
  | { readonly framing: 'unknown'; readonly bytes: Uint8Array };

/**
 * Splits a file into the sections that its header claims. Each section is cut at the end of the file. Never
 * throws.
 */
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
 * Returns the parts from which `encodeFrame` encodes the same file, except for false claims of the header.
 * @param message replacement for the file's message. With a replacement, padding is computed again if the
 * padding of the file has the length that alignment requires; otherwise the padding is kept
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
