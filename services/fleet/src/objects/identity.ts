import type { SourceSettings } from './listing.js';
import { parseS3Uri, s3Uri, schemeOf } from './uri.js';

/** Identity of a source, without the region and other options for reading. */
export interface SourceIdentity {
  readonly scheme: string;
  /** Empty for Amazon S3, where bucket names are unique, and for other schemes. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Prefix of the keys, encoded as in a URL; for schemes other than S3 the URL itself. */
  readonly prefix: string;
}

export function identityOf(source: SourceSettings): SourceIdentity {
  const endpoint = endpointOf(source);
  if (source.kind !== 's3') return { scheme: source.kind, endpoint, bucket: '', prefix: source.uri };
  const { bucket } = parseS3Uri(source.uri);
  // Runs of notifications have a scheme of their own, so that they are not compared with listings of the
  // bucket.
  const scheme = source.events === true ? 's3-events' : 's3';
  return { scheme, endpoint, bucket, prefix: source.uri.slice(s3Uri({ bucket, key: '' }).length) };
}

export function objectIdentity(source: SourceSettings, uri: string): string {
  const endpoint = schemeOf(uri) === 's3' ? endpointOf(source) : '';
  return endpoint === '' ? uri : `${endpoint} ${uri}`;
}

/** Converts the spellings of one endpoint to the same text. */
function endpointOf({ kind, endpoint = '' }: SourceSettings): string {
  if (endpoint === '' || (kind !== 's3' && kind !== 'list')) return '';
  return endpoint.replace(/\/+$/, '').toLowerCase();
}
