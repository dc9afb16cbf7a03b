import { createHmac } from 'node:crypto';
import type { Random } from '../clock/index.js';

const PREFIX = 'whsec_';

/** Returns a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(random: Random): string {
  return PREFIX + Buffer.from(random.bytes(32)).toString('base64');
}

/** `Webhook-*` headers of one attempt; `timestampS` in seconds since 1970. */
export function signedHeaders(secret: string, id: string, timestampS: number, body: string) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': `v1,${signature}`,
  };
}
