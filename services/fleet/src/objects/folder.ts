import type { BigIntStats, Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { folderSearch } from 'protomdl/node';
import type { Listed, ListedPage } from './listing.js';
import { ListingError } from './listing.js';
import { fileUri } from './uri.js';

const PAGE = 2_000;

const SLASH = Buffer.from('/');

/**
 * Lists the models in a folder and below it, by the rules of the command: names ending in `.mdl` and `.hef`,
 * except hidden files, files ignored by `.gitignore`, and packages. Links to files count as files; links to
 * folders are not followed, because they may form cycles. Names are bytes: a file system may have names that
 * are not Unicode.
 */
export async function* listFolder(folder: string, gitignore = true): AsyncGenerator<ListedPage> {
  const search = await folderSearch(folder, { gitignore });
  let objects: Listed[] = [];
  let skipped: string[] = [];
  const waiting: Buffer[] = [Buffer.from(folder)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    try {
      search.enter(at.toString());
      // @types/node does not declare the encoding `buffer` for `opendir`, but Node supports it.
      for await (const entry of (await opendir(at, {
        encoding: 'buffer' as never,
      })) as AsyncIterable<Dirent>) {
        const path = Buffer.concat([at, SLASH, entry.name as unknown as Buffer]);
        if (!search.takes(path.toString(), entry.isDirectory())) continue;
        if (entry.isDirectory()) waiting.push(path);
        else if (entry.isFile() || entry.isSymbolicLink()) {
          const listed = await listedFile(path);
          if (typeof listed === 'string') skipped.push(listed);
          else if (listed !== undefined) objects.push(listed);
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

/** Returns the file at a path, or the reason for an error; undefined if the path is not a regular file. */
export async function listedFile(path: string | Buffer): Promise<Listed | string | undefined> {
  try {
    const status = await stat(path, { bigint: true });
    if (!status.isFile()) return undefined;
    return { uri: fileUri(path), etag: etagOf(status), size: Number(status.size) };
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Returns an ETag that identifies a file's content. The ETag includes `ctime`, which programs cannot set
 * back, unlike `mtime`.
 */
export function etagOf({ size, ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [size, ino, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');
}
