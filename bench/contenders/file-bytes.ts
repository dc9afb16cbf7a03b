import { readFileSync } from 'node:fs';

/** A file as one plain array: engines are slower on a Buffer that is a part of another. */
export function fileBytes(path: string): Uint8Array {
  const buffer = readFileSync(path);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
