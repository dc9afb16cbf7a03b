import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
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

/** Streams a file to disk and hashes it on the way. Nothing is left behind when it is too large or breaks off. */
export async function receiveFile(
  app: Pick<App, 'files' | 'config'>,
  givenName: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const localFile = app.files.temporaryFile();
  const maximum = app.config.maxFileUploadMib * MIB;
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let size = 0;
  const handle = await open(localFile, 'wx', 0o600);
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maximum) throw fileTooLarge(app.config.maxFileUploadMib);
      hash.update(chunk);
      if (head.length < SNIFFED_BYTES)
        head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES - head.length)]);
      await handle.write(chunk);
    }
    if (isCut(stream)) throw fileTooLarge(app.config.maxFileUploadMib);
  } catch (error) {
    await handle.close();
    await discard(localFile);
    throw error;
  }
  await handle.close();
  const name = cleanFileName(givenName);
  return { localFile, name, size, sha256: hash.digest(), contentType: await servedType(head, name) };
}

/** Describes a file that arrived in pieces. */
export async function describeFile(localFile: string, givenName: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of createReadStream(localFile) as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
    if (head.length < SNIFFED_BYTES)
      head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES - head.length)]);
  }
  const name = cleanFileName(givenName);
  return { localFile, name, size, sha256: hash.digest(), contentType: await servedType(head, name) };
}

/** Counts an upload against the rates of its user. */
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

/** The form parser ends a part early at its own limit. */
function isCut(stream: AsyncIterable<Uint8Array>): boolean {
  return (stream as { truncated?: boolean }).truncated === true;
}
