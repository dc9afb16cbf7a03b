import { type Queryable, type SQL, sql } from '@services/kit/db';

/** Tables with a partition for each run. */
const PARTITIONED = ['result', 'tally', 'share'] as const;

/**
 * Returns the name of a partition. In the whole fleet, only statements on partitions contain a value in their
 * text, because PostgreSQL accepts no parameters for names and bounds of partitions. The values are safe: the
 * table is one of `PARTITIONED`, and the number comes from the database.
 */
function partitionOf(table: (typeof PARTITIONED)[number], runId: number): SQL {
  return sql`fleet.${sql.identifier(`${table}_${whole(runId)}`)}`;
}

export async function addPartitions(tx: Queryable, runId: number): Promise<void> {
  for (const table of PARTITIONED) {
    await tx.run(sql`
      create table ${partitionOf(table, runId)} partition of fleet.${sql.identifier(table)}
      for values in (${sql.raw(whole(runId))})`);
  }
}

export async function dropPartitions(tx: Queryable, runId: number): Promise<void> {
  for (const table of PARTITIONED) await tx.run(sql`drop table if exists ${partitionOf(table, runId)}`);
}

function whole(runId: number): string {
  if (!Number.isSafeInteger(runId) || runId < 0) throw new RangeError(`${runId} is not the number of a run`);
  return `${runId}`;
}
