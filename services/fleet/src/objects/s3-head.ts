import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { Listed } from './listing.js';
import { withPatience } from './patience.js';
import { CredentialsError, errorOf, isPassing, statusOf, wordsOf } from './s3-errors.js';
import { parseS3Uri, s3Uri } from './uri.js';

/**
 * Returns an object by URL, or the reason why it cannot be read.
 * @throws CredentialsError
 */
export async function headOf(client: S3Client, uri: string): Promise<Listed | string> {
  try {
    const place = parseS3Uri(uri);
    const command = new HeadObjectCommand({ Bucket: place.bucket, Key: place.key });
    const { ETag = '', ContentLength = 0 } = await withPatience(() => client.send(command), isPassing);
    return { uri: s3Uri(place), etag: ETag, size: ContentLength };
  } catch (error) {
    const known = errorOf(error, uri);
    if (known instanceof CredentialsError) throw known;
    return `${uri}: ${statusOf(error) === 404 ? 'not there' : wordsOf(error)}`;
  }
}
