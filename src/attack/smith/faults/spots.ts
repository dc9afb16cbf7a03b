import type { HeaderField, HeaderFieldName } from '../../../base/container/header.js';
import { MessageNode } from '../../../read/tree/message.js';
import { type Place, placeOf } from '../../../read/tree/place.js';
import { RecordNode } from '../../../read/tree/record.js';

/** Where things lie in a file that is finished. */
export interface FileLayout {
  /** Offset of the message. */
  readonly base: number;
  /** Bytes of the message, as far as the file has them. */
  readonly messageSize: number;
  readonly fileSize: number;
  /** Empty for a bare message. */
  readonly header: readonly HeaderField[];
}

/**
 * A place that is known before the offsets are: a record; a message, which is the record that holds it, or
 * for the root the whole message; or what can be said when the file is finished.
 */
export type Spot = RecordNode | MessageNode | LateSpot;
export type LateSpot = (layout: FileLayout) => Place;

export function placeOfSpot(spot: Spot, layout: FileLayout): Place {
  if (spot instanceof RecordNode) return placeOf(spot, layout.base);
  if (spot instanceof MessageNode) {
    return spot.owner === undefined
      ? { offset: layout.base, length: layout.messageSize, path: '' }
      : placeOf(spot.owner, layout.base);
  }
  return spot(layout);
}

/** A field of the frame's header. */
export function headerField(name: HeaderFieldName): LateSpot {
  return ({ header }) => {
    const field = header.find((one) => one.name === name);
    if (field === undefined) throw new Error(`the header has no ${name}`);
    return { offset: field.offset, length: field.length, path: '' };
  };
}

/** The end of a record, which has no length. */
export function endOf(record: RecordNode): LateSpot {
  return ({ base }) => {
    const { offset, length, path } = placeOf(record, base);
    return { offset: offset + length, length: 0, path };
  };
}

export const END_OF_FILE: LateSpot = ({ fileSize }) => ({ offset: fileSize, length: 0, path: '' });
export const WHOLE_FILE: LateSpot = ({ fileSize }) => ({ offset: 0, length: fileSize, path: '' });
