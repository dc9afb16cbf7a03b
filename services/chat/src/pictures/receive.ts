import { badImage, badRequest } from '../http/errors.js';
import type { IncomingFile } from '../http/route.js';
import { MAX_PICTURE_BYTES } from './encode.js';

/** Options of a route that takes a picture as a file part. */
export const takesPicture = {
  bodyLimit: MAX_PICTURE_BYTES + 65_536,
  onFile: async (file: IncomingFile): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of file.stream) {
      size += chunk.length;
      if (size > MAX_PICTURE_BYTES) throw badImage('Image size exceeds limit.');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  },
};

export function onlyFile(files: readonly Buffer[]): Buffer {
  const [file] = files;
  if (file === undefined || files.length > 1) throw badRequest('You must upload exactly one file.');
  return file;
}
