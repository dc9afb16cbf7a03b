import { joinPath } from '../../base/schema/table.js';
import type { ChangeSide, Shown } from './change.js';
import type { Segment } from './content.js';
import type { RecordSpan } from './elements.js';

export interface MessagePosition {
  readonly path: string;
  readonly span: RecordSpan;
}

export interface MessagePositions {
  readonly a: MessagePosition;
  readonly b: MessagePosition;
}

export function fieldPosition(spot: MessagePosition, step: string, span: RecordSpan): MessagePosition {
  return { path: joinPath(spot.path, step), span: { offset: span.offset, length: span.length } };
}

/**
 * @param span span of the record; undefined for a missing record, whose position is that of the enclosing
 * message
 */
export function sideOf(
  spot: MessagePosition,
  step: string,
  span: RecordSpan | undefined,
  shown: Shown,
): ChangeSide {
  const { offset, length } = span ?? spot.span;
  return { path: joinPath(spot.path, step), offset, length, present: span !== undefined, shown };
}

/**
 * Returns the position of a message; for a message without its own bytes, the position of the enclosing
 * message.
 */
export function recordPosition(
  spot: MessagePosition,
  segment: Segment | undefined,
): RecordSpan & { path: string } {
  const { offset, length } = segment ?? spot.span;
  return { path: spot.path, offset, length };
}
