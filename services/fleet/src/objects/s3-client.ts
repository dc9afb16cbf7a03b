import { S3Client } from '@aws-sdk/client-s3';
import type { SourceSettings } from './listing.js';

/** Time-outs of a connection: until it is open, and while no data arrive. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 20_000;

/** Maximum number of connections from one thread to one host. */
const MAX_SOCKETS = 64;

/**
 * Creates a client. The keys, and the endpoint and region if the source does not set them, are read from the
 * environment, as in every AWS program.
 */
export function s3Client({ endpoint, region, pathStyle }: SourceSettings): S3Client {
  // Switches off the SDK's warning about old versions of Node: the SDK's version is pinned, and works with
  // all supported versions of Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    forcePathStyle: pathStyle ?? endpoint !== undefined,
    // The SDK must not retry, because the caller does. The caller also retries a body that breaks off, and
    // logs each failure once.
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
