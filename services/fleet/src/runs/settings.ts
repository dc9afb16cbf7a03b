import { createHash } from 'node:crypto';
import { CATALOGUE, type Release } from 'protomdl';
import { TOOL } from 'protomdl/node';

/** What a run asks of every object. */
export interface RunSettings {
  /** Whether all bytes are read, for the checksum. */
  readonly checksum: boolean;
  readonly maxPerCode: number;
  readonly releases: readonly Release[];
}

export const ENGINE = `${TOOL.name} ${TOOL.version}`;

/** Digest of what a verdict depends on besides the bytes: results of other rules are not taken over. */
export function rulesDigest({ checksum, maxPerCode, releases }: RunSettings): string {
  const codes = [...CATALOGUE.values()].map(({ code, severity, refusedBy }) => [code, severity, refusedBy]);
  const parts = [ENGINE, codes, checksum, maxPerCode, releases];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
