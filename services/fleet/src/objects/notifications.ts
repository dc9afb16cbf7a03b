import type { Listed } from './listing.js';
import { formDecoded, s3Uri } from './uri.js';

/** Names of events after which an object has new content, or has become readable. */
const CREATED = /^(?:s3:)?(?:ObjectCreated:|ObjectRestore:Completed)/;
const CREATED_DETAIL: ReadonlySet<unknown> = new Set(['Object Created', 'Object Restore Completed']);

/** Maximum number of envelopes in which a notification may be: SNS adds one envelope. */
const MOST_ENVELOPES = 3;

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the objects that have new content according to a notification of a bucket. The notification comes
 * from S3 or a compatible server: directly, through SNS, or through EventBridge. For other events, such as
 * deletions and S3's test message, the list is empty.
 * @returns undefined for a message that is not a notification
 */
export function notifiedObjects(body: string): Listed[] | undefined {
  let text: unknown = body;
  for (let depth = 0; depth < MOST_ENVELOPES && typeof text === 'string'; depth++) {
    const message = parsed(text);
    if (message === undefined) return undefined;
    if (Array.isArray(message.Records)) return message.Records.flatMap(ofRecord);
    if (message.Event === 's3:TestEvent') return [];
    if (typeof message['detail-type'] === 'string' && message.source === 'aws.s3') return ofDetail(message);
    text = message.Type === 'Notification' ? message.Message : undefined;
  }
  return undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function ofRecord(record: unknown): Listed[] {
  const { eventName, s3 } = asObject(record) ?? {};
  const { bucket, object } = asObject(s3) ?? {};
  const { key, size, eTag } = asObject(object) ?? {};
  if (typeof eventName !== 'string' || !CREATED.test(eventName) || typeof key !== 'string') return [];
  return listed(asObject(bucket)?.name, formDecoded(key), size, eTag);
}

/** Reads a notification of EventBridge, whose keys are not encoded. */
function ofDetail({ 'detail-type': type, detail }: Json): Listed[] {
  const { bucket, object } = asObject(detail) ?? {};
  const { key, size, etag } = asObject(object) ?? {};
  return CREATED_DETAIL.has(type) ? listed(asObject(bucket)?.name, key, size, etag) : [];
}

function listed(bucket: unknown, key: unknown, size: unknown, etag: unknown): Listed[] {
  if (typeof bucket !== 'string' || bucket.includes('/') || typeof key !== 'string' || key === '') return [];
  // A lone surrogate cannot be percent-encoded, so such a key is not an object's.
  if (!key.isWellFormed()) return [];
  return [
    {
      uri: s3Uri({ bucket, key }),
      // Notifications write the ETag without the quotation marks that listings write.
      etag: typeof etag === 'string' && etag !== '' ? quoted(etag) : '',
      size: Number.isSafeInteger(size) && (size as number) >= 0 ? (size as number) : 0,
    },
  ];
}

/** Returns an ETag with quotation marks, as in listings. */
export function quoted(etag: string): string {
  return etag.startsWith('"') ? etag : `"${etag}"`;
}
