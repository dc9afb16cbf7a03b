import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { encodeRecord } from '../../read/tree/encode.js';
import { bytesRecord, rawRecord } from '../../read/tree/make.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';

/** Most bytes that a log keeps of content from elsewhere: they stand in it, so that a replay needs no other file. */
export const SPLICE_BYTES = 65_536;

/** A LEN record for a message, read as the message's type reads it: later steps can look into what it holds. */
export function lenRecord(holder: MessageNode, number: number, payload: Uint8Array): RecordNode {
  return rawRecord(holder, tagOf(number, WIRE_LEN), encodeRecord(bytesRecord(number, payload)));
}
