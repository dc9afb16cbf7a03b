import { ListObjectsV2Command, type ListObjectsV2Output, type S3Client } from '@aws-sdk/client-s3';
import type { Listed, ListedPage } from './listing.js';
import { ListingError } from './listing.js';
import { withPatience } from './patience.js';
import { CredentialsError, errorOf, isPassing, wordsOf } from './s3-errors.js';
import { formDecoded, type S3Place, s3Uri } from './uri.js';

/** Maximum length of a key in S3. */
const MAX_KEY_BYTES = 1_024;

/** Storage classes of archived objects, which cannot be read until they are restored. */
export const ARCHIVES: ReadonlySet<string> = new Set(['GLACIER', 'DEEP_ARCHIVE']);

/**
 * Maximum number of consecutive empty pages. A server may return an empty page for deleted keys; after more,
 * the listing counts as broken.
 */
const MAX_EMPTY_PAGES = 1_000;

/**
 * Lists the objects below a prefix, one page at a time. The listing must end, so its keys must ascend: a
 * listing that repeats its token or a key is refused.
 * @param after key of the last object of an earlier listing, after which this listing continues
 */
export async function* listS3(
  client: S3Client,
  { bucket, key: prefix }: S3Place,
  after?: string,
): AsyncGenerator<ListedPage> {
  const name = s3Uri({ bucket, key: prefix });
  let token: string | undefined;
  let last: Buffer | undefined = after === undefined ? undefined : Buffer.from(after);
  let empty = 0;
  do {
    const page = await ask(client, {
      Bucket: bucket,
      Prefix: prefix,
      EncodingType: 'url',
      OptionalObjectAttributes: ['RestoreStatus'],
      ...(token === undefined ? {} : { ContinuationToken: token }),
      ...(after === undefined || token !== undefined ? {} : { StartAfter: after }),
    });
    const decode = page.EncodingType === 'url' ? formDecoded : (key: string) => key;
    const objects: Listed[] = [];
    const skipped: string[] = [];
    for (const { Key, ETag = '', Size = 0, StorageClass = '', RestoreStatus } of page.Contents ?? []) {
      const key = Key === undefined ? undefined : decode(Key);
      const bytes = Buffer.from(key ?? '');
      if (key === undefined || key === '' || bytes.length > MAX_KEY_BYTES || !key.startsWith(prefix)) {
        skipped.push(`${name}: a key that cannot be: ${JSON.stringify((Key ?? '').slice(0, 80))}`);
        continue;
      }
      if (last !== undefined && Buffer.compare(bytes, last) <= 0) {
        throw new ListingError(
          `${name}: the listing goes back from ${shown(last)} to ${shown(bytes)}: it would not end`,
        );
      }
      last = bytes;
      // S3 consoles make such empty objects as placeholders for folders.
      if (key.endsWith('/') && Size === 0) continue;
      if (!Number.isSafeInteger(Size) || Size < 0) skipped.push(`${s3Uri({ bucket, key })}: no size`);
      else if (ARCHIVES.has(StorageClass) && RestoreStatus?.RestoreExpiryDate === undefined) {
        skipped.push(archivedText(s3Uri({ bucket, key }), StorageClass));
      } else objects.push({ uri: s3Uri({ bucket, key }), etag: ETag, size: Size });
    }
    empty = (page.Contents ?? []).length === 0 ? empty + 1 : 0;
    const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    if (page.IsTruncated === true && (next === undefined || next === '' || next === token)) {
      throw new ListingError(
        `${name}: the listing is incomplete and its token does not advance, so it would never end`,
      );
    }
    if (empty > MAX_EMPTY_PAGES) {
      throw new ListingError(
        `${name}: ${MAX_EMPTY_PAGES} pages in a row without a key: the listing may never end`,
      );
    }
    token = next;
    yield { objects, skipped, ...(last === undefined ? {} : { next: last.toString() }) };
  } while (token !== undefined);
}

function shown(key: Buffer): string {
  return JSON.stringify(key.toString().slice(0, 80));
}

async function ask(
  client: S3Client,
  input: ConstructorParameters<typeof ListObjectsV2Command>[0],
): Promise<ListObjectsV2Output> {
  try {
    return await withPatience(() => client.send(new ListObjectsV2Command(input)), isPassing);
  } catch (error) {
    const known = errorOf(error, `s3://${input.Bucket}`);
    if (known instanceof CredentialsError) throw known;
    throw new ListingError(`s3://${input.Bucket}: ${wordsOf(error)}`, { cause: error });
  }
}

export function archivedText(uri: string, storageClass: string): string {
  return `${uri}: archived (${storageClass}): restore it to have it validated`;
}
