/**
 * True if an input may contain a byte order mark. protobuf-es 2.13.0 drops a byte order mark at the beginning
 * of a string, as TextDecoder does by default; libprotobuf and our views keep it.
 */
export function hasByteOrderMark(input: Uint8Array): boolean {
  return Buffer.from(input.buffer, input.byteOffset, input.length).includes(BYTE_ORDER_MARK);
}

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
