/**
 * Makes attempts to shorten everything except messages: payloads, lists of numbers, unreadable ends of
 * messages, sections of a frame.
 */
import { TYPE_STRING, wireTypeOf } from '../../base/schema/table.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { isUtf8 } from '../../base/wire/utf8.js';
import { varintSize } from '../../base/wire/value.js';
import type { MessageNode } from '../../read/tree/message.js';
import { packedBytes, packedValues } from '../../read/tree/packed.js';
import type { RecordNode } from '../../read/tree/record.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt-queue.js';
import { SECTIONS } from './envelope.js';
import { shorten } from './stretch.js';
import { replacing } from './structure.js';
import type { Subject } from './subject.js';

/** Filler `a`, for names of which only the length matters. */
const TEXT_FILLER = 0x61;

export function contentAttempts(root: MessageNode): Attempt[] {
  const attempts = restAttempts(root);
  for (const record of walkTree(root, ({ message }) => message !== undefined)) {
    if (record.message !== undefined) attempts.push(...restAttempts(record.message));
    else if (record.wireType === WIRE_LEN) attempts.push(...payloadAttempts(record));
  }
  return attempts;
}

/** Makes attempts to shorten the sections of a frame around the message. */
export function sectionAttempts(subject: Subject): Attempt[] {
  return SECTIONS.flatMap((section) => {
    const bytes = subject.envelope?.[section];
    if (bytes === undefined) return [];
    return shorten({
      bytes,
      filler: 0,
      write: (at, shorter) => at.envelope && at.enveloped({ ...at.envelope, [section]: shorter }),
    });
  });
}

/** Makes attempts to shorten a file byte by byte, regardless of its meaning. */
export function fileAttempts(subject: Subject): Attempt[] {
  return shorten({ bytes: subject.bytes, write: (at, shorter) => at.replaced(shorter) });
}

function payloadAttempts(first: RecordNode): Attempt[] {
  let record = first;
  const { bytes } = record;
  const isText = record.field?.type === TYPE_STRING && isUtf8(bytes, 0, bytes.length);
  const elements = record.isPacked ? elementsOf(record) : undefined;
  return shorten({
    bytes,
    isText,
    ...(elements !== undefined && { elements }),
    filler: isText ? TEXT_FILLER : 0,
    write: async (subject, shorter) => {
      const copy = record.clone();
      copy.setBytes(shorter);
      const candidate = await subject.edited(replacing([record], () => copy));
      return {
        bytes: candidate.bytes,
        adopt: async () => {
          await candidate.adopt();
          record = copy;
        },
      };
    },
  });
}

/**
 * Returns the start of each value in a packed list; undefined if the list has an invalid or overlong value.
 */
function elementsOf(record: RecordNode): number[] | undefined {
  const wireType = wireTypeOf(record.field?.type ?? 0);
  const values = packedValues(record);
  if (packedBytes(wireType, values).length !== record.bytes.length) return undefined;
  const width = wireType === 1 ? 8 : wireType === 5 ? 4 : undefined;
  let at = 0;
  return values.map((value) => {
    const start = at;
    at += width ?? varintSize(value);
    return start;
  });
}

function restAttempts(message: MessageNode): Attempt[] {
  if (message.rest.length === 0) return [];
  return shorten({
    bytes: message.rest,
    write: (subject, rest) => subject.edited(new Map([[message, { records: message.records, rest }]])),
  });
}
