import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { concat, lenRecord, tag, varint } from '../arbitrary/wire-writer.js';

/**
 * Returns the start of a bytes record: only tag and length, so that its payload can be a hole in the file.
 */
function head(fieldNumber: number, length: number): Uint8Array {
  return concat(tag(fieldNumber, 2), varint(length));
}

/**
 * Writes a bare message of `groups` network groups with `count` configuration writes of `blobSize` bytes
 * each. The payloads are holes, so that the file takes hardly any space. (One group cannot have 2^31 bytes.)
 * @returns the size of the file
 */
export function writeBlobFile(path: string, groups: number, count: number, blobSize: number): number {
  // The action write_data_ccw has its data; cfg_channel_index is 0, so it is left out, as encoders do.
  const data = head(1, blobSize);
  const ccw = head(3, data.length + blobSize);
  const action = head(2, ccw.length + data.length + blobSize);
  const prefix = concat(action, ccw, data);
  const actions = count * (prefix.length + blobSize);
  const trigger = lenRecord(1, lenRecord(3, new Uint8Array(0)));
  const operation = head(2, trigger.length + actions);
  const context = head(3, operation.length + trigger.length + actions);
  const group = head(2, context.length + operation.length + trigger.length + actions);
  const fd = openSync(path, 'w');
  try {
    let position = 0;
    const write = (bytes: Uint8Array): void => {
      writeSync(fd, bytes, 0, bytes.length, position);
      position += bytes.length;
    };
    for (let i = 0; i < groups; i++) {
      write(concat(group, context, operation, trigger));
      for (let k = 0; k < count; k++) {
        write(prefix);
        position += blobSize;
      }
    }
    ftruncateSync(fd, position);
    return position;
  } finally {
    closeSync(fd);
  }
}
