import { array, type Queryable, sql } from '@services/kit/db';
import { withShares } from '../runs/shares.js';
import type { ObjectResult } from './result.js';
import type { Words } from './words.js';

/**
 * Yields the words of results, each with its kind. The kind of a finding's code is its severity: settings and
 * versions may give a code several severities.
 */
export function* wordsIn(results: readonly ObjectResult[]): Generator<readonly [string, string]> {
  for (const { architecture, toolChain, error, codes } of results) {
    if (architecture !== '') yield ['architecture', architecture];
    if (toolChain !== '') yield ['tool chain', toolChain];
    if (error !== '') yield ['unreadable', error];
    for (const [severity, code] of codes) yield [severity, code];
  }
}

/** Stores results, each once: a second result of an object in a run is dropped. */
export async function storeResults(
  tx: Queryable,
  runId: number,
  results: readonly ObjectResult[],
  words: Words,
): Promise<void> {
  if (results.length === 0) return;
  const column = <T>(of: (result: ObjectResult) => T, type: 'int4' | 'int8' | 'text') =>
    array(results.map(of), type);
  // All reports are sent as one value: as elements of an array, they would be encoded in hexadecimal.
  const reports = results.map(({ report }) => report);
  let end = 1;
  const starts = reports.map(({ length }) => {
    end += length;
    return end - length;
  });
  const stored = await tx.rows<{ verdict: number }>(
    withShares(
      runId,
      sql`
    insert into fleet.result (run_id, object_id, etag, size, bytes_read, ms, errors, warnings, infos, architecture,
      tool_chain, error, verdict, runtime, codes, counts, report)
    select ${runId}, object_id, etag, size, bytes_read, ms::real, errors, warnings, infos, architecture, tool_chain,
      error, verdict, runtime, codes::int4[], counts::int4[], substr(${Buffer.concat(reports)}::bytea, starts, length)
    from unnest(
      ${column(({ objectId }) => objectId, 'int8')}, ${column(({ etag }) => etag.replaceAll('\0', ''), 'text')},
      ${column(({ size }) => size, 'int8')}, ${column(({ bytesRead }) => bytesRead, 'int8')},
      ${column(({ ms }) => `${ms}`, 'text')}, ${column(({ counts }) => counts[0], 'int4')},
      ${column(({ counts }) => counts[1], 'int4')}, ${column(({ counts }) => counts[2], 'int4')},
      ${column(({ architecture }) => words.numberOf('architecture', architecture), 'int4')},
      ${column(({ toolChain }) => words.numberOf('tool chain', toolChain), 'int4')},
      ${column(({ error }) => words.numberOf('unreadable', error), 'int4')},
      ${column(({ verdict }) => verdict, 'int4')}, ${column(({ runtime }) => runtime, 'text')},
      ${column(({ codes }) => `{${codes.map(([severity, code]) => words.numberOf(severity, code)).join()}}`, 'text')},
      ${column(({ codes }) => `{${codes.map(([, , count]) => count).join()}}`, 'text')},
      ${array(starts, 'int4')}, ${column(({ report }) => report.length, 'int4')})
      as r (object_id, etag, size, bytes_read, ms, errors, warnings, infos, architecture, tool_chain, error, verdict,
        runtime, codes, counts, starts, length)
    on conflict do nothing`,
    ),
  );
  const count = (verdict: number) => stored.filter((row) => row.verdict === verdict).length;
  const read = results.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  await tx.run(sql`
    insert into fleet.tally (run_id, objects, valid, invalid, unreadable, bytes_read)
    values (${runId}, ${stored.length}, ${count(0)}, ${count(1)}, ${count(2)}, ${read})`);
}
