import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { encodeRecord } from '../../read/tree/encode.js';
import { bytesRecord, rawRecord } from '../../read/tree/make.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';

/** Limit for content from other files, which a log includes so that a replay needs no other file. */
export const SPLICE_BYTES = 65_536;

/**
 * Makes a LEN record for a message, parsed by the message's type, so that later steps can change its content.
 */
export function lenRecord(holder: MessageNode, number: number, payload: Uint8Array): RecordNode {
  return rawRecord(holder, tagOf(number, WIRE_LEN), encodeRecord(bytesRecord(number, payload)));
}
