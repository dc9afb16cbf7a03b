import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.js';
import { badRequest, rateLimited } from '../http/errors.js';
import { SNIFFED_BYTES, servedType } from './content-type.js';
import { cleanFileName } from './names.js';

/** A complete file in the temporary folder. */
export interface ReceivedFile {
  localFile: string;
  name: string;
  size: number;
  sha256: Uint8Array;
  contentType: string;
}

export const MIB = 1024 * 1024;

/** Streams a file to disk and computes its hash. A file that is too large or interrupted is removed. */
export async function receiveFile(
  app: Pick<App, 'files' | 'config'>,
  givenName: string,
  stream: Readable,
): Promise<ReceivedFile> {
  const localFile = app.files.temporaryFile();
  const maximum = app.config.maxFileUploadMib * MIB;
  const digest = new Digest();
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.add(chunk);
          if (digest.size > maximum) throw fileTooLarge(app.config.maxFileUploadMib);
          yield chunk;
        }
        if (isCut(stream)) throw fileTooLarge(app.config.maxFileUploadMib);
      },
      createWriteStream(localFile, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    await discard(localFile);
    throw error;
  }
  return digest.describe(localFile, givenName);
}

/** Describes a file that is complete on the disk, after it arrived in pieces. */
export async function describeFile(localFile: string, givenName: string): Promise<ReceivedFile> {
  const digest = new Digest();
  for await (const chunk of createReadStream(localFile) as AsyncIterable<Buffer>) digest.add(chunk);
  return digest.describe(localFile, givenName);
}

/** Computes size, hash and first bytes of a stream. */
class Digest {
  readonly #hash = createHash('sha256');
  #head = Buffer.alloc(0);
  size = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    this.#hash.update(chunk);
    if (this.#head.length < SNIFFED_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, SNIFFED_BYTES - this.#head.length)]);
  }

  async describe(localFile: string, givenName: string): Promise<ReceivedFile> {
    const name = cleanFileName(givenName);
    const contentType = await servedType(this.#head, name);
    return { localFile, name, size: this.size, sha256: this.#hash.digest(), contentType };
  }
}

/** Counts an upload against its user's rate limits. */
export async function countUpload(app: Pick<App, 'limits'>, userId: number, size: number): Promise<void> {
  const volume = await app.limits.take('uploadMib', userId, Math.max(1, Math.ceil(size / MIB)));
  if (!volume.allowed) throw rateLimited(volume.resetMs);
}

export async function discard(localFile: string): Promise<void> {
  await unlink(localFile).catch(() => {});
}

export function fileTooLarge(maximumMib: number) {
  return badRequest(`File is larger than the allowed ${maximumMib} MiB.`);
}

/** True if the form parser cut the part off, because the part exceeded the parser's limit. */
function isCut(stream: Readable): boolean {
  return (stream as { truncated?: boolean }).truncated === true;
}
