import type { Part } from '../../../show/inspect/part.js';
import type { Opened } from '../../engine/opened.js';
import { saveFile } from '../../text/save-file.js';
import { MOST_IN_MEMORY, savedName } from './saved-value.js';

/** Reads bytes of a file that the browser cannot slice. */
interface BytesReader {
  bytes(part: Part, limit: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Downloads the value's bytes as a file. @throws the reader's errors */
export async function saveValue(
  part: Part,
  from: Opened,
  reader: BytesReader,
  fileName: string,
): Promise<void> {
  const { valueOffset, valueLength } = part;
  const blob =
    'blob' in from
      ? from.blob.slice(valueOffset, valueOffset + valueLength, 'application/octet-stream')
      : new Blob([await reader.bytes(part, MOST_IN_MEMORY)], { type: 'application/octet-stream' });
  saveFile(savedName(part, fileName), blob);
}
