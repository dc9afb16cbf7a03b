import { TYPE_MESSAGE } from '../../base/schema/table.js';
import { Cursor } from '../../base/wire/cursor.js';
import { OK } from '../../base/wire/problem.js';
import { tagOf, tagWireType, WIRE_LEN } from '../../base/wire/tag.js';
import { uint64Of, varintSize } from '../../base/wire/value.js';
import type { MessageNode } from './message.js';
import { recordKindOf } from './parse.js';
import { RecordNode } from './record.js';

/** Limit for the levels that are opened, which is also the limit of parsers. */
const MAX_LEVELS = 100;

/**
 * Makes records from messages that end too early. In the tree, a record that exceeds its enclosing message
 * only counts as unreadable bytes, which are nearly all bytes of a truncated file. These functions make such
 * a record into a message that claims more bytes than it has, so that its content can be reduced, too.
 */
export function openCut(root: MessageNode): void {
  let message: MessageNode | undefined = root;
  for (let level = 0; message !== undefined && level < MAX_LEVELS; level++) {
    message = openRest(message);
  }
}

/** Opens the truncated message at the end of `message`, if any. */
function openRest(message: MessageNode): MessageNode | undefined {
  const { rest, table } = message;
  if (rest.length === 0 || table === undefined) return undefined;
  const cursor = new Cursor(rest);
  if (cursor.readTag() !== OK || tagWireType(cursor.tag) !== WIRE_LEN) return undefined;
  const kind = recordKindOf(message, cursor.tag);
  if (kind.field?.type !== TYPE_MESSAGE) return undefined;
  const tagWidth = cursor.pos;
  if (cursor.readVarint() !== OK) return undefined;
  const lengthWidth = cursor.pos - tagWidth;
  const claim = uint64Of(cursor.lo, cursor.hi);
  if (claim <= BigInt(rest.length - cursor.pos)) return undefined;
  const record = new RecordNode(kind, { kind: 'bytes', bytes: NO_BYTES });
  const inner = kind.open(record, rest.subarray(cursor.pos));
  const cut = new RecordNode(kind, { kind: 'message', message: inner });
  cut.setStyle({
    claim,
    ...(tagWidth > varintSize(tagOf(kind.number, WIRE_LEN)) && { tagWidth }),
    ...(lengthWidth > varintSize(claim) && { lengthWidth }),
  });
  message.rest = NO_BYTES;
  message.append(cut);
  return inner;
}

const NO_BYTES = new Uint8Array(0);
