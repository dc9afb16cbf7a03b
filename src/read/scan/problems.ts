import { MAX_DEPTH, MAX_VARINT_BYTES } from '../../base/wire/limits.js';
import { CUT, OVERFLOW, type WireProblem, ZERO_FIELD } from '../../base/wire/problem.js';
import { fieldNumberOf, tagWireType, WIRE_LEN } from '../../base/wire/tag.js';
import { BROKEN, GROUP, LOST, OVERRAN } from './frames.js';
import { NOTHING, type OpenRecord, OVERRUNNING } from './open-record.js';
import { KIND_NONE } from './plan.js';

/** Handles invalid bytes in place of a tag. */
export function badTag(record: OpenRecord, problem: WireProblem): boolean {
  const { scanner } = record;
  const { findings } = scanner;
  record.entry = KIND_NONE;
  if (problem === CUT) return cutHere(record);
  const cursor = record.cursor;
  const length = tagLength(scanner.bytes, scanner.pos);
  const endAbs = record.startAbs + length;
  if (problem === OVERFLOW) {
    findings.say('wire-varint-overflow', record.startAbs, endAbs, '', 'a tag of more than 5 bytes');
  } else if (problem === ZERO_FIELD) {
    findings.say('wire-invalid-tag', record.startAbs, endAbs, '', 'a tag with field number 0');
  } else {
    const message = `wire type ${tagWireType(cursor.tag)} does not exist`;
    findings.say(
      'wire-invalid-type',
      record.startAbs,
      endAbs,
      record.numbered(fieldNumberOf(cursor.tag)),
      message,
    );
  }
  return abandon(record);
}

/** Handles an invalid varint or length after a tag. */
export function badValue(record: OpenRecord, problem: WireProblem): boolean {
  if (problem === CUT) return cutHere(record);
  const { scanner } = record;
  const length = tagWireType(record.tag) === WIRE_LEN;
  const message = length
    ? 'its length is past 2^31 - 1'
    : `its value is a varint of more than ${MAX_VARINT_BYTES} bytes`;
  // The cursor does not move past a refused value, so it is still after the tag.
  const examined = length ? 5 : MAX_VARINT_BYTES;
  const endAbs = scanner.base + record.cursor.pos + examined;
  scanner.findings.say('wire-varint-overflow', record.startAbs, endAbs, record.named(), message);
  return abandon(record);
}

/** Handles the end of the frame inside a tag, a varint or a fixed value. */
export function cutHere(record: OpenRecord): boolean {
  const { scanner } = record;
  scanner.findings.cut(record.segment(), record.startAbs, 0);
  return abandon(record);
}

/** Handles a message or group that is nested too deeply for readers; it is not entered. */
export function tooDeep(record: OpenRecord, endAbs: number): void {
  const { frames, findings } = record.scanner;
  frames.mark(frames.depth, LOST);
  const message = `is nested more than ${MAX_DEPTH} levels deep`;
  findings.say('message-nesting-too-deep', record.startAbs, endAbs, record.named(), message);
}

/**
 * Handles a LEN record, other than a message, that is longer than its container. The container's end is only
 * known once the source reaches it: if the source ends earlier, the only finding is the end of the source.
 */
export function overrun(record: OpenRecord): boolean {
  const { frames, base } = record.scanner;
  record.state = OVERRUNNING;
  record.scanner.pos = (frames.endAbs[frames.depth] as number) - base;
  return overrunning(record);
}

/** Continues after the end of the container or of the source has been seen. */
export function overrunning(record: OpenRecord): boolean {
  const { scanner } = record;
  if (scanner.pos > scanner.limit) return false;
  record.state = NOTHING;
  scanner.findings.cut(record.segment(), record.startAbs, record.endAbs);
  return abandon(record);
}

/** Skips to the end of the nearest record with a length: nothing after this point can be trusted. */
export function abandon(record: OpenRecord): boolean {
  const { scanner } = record;
  const { plan, frames } = scanner;
  while ((frames.state[frames.depth] as number) & GROUP) scanner.pop();
  const depth = frames.depth;
  const at = (frames.row[depth] as number) + (plan.nodeAt[frames.node[depth] as number] as number);
  frames.arena[at] = scanner.mask;
  frames.mark(depth, BROKEN);
  if (depth === 0) {
    // The scanned message itself is broken, so it ends with the previous record.
    frames.state[0] = (frames.state[0] as number) & ~OVERRAN;
    frames.endAbs[0] = record.startAbs;
    frames.end[0] = record.startAbs - scanner.base;
    scanner.pos = frames.end[0] as number;
    return true;
  }
  scanner.pos = (frames.endAbs[depth] as number) - scanner.base;
  return scanner.pos <= scanner.limit;
}

/**
 * Returns the number of bytes of the tag at `pos` that were read before the tag was refused, at most five.
 */
function tagLength(bytes: Uint8Array, pos: number): number {
  let length = 1;
  while (length < 5 && (bytes[pos + length - 1] as number) >= 0x80) length++;
  return length;
}
