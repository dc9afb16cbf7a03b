import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { listedFile, listFolder } from './folder.js';
import { type Listed, type ListedPage, ListingError, type SourceSettings } from './listing.js';
import { loadModule } from './module.js';
import { parseS3Uri, pathOfUri, schemeOf } from './uri.js';

/** Objects per page, and simultaneous requests for single objects. */
const PAGE = 1_000;
const AT_ONCE = 16;

export interface ListingOptions {
  /** Position to continue from: `next` of the previous page. */
  readonly after?: string | undefined;
  /** File of the module (`--module`) that lists objects of another scheme. */
  readonly module?: string | undefined;
}

/**
 * Lists the objects of a source, one page at a time, so that memory does not grow with the number of objects.
 */
export function listSource(source: SourceSettings, options: ListingOptions = {}): AsyncGenerator<ListedPage> {
  switch (source.kind) {
    case 's3':
      return source.inventory === undefined
        ? listBucket(source, options.after)
        : listByInventory(source, source.inventory);
    case 'folder':
      return listFolder(pathOfUri(source.uri).toString(), source.gitignore);
    case 'module':
      return listModule(source, options.module);
    case 'list':
      return listLines(source);
  }
}

/** Loads the S3 client on demand, because it takes as long to load as all other modules together. */
async function* listBucket(source: SourceSettings, after?: string): AsyncGenerator<ListedPage> {
  const { s3Client } = await import('./s3-client.js');
  const { listS3 } = await import('./s3-listing.js');
  yield* listS3(s3Client(source), parseS3Uri(source.uri), after);
}

async function* listByInventory(source: SourceSettings, manifest: string): AsyncGenerator<ListedPage> {
  const { s3Client } = await import('./s3-client.js');
  const { listInventory } = await import('./s3-inventory.js');
  yield* listInventory(s3Client(source), parseS3Uri(source.uri), parseS3Uri(manifest));
}

async function* listModule({ uri }: SourceSettings, file: string | undefined): AsyncGenerator<ListedPage> {
  const module = await loadModule(file, schemeOf(uri));
  let objects: Listed[] = [];
  for await (const listed of module.list(uri)) {
    objects.push(listed);
    if (objects.length < PAGE * 4) continue;
    yield { objects, skipped: [] };
    objects = [];
  }
  yield { objects, skipped: [] };
}

/** Lists the objects that a file names, with one URL or path per line. The name `-` is standard input. */
async function* listLines(source: SourceSettings): AsyncGenerator<ListedPage> {
  const input = source.uri === '-' ? process.stdin : createReadStream(pathOfUri(source.uri));
  let head: Promise<(uri: string) => Promise<Listed | string>> | undefined;
  const look = async (line: string): Promise<Listed | string> => {
    if (schemeOf(line) === 's3') {
      head ??= headsOf(source);
      return (await head)(line);
    }
    const path = schemeOf(line) === 'file' ? fileURLToPath(line) : resolve(line);
    return (await listedFile(path)) ?? `${line}: not a file`;
  };
  let lines: string[] = [];
  const take = async (): Promise<ListedPage> => {
    const objects: Listed[] = [];
    const skipped: string[] = [];
    for (let at = 0; at < lines.length; at += AT_ONCE) {
      for (const listed of await Promise.all(lines.slice(at, at + AT_ONCE).map(look))) {
        if (typeof listed === 'string') skipped.push(listed);
        else objects.push(listed);
      }
    }
    lines = [];
    return { objects, skipped };
  };
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (text.trim() !== '') lines.push(text.trim());
      if (lines.length >= PAGE) yield await take();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ListingError(message, { cause: error });
  }
  yield await take();
}

async function headsOf(source: SourceSettings): Promise<(uri: string) => Promise<Listed | string>> {
  const { s3Client } = await import('./s3-client.js');
  const { headOf } = await import('./s3-head.js');
  const client = s3Client(source);
  return (uri) => headOf(client, uri);
}
