import type { HeaderField, HeaderFieldName } from '../../container/header.js';
import { MessageNode, type Place, placeOf, RecordNode } from '../../tree/index.js';

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
export type Spot = RecordNode | MessageNode | ((layout: FileLayout) => Place);

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
export function headerField(name: HeaderFieldName): Spot {
  return ({ header }) => {
    const field = header.find((one) => one.name === name);
    if (field === undefined) throw new Error(`the header has no ${name}`);
    return { offset: field.offset, length: field.length, path: '' };
  };
}

/** The end of a record, which has no length. */
export function endOf(record: RecordNode): Spot {
  return ({ base }) => {
    const { offset, length, path } = placeOf(record, base);
    return { offset: offset + length, length: 0, path };
  };
}

/** Bytes within a record, counted from its tag. */
export function within(record: RecordNode, from: number, length: number, path?: string): Spot {
  return ({ base }) => {
    const place = placeOf(record, base);
    return { offset: place.offset + from, length, path: path ?? place.path };
  };
}

export const END_OF_FILE: Spot = ({ fileSize }) => ({ offset: fileSize, length: 0, path: '' });
export const WHOLE_FILE: Spot = ({ fileSize }) => ({ offset: 0, length: fileSize, path: '' });
