import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { listedFile, listFolder } from './folder.js';
import { type Listed, type ListedPage, ListingError, type SourceSettings } from './listing.js';
import { loadModule } from './module.js';
import { withPatience } from './patience.js';
import { s3Client } from './s3-client.js';
import { CredentialsError, isCredentials, isPassing, statusOf, wordsOf } from './s3-errors.js';
import { listS3 } from './s3-listing.js';
import { parseS3Uri, pathOfUri, s3Uri, schemeOf } from './uri.js';

/** Objects of a page, and requests for single objects at a time. */
const PAGE = 1_000;
const AT_ONCE = 16;

export interface ListingOptions {
  /** Where to go on, as the page before said. */
  readonly after?: string | undefined;
  /** Brings another scheme. */
  readonly module?: string | undefined;
}

/** The objects of a source, a page at a time, so that ten million need the memory of some thousand. */
export function listSource(source: SourceSettings, options: ListingOptions = {}): AsyncGenerator<ListedPage> {
  switch (source.kind) {
    case 's3':
      return listS3(s3Client(source), parseS3Uri(source.uri), options.after);
    case 'folder':
      return listFolder(pathOfUri(source.uri).toString());
    case 'module':
      return listModule(source, options.module ?? '');
    case 'list':
      return listLines(source);
  }
}

async function* listModule({ uri }: SourceSettings, file: string): AsyncGenerator<ListedPage> {
  const module = await loadModule(file);
  let objects: Listed[] = [];
  for await (const listed of module.list(uri)) {
    objects.push(listed);
    if (objects.length < PAGE * 4) continue;
    yield { objects, skipped: [] };
    objects = [];
  }
  yield { objects, skipped: [] };
}

/** A file with an address or a path in each line; `-` is standard input. */
async function* listLines(source: SourceSettings): AsyncGenerator<ListedPage> {
  const input = source.uri === '-' ? process.stdin : createReadStream(pathOfUri(source.uri));
  let client: S3Client | undefined;
  const look = async (line: string): Promise<Listed | string> => {
    if (schemeOf(line) === 's3') {
      client ??= s3Client(source);
      return headOf(client, line);
    }
    const path = schemeOf(line) === 'file' ? fileURLToPath(line) : resolve(line);
    const found = await stat(path).catch((error: Error) => error.message);
    if (typeof found === 'string') return found;
    return found.isFile() ? listedFile(path) : `${line}: not a file`;
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

async function headOf(client: S3Client, uri: string): Promise<Listed | string> {
  try {
    const place = parseS3Uri(uri);
    const command = new HeadObjectCommand({ Bucket: place.bucket, Key: place.key });
    const { ETag = '', ContentLength = 0 } = await withPatience(() => client.send(command), isPassing);
    return { uri: s3Uri(place), etag: ETag, size: ContentLength };
  } catch (error) {
    if (isCredentials(error)) throw new CredentialsError(`${uri}: ${wordsOf(error)}`, { cause: error });
    return `${uri}: ${statusOf(error) === 404 ? 'not there' : wordsOf(error)}`;
  }
}
