import type { Part } from '../../../inspect/index.js';
import type { Opened } from '../../engine/opened.js';

/** What is not in a file on this machine has to go through memory. */
const MOST_IN_MEMORY = 64 << 20;
/** Long enough for a browser to begin a download. */
const KEPT_MS = 60_000;

/** Who reads bytes where they cannot be sliced. */
export interface BytesReader {
  bytes(part: Part, limit: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Whether the value's bytes can be saved from here. A file is sliced by the browser, whatever its size. */
export function canSave(part: Part, from: Opened): boolean {
  return part.valueLength > 0 && ('blob' in from || part.valueLength <= MOST_IN_MEMORY);
}

/** Offers the value's bytes as a file. @throws what the reader throws */
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
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = savedName(part, fileName);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** A name that every system takes. */
export function savedName({ path, label }: Part, fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return `${stem}.${path === '' ? label : path}.bin`.replace(/[^\w.[\]#-]/g, '_').slice(-200);
}

/** The command that does the same, for a shell. */
export function extractCommand({ path }: Part, fileName: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `protomdl extract ${quoted(fileName)} ${quoted(path)} -o value.bin`;
}
