import { lstat, opendir } from 'node:fs/promises';
import type { Listed, ListedPage } from './listing.js';
import { ListingError } from './listing.js';
import { fileUri } from './uri.js';

/** Entries of a page. */
const PAGE = 2_000;

const SUFFIXES = ['.mdl', '.hef'];

const SLASH = Buffer.from('/');

/**
 * The models in a folder and below it, by suffix as the command looks for them. Links are not followed: they may lead
 * round in circles. Names are bytes: a file system has names that are no Unicode.
 */
export async function* listFolder(folder: string): AsyncGenerator<ListedPage> {
  let objects: Listed[] = [];
  let skipped: string[] = [];
  const waiting: Buffer[] = [Buffer.from(folder)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    try {
      // @types/node has no buffers here, Node does.
      for await (const entry of await opendir(at, { encoding: 'buffer' as never })) {
        const path = Buffer.concat([at, SLASH, entry.name as unknown as Buffer]);
        if (entry.isDirectory()) waiting.push(path);
        else if (entry.isFile() && SUFFIXES.some((suffix) => path.subarray(-4).toString() === suffix)) {
          const listed = await listedFile(path);
          if (typeof listed === 'string') skipped.push(listed);
          else objects.push(listed);
        }
        if (objects.length >= PAGE) {
          yield { objects, skipped };
          objects = [];
          skipped = [];
        }
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (at.equals(Buffer.from(folder))) throw new ListingError(message, { cause: error });
      skipped.push(message);
    }
  }
  yield { objects, skipped };
}

/** A file by its path, or why it cannot be taken. */
export async function listedFile(path: string | Buffer): Promise<Listed | string> {
  try {
    const { size, ino, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    // The time of the last change cannot be set back, as that of the last write can.
    const etag = [size, ino, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');
    return { uri: fileUri(path), etag, size: Number(size) };
  } catch (error) {
    return (error as Error).message;
  }
}
