import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OK, type WireProblem } from '../../base/wire/problem.js';
import {
  fieldNumberOf,
  tagWireType,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import { GROUP } from './frames.js';
import { openFrame } from './messages.js';
import type { OpenRecord } from './open-record.js';
import { abandon, badValue, overrun, tooDeep } from './problems.js';
import { skip } from './skipping.js';
import { reportUnknown } from './unknown-fields.js';
import { OVERLONG } from './wire-findings.js';

/**
 * Reads a record that the schema does not know in this wire type: a value, bytes to skip, or the edge of a
 * group.
 */
export function readForeign(record: OpenRecord): boolean {
  const { scanner } = record;
  const { frames } = scanner;
  const cursor = record.cursor;
  const number = fieldNumberOf(record.tag);
  let problem: WireProblem = OK;
  switch (tagWireType(record.tag)) {
    case WIRE_VARINT:
      problem = cursor.readVarint();
      if (problem === OK) record.irregularities |= cursor.overlong ? OVERLONG : 0;
      break;
    case WIRE_I32:
      problem = cursor.readFixed32();
      break;
    case WIRE_I64:
      problem = cursor.readFixed64();
      break;
    case WIRE_SGROUP:
      return openGroup(record, number);
    case WIRE_EGROUP:
      return closeGroup(record, number);
    default:
      problem = cursor.readLength();
      if (problem !== OK) break;
      record.note();
      record.endAbs = scanner.base + cursor.pos + cursor.length;
      record.reportIrregularities();
      if (record.endAbs > (frames.endAbs[frames.depth] as number)) return overrun(record);
      scanner.pos = cursor.pos;
      return skip(record);
  }
  if (problem !== OK) return badValue(record, problem);
  record.endAbs = scanner.base + cursor.pos;
  record.reportIrregularities();
  scanner.pos = cursor.pos;
  reportUnknown(record);
  return true;
}

function openGroup(record: OpenRecord, number: number): boolean {
  const { scanner } = record;
  const { frames } = scanner;
  record.endAbs = scanner.base + record.cursor.pos;
  record.reportIrregularities();
  if (frames.depth + frames.depthBase >= MAX_DEPTH) {
    tooDeep(record, record.endAbs);
    return abandon(record);
  }
  const { cursor } = record;
  if (record.groups.pass(cursor, scanner.base, record.tag, frames.depth + frames.depthBase)) {
    record.endAbs = scanner.base + cursor.pos;
    scanner.pos = cursor.pos;
    reportUnknown(record);
    return true;
  }
  const end = frames.endAbs[frames.depth] as number;
  openFrame(record, 0, 0, number, end, end, false);
  frames.state[frames.depth] = GROUP;
  scanner.pos = cursor.pos;
  return true;
}

function closeGroup(record: OpenRecord, number: number): boolean {
  const { scanner } = record;
  const { frames, findings } = scanner;
  const depth = frames.depth;
  const open = ((frames.state[depth] as number) & GROUP) !== 0;
  const endAbs = scanner.base + record.cursor.pos;
  if (!open || frames.index[depth] !== number) {
    const message = open
      ? `ends group ${number} inside group ${frames.index[depth]}`
      : `ends group ${number}, which is not open`;
    findings.say('wire-invalid-type', record.startAbs, endAbs, '', message);
    return abandon(record);
  }
  record.endAbs = endAbs;
  record.reportIrregularities();
  scanner.pos = record.cursor.pos;
  const startAbs = frames.startAbs[depth] as number;
  scanner.pop();
  record.startAbs = startAbs;
  record.tag = number * 8 + WIRE_SGROUP;
  reportUnknown(record);
  return true;
}
