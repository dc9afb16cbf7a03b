import { ProtomdlError } from '../diagnostics/error.js';

/**
 * Refuses offsets no source can have. Sources call it first, so that a miscalculated offset fails the same
 * way on all of them instead of reading something else.
 * @throws ProtomdlError `source-bad-offset`
 */
export function checkOffset(offset: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new ProtomdlError('source-bad-offset', `offset ${offset} is not a position in a file`);
  }
}

/** @throws ProtomdlError `source-closed` */
export function checkOpen(closed: boolean): void {
  if (closed) throw new ProtomdlError('source-closed', 'the source was read after it was closed');
}
