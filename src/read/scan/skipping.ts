import { joinPath } from '../../base/schema/table.js';
import type { OpaqueRecord } from './handler.js';
import { NOTHING, type OpenRecord, SKIPPING } from './open-record.js';
import { KIND_BYTES, KIND_NONE, KIND_OPAQUE } from './plan.js';
import { present } from './presence.js';
import { overrun } from './problems.js';
import { reportUnknown } from './unknown-fields.js';

/** Skips from the scanner's position to `endAbs`, which is known to lie inside the frame. */
export function skip(record: OpenRecord): boolean {
  record.scanner.pos = record.endAbs - record.scanner.base;
  record.state = SKIPPING;
  return skipped(record);
}

/** Continues after a skip. The end of the source, if unknown before, may lie inside the skipped bytes. */
export function skipped(record: OpenRecord): boolean {
  const { scanner } = record;
  const { frames } = scanner;
  if (record.endAbs > (frames.endAbs[frames.depth] as number)) return overrun(record);
  if (scanner.pos > scanner.limit) return false;
  record.state = NOTHING;
  // A record only counts if its bytes exist. Messages that are too deep are also skipped by this function.
  if (record.entry === KIND_NONE) reportUnknown(record);
  const kind = scanner.plan.entryKind[record.entry];
  if (kind === KIND_OPAQUE) scanner.handler.opaque?.(scanner, opaqueRecord(record));
  if (kind === KIND_BYTES || kind === KIND_OPAQUE) {
    present(record, record.entry, record.startAbs, record.endAbs, record.length, 0);
  }
  return true;
}

function opaqueRecord(record: OpenRecord): OpaqueRecord {
  const path = record.scanner.frames.path(record.scanner.frames.depth);
  return {
    path: joinPath(path, record.segment()),
    offset: record.startAbs,
    payload: record.endAbs - record.length,
    end: record.endAbs,
    depth: record.scanner.frames.depthBase + record.scanner.frames.depth + 1,
  };
}
