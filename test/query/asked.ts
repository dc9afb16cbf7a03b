/** Runs queries on a model that is read as a file, and as a stream. */
import fc from 'fast-check';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { query } from '../../src/tools/query/query.js';
import type { QueryRow } from '../../src/tools/query/tables.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';

export const ACTIONS = 'network_groups[*].contexts[*].operations[*].actions[*]';
export const BYTES = smithBytes({ seed: 11, layout: 'classic', groups: 1, contexts: 3, actions: 300 });

export async function ask(
  bytes: Uint8Array,
  expression: string,
  options: NonNullable<Parameters<typeof query>[2]> = {},
): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  for await (const row of query(memorySource(bytes), expression, { framing: 'bare', ...options }))
    rows.push(row);
  return rows;
}

export async function askStream(bytes: Uint8Array, expression: string): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  const stream = streamSource([bytes.slice(0, 50), bytes.slice(50)]);
  for await (const row of query(stream, expression, { framing: 'bare' })) rows.push(row);
  return rows;
}

export function wrapped(tag: number, payload: readonly number[]): number[] {
  return [tag, payload.length, ...payload];
}

export const arbitraryBytes = fc.oneof(
  arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 16 }).map(({ bytes }) => bytes),
  fc.integer({ min: 0, max: 5000 }).map((seed) => smithBytes({ seed, actions: 40, blob: 40 })),
);
