import { type Queryable, sql } from '@services/kit/db';
import type { SourceSettings } from '../objects/listing.js';
import { schemeOf } from '../objects/uri.js';
import { digestOf } from './settings.js';

/** The number of a source, made when it is first listed. Two servers may have buckets of one name. */
export async function sourceNumber(tx: Queryable, source: SourceSettings): Promise<number> {
  const { kind, uri, endpoint = '' } = source;
  const scheme = kind === 'list' ? 'list' : schemeOf(uri) || kind;
  const [, bucket = '', prefix = uri] = (kind === 's3' && /^s3:\/\/([^/]*)\/?(.*)$/s.exec(uri)) || [];
  const digest = digestOf([scheme, endpoint, bucket, prefix].join('\n'));
  await tx.run(sql`
    insert into fleet.source (digest, scheme, endpoint, bucket, prefix)
    values (${digest}, ${scheme}, ${endpoint}, ${bucket}, ${prefix}) on conflict do nothing`);
  const row = await tx.one<{ id: number }>(sql`select id from fleet.source where digest = ${digest}`);
  return (row as { id: number }).id;
}

/** What an object is known by: its address and, where that leaves open which server has it, the server's. */
export function objectDigest({ endpoint = '' }: SourceSettings, uri: string): Buffer {
  return digestOf(endpoint !== '' && schemeOf(uri) === 's3' ? `${endpoint}\n${uri}` : uri);
}
