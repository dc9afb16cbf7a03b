import type { HeaderField, HeaderFieldName } from '../../../base/container/header.js';
import { MessageNode } from '../../../read/tree/message.js';
import { placeOf, type RecordPosition } from '../../../read/tree/place.js';
import { RecordNode } from '../../../read/tree/record.js';

/** Offsets and sizes of the finished file. */
export interface FileLayout {
  /** Offset of the message. */
  readonly base: number;
  /** Size of the message in bytes, as far as it is in the file. */
  readonly messageSize: number;
  readonly fileSize: number;
  /** Empty for a bare message. */
  readonly header: readonly HeaderField[];
}

/**
 * The place of a finding before the file is finished: a record, a message, or a function of the finished
 * file. The place of a message is the place of its record; the place of the root is the whole message.
 */
export type FaultSpot = RecordNode | MessageNode | LateSpot;
export type LateSpot = (layout: FileLayout) => RecordPosition;

export function placeOfSpot(spot: FaultSpot, layout: FileLayout): RecordPosition {
  if (spot instanceof RecordNode) return placeOf(spot, layout.base);
  if (spot instanceof MessageNode) {
    return spot.owner === undefined
      ? { offset: layout.base, length: layout.messageSize, path: '' }
      : placeOf(spot.owner, layout.base);
  }
  return spot(layout);
}

export function headerSpot(name: HeaderFieldName): LateSpot {
  return ({ header }) => {
    const field = header.find((one) => one.name === name);
    if (field === undefined) throw new Error(`the header has no ${name}`);
    return { offset: field.offset, length: field.length, path: '' };
  };
}

export function spotEnd(record: RecordNode): LateSpot {
  return ({ base }) => {
    const { offset, length, path } = placeOf(record, base);
    return { offset: offset + length, length: 0, path };
  };
}

export const END_OF_FILE: LateSpot = ({ fileSize }) => ({ offset: fileSize, length: 0, path: '' });
export const WHOLE_FILE: LateSpot = ({ fileSize }) => ({ offset: 0, length: fileSize, path: '' });
