import { shellQuoted } from '../../../base/diagnostics/shell-quoted.js';
import type { Part } from '../../../show/inspect/part.js';
import type { Opened } from '../../engine/opened.js';
import { saveFile } from '../../text/save-file.js';

/** A value of a file that is not on this machine has to pass through memory. */
const MOST_IN_MEMORY = 64 << 20;

/** True if the value's bytes can be saved from here. The browser slices a local file of any size. */
export function canSave(part: Part, from: Opened): boolean {
  return part.valueLength > 0 && ('blob' in from || part.valueLength <= MOST_IN_MEMORY);
}

/** File name that is valid on every system. */
export function savedName({ path, label }: Part, fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return `${stem}.${path === '' ? label : path}.bin`.replace(/[^\w.[\]#-]/g, '_').slice(-200);
}

/** Shell command that extracts the same bytes. */
export function extractCommand({ path }: Part, fileName: string): string {
  return `protomdl extract ${shellQuoted(fileName)} ${shellQuoted(path)} -o value.bin`;
}

/** Reads bytes of a file that cannot be sliced. */
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
