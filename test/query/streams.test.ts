/** Results for a stream equal the results for a file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { query } from '../../src/tools/query/query.js';
import type { QueryRow } from '../../src/tools/query/tables.js';
import { ACTIONS, arbitraryBytes, ask, askStream, BYTES, wrapped } from './asked.js';

const numRuns = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 60);

describe('a query on a stream', () => {
  it('returns the paths of the surrounding elements', async () => {
    const rows = await askStream(BYTES, `${ACTIONS}, path(contexts), path(operations), path()`);
    expect(rows.length).toBeGreaterThan(100);
    for (const { path, columns } of rows) {
      const [context, operation] = [/^.*(?=\.operations)/, /^.*(?=\.actions)/].map(
        (part) => part.exec(path)?.[0],
      );
      expect(columns).toEqual({ 'path(contexts)': context, 'path(operations)': operation, 'path()': path });
    }
  });

  it('continues to count in a message that comes in two records', async () => {
    const metadata = wrapped(0x1a, wrapped(0x12, []));
    const bytes = Uint8Array.from(wrapped(0x12, wrapped(0x1a, [...metadata, ...metadata])));
    const rows = await askStream(bytes, 'network_groups[*].contexts[*].metadata.edge_layers[*]');
    expect(rows.map(({ path }) => path)).toEqual([
      'network_groups[0].contexts[0].metadata.edge_layers[0]',
      'network_groups[0].contexts[0].metadata.edge_layers[1]',
    ]);
  });

  it('waits for later values of the surrounding message', async () => {
    for (const column of ['size(actions)', 'trigger.unique_id', 'size(operations)', 'context_index']) {
      const expression = `${ACTIONS}, ${column}`;
      const rows: QueryRow[] = [];
      for await (const row of query(streamSource([BYTES]), expression, { framing: 'bare' })) rows.push(row);
      expect(rows).toEqual(await ask(BYTES, expression));
    }
  });

  it('finds the same if blobs are large', async () => {
    const bytes = smithBytes({ seed: 3, layout: 'classic', groups: 1, actions: 40, blob: 300_000, blobs: 6 });
    const chunks = function* () {
      for (let at = 0; at < bytes.length; at += 10_000) yield bytes.slice(at, at + 10_000);
    };
    const expression =
      'network_groups[*].preliminary_config.operation[*].actions[*].write_data_ccw.data, offset(), network_group_metadata.network_group_name';
    const rows: QueryRow[] = [];
    for await (const row of query(streamSource(chunks()), expression, { framing: 'bare' })) rows.push(row);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toEqual(await ask(bytes, expression));
  });

  it('reports the same problem for a broken stream as for a broken file', async () => {
    const spoiled = fc
      .tuple(arbitraryBytes, fc.nat(), fc.nat(255), fc.boolean())
      .map(([bytes, at, value, isCut]) => {
        const changed = bytes.slice(0, isCut ? at % (bytes.length + 1) : bytes.length);
        if (!isCut && changed.length > 0) changed[at % changed.length] = value;
        return changed;
      });
    const outcome = async (asking: AsyncGenerator<QueryRow>): Promise<QueryRow[]> => {
      const rows: QueryRow[] = [];
      try {
        for await (const row of asking) rows.push(row);
      } catch (error) {
        if (!isProtomdlError(error)) throw error;
        expect(error.code).toMatch(/^(wire|message|string)-/);
        expect(error.offset).toBeGreaterThanOrEqual(0);
      }
      return rows;
    };
    await fc.assert(
      fc.asyncProperty(spoiled, async (bytes) => {
        const expression = `${ACTIONS}, enable_lcu.cluster_index`;
        const streamed = await outcome(query(streamSource([bytes]), expression, { framing: 'bare' }));
        const whole = await outcome(query(memorySource(bytes), expression, { framing: 'bare' }));
        const least = Math.min(streamed.length, whole.length);
        expect(streamed.slice(0, least)).toEqual(whole.slice(0, least));
      }),
      { numRuns },
    );
  });
});
