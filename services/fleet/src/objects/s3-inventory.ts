import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse';
import { type Listed, type ListedPage, ListingError } from './listing.js';
import { quoted } from './notifications.js';
import { withPatience } from './patience.js';
import { CredentialsError, errorOf, isPassing, wordsOf } from './s3-errors.js';
import { ARCHIVES, archivedText, listS3 } from './s3-listing.js';
import { formDecoded, parseS3Uri, type S3Place, s3Uri } from './uri.js';

const PAGE = 2_000;

/** Maximum size of a manifest, which names some thousand files. */
const MOST_MANIFEST_BYTES = 16 * 1_024 * 1_024;

/** Maximum size of a row: a key of 1,024 bytes takes up to 3 KB. */
const MOST_ROW_BYTES = 64 * 1_024;

/** Columns that a listing needs. */
const NEEDED = ['Bucket', 'Key', 'Size', 'ETag'] as const;

/** Matches the key of a manifest, relative to the folder of the inventory configuration. */
const DATED = /\/\d{4}-\d\d-\d\dT\d\d-\d\dZ\/manifest\.json$/;

interface Manifest {
  /** Bucket of the inventory's files. */
  readonly bucket: string;
  readonly columns: readonly string[];
  readonly files: readonly { readonly key: string; readonly md5: string }[];
}

/**
 * Lists the objects below a prefix by S3 Inventory: a bucket of a hundred million objects takes a hundred
 * requests instead of a hundred thousand. The inventory may be a day old, so objects may have been replaced
 * or deleted since.
 * @param place a `manifest.json`, or the folder of an inventory configuration, whose latest manifest is used
 * @throws ListingError, CredentialsError
 */
export async function* listInventory(
  client: S3Client,
  { bucket, key: prefix }: S3Place,
  place: S3Place,
): AsyncGenerator<ListedPage> {
  const at = place.key.endsWith('.json') ? place : await latestManifest(client, place);
  const manifest = await readManifest(client, at, bucket);
  for (const file of manifest.files) {
    const from = { bucket: manifest.bucket, key: file.key };
    let objects: Listed[] = [];
    let skipped: string[] = [];
    for await (const row of rowsOf(client, from, file.md5)) {
      const cells = Object.fromEntries(manifest.columns.map((name, index) => [name, row[index] ?? '']));
      const found = listedRow(cells, bucket, prefix);
      if (typeof found === 'string') skipped.push(found);
      else if (found !== undefined) objects.push(found);
      if (objects.length < PAGE) continue;
      yield { objects, skipped };
      objects = [];
      skipped = [];
    }
    yield { objects, skipped };
  }
}

/** The names of inventory folders begin with their dates, so the latest inventory sorts last. */
async function latestManifest(client: S3Client, place: S3Place): Promise<S3Place> {
  let latest: string | undefined;
  for await (const { objects } of listS3(client, place)) {
    for (const { uri } of objects) if (DATED.test(uri)) latest = uri;
  }
  if (latest === undefined) {
    throw new ListingError(`${s3Uri(place)}: no folder with a date has a manifest.json`);
  }
  return parseS3Uri(latest);
}

async function readManifest(client: S3Client, place: S3Place, source: string): Promise<Manifest> {
  const name = s3Uri(place);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await bodyOf(client, place)) {
    size += (chunk as Uint8Array).length;
    if (size > MOST_MANIFEST_BYTES) throw new ListingError(`${name}: more than ${MOST_MANIFEST_BYTES} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  let manifest: Record<string, unknown>;
  try {
    manifest = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  } catch {
    throw new ListingError(`${name}: not the manifest of an inventory`);
  }
  const { sourceBucket, destinationBucket, fileFormat, fileSchema, files } = manifest;
  if (typeof fileSchema !== 'string' || !Array.isArray(files) || typeof destinationBucket !== 'string') {
    throw new ListingError(`${name}: not the manifest of an inventory`);
  }
  if (fileFormat !== 'CSV') {
    throw new ListingError(`${name}: files are ${fileFormat}: configure the inventory for CSV`);
  }
  if (sourceBucket !== source)
    throw new ListingError(`${name}: an inventory of ${sourceBucket}, not ${source}`);
  const columns = fileSchema.split(',').map((column) => column.trim());
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw new ListingError(`${name}: lacks ${missing.join(' and ')}: add these fields to the inventory`);
  }
  return {
    bucket: destinationBucket.replace(/^.*:/, ''),
    columns,
    files: (files as Record<string, unknown>[]).map(({ key, MD5checksum }) => ({
      key: `${key}`,
      md5: `${MD5checksum}`,
    })),
  };
}

/** Yields the rows of one file. The last row is only yielded if the file's checksum is right. */
async function* rowsOf(client: S3Client, place: S3Place, md5: string): AsyncGenerator<string[]> {
  const hash = createHash('md5');
  const hashed = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const found = hash.digest('hex');
      done(found === md5 ? null : new ListingError(`${s3Uri(place)}: MD5 ${found}, the manifest has ${md5}`));
    },
  });
  const rows = parse({ skip_empty_lines: true, max_record_size: MOST_ROW_BYTES });
  const piped = pipeline(await bodyOf(client, place), hashed, createGunzip(), rows);
  piped.catch(() => {});
  try {
    yield* rows as AsyncIterable<string[]>;
    await piped;
  } catch (error) {
    if (error instanceof ListingError) throw error;
    throw new ListingError(`${s3Uri(place)}: ${wordsOf(error)}`, { cause: error });
  }
}

async function bodyOf(client: S3Client, place: S3Place): Promise<Readable> {
  try {
    const command = new GetObjectCommand({ Bucket: place.bucket, Key: place.key });
    const { Body } = await withPatience(() => client.send(command), isPassing);
    return Body as Readable;
  } catch (error) {
    const known = errorOf(error, s3Uri(place));
    if (known instanceof CredentialsError) throw known;
    throw new ListingError(`${s3Uri(place)}: ${wordsOf(error)}`, { cause: error });
  }
}

/**
 * Returns the object of a row, or the reason why the listing leaves the object out; undefined for a row that
 * the run does not include.
 */
function listedRow(
  cells: Readonly<Record<string, string>>,
  bucket: string,
  prefix: string,
): Listed | string | undefined {
  const { Key = '', Size = '', ETag = '', StorageClass = '', IsLatest, IsDeleteMarker } = cells;
  if (IsLatest === 'false' || IsDeleteMarker === 'true' || cells.Bucket !== bucket) return undefined;
  const key = formDecoded(Key);
  if (key === undefined || key === '')
    return `s3://${bucket}: a key that cannot be: ${JSON.stringify(Key.slice(0, 80))}`;
  if (!key.startsWith(prefix) || (key.endsWith('/') && Size === '0')) return undefined;
  const uri = s3Uri({ bucket, key });
  if (!/^\d{1,15}$/.test(Size)) return `${uri}: no size`;
  if (ARCHIVES.has(StorageClass)) return archivedText(uri, StorageClass);
  return { uri, etag: quoted(ETag), size: Number(Size) };
}
