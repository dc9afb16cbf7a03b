import type { Collecting } from '../../base/diagnostics/policy.js';
import { countingSource } from '../../base/source/counting.js';
import type { Source } from '../../base/source/source.js';
import { type ShardContext, scanShard } from './shards.js';

/** Size of the sample in bytes: a millisecond's work, and large enough for a few blobs. */
const SAMPLE = 1024 * 1024;

const DISCARDED: Collecting = { maxPerCode: 1 };

/**
 * Estimates the number of bytes that a scan of these contexts will read. They may consist of blobs that the
 * scan skips: 4.3 GB of blobs take 50 ms, and two workers took twice that and three times the memory.
 * Extrapolates from the beginning of the largest context.
 */
export async function bytesToRead(source: Source, contexts: readonly ShardContext[]): Promise<number> {
  let largest: ShardContext | undefined;
  let bytes = 0;
  for (const context of contexts) {
    bytes += lengthOf(context);
    if (largest === undefined || lengthOf(context) > lengthOf(largest)) largest = context;
  }
  if (largest === undefined || bytes === 0) return 0;
  const counting = countingSource(source);
  const sample = Math.min(lengthOf(largest), SAMPLE);
  // The truncated context is full of errors, which are not reported.
  await scanShard(counting, [{ ...largest, end: largest.payload + sample }], DISCARDED);
  return (bytes * counting.bytesRead) / sample;
}

function lengthOf({ payload, end }: ShardContext): number {
  return end - payload;
}
