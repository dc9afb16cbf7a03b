import { S3Client } from '@aws-sdk/client-s3';
import type { SourceSettings } from './listing.js';

/** How long a connection may take, and how long it may be silent. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 20_000;

/** Connections of one thread to one host. */
const MAX_SOCKETS = 64;

/** Endpoint, region and keys that the source does not name come from the environment, as for every AWS program. */
export function s3Client({ endpoint, region, pathStyle }: SourceSettings): S3Client {
  // Its versions are pinned, and this one runs on each Node that is promised.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    // Tried again here, where a body that breaks off counts as well, and where it is known what is said once.
    maxAttempts: 1,
    // Parts of an object cannot be checked against the digest of the whole.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
    },
  });
}
