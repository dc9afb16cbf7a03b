import { joinPath } from '../../base/schema/path.js';
import type { ChangeSide, Shown } from './change.js';
import type { Segment } from './content.js';
import type { RecordSpan } from './elements.js';

/** A message on one side: where it is. */
export interface Spot {
  readonly path: string;
  readonly span: RecordSpan;
}

/** A message on both sides. */
export interface Spots {
  readonly a: Spot;
  readonly b: Spot;
}

/** Where a field of a message is on its side. */
export function spotOf(spot: Spot, step: string, span: RecordSpan): Spot {
  return { path: joinPath(spot.path, step), span: { offset: span.offset, length: span.length } };
}

/** @param span of the record; undefined where there is none, and the message around it stands for it */
export function sideOf(spot: Spot, step: string, span: RecordSpan | undefined, shown: Shown): ChangeSide {
  const { offset, length } = span ?? spot.span;
  return { path: joinPath(spot.path, step), offset, length, present: span !== undefined, shown };
}

/** Where a message is; of one that has no bytes of its own, what it stands in. */
export function placeOf(spot: Spot, segment: Segment | undefined): RecordSpan & { path: string } {
  const { offset, length } = segment ?? spot.span;
  return { path: spot.path, offset, length };
}
