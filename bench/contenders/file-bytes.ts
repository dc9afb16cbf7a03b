import { readFileSync } from 'node:fs';

/**
 * Reads a file into a plain array, because engines are slower on a Buffer that is a part of another Buffer.
 */
export function fileBytes(path: string): Uint8Array {
  const buffer = readFileSync(path);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
