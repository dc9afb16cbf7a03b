import { type Queryable, sql } from '@services/kit/db';

export async function insertDelivery(
  db: Queryable,
  delivery: { botId: number; messageId: number; trigger: string },
  now: number,
): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO webhook_delivery (bot_id, message_id, trigger, created_at)
    VALUES (${delivery.botId}, ${delivery.messageId}::bigint, ${delivery.trigger}, ${now}::bigint) RETURNING id`);
  return row!.id;
}

export async function isFinished(db: Queryable, id: number): Promise<boolean> {
  const row = await db.one(
    sql`SELECT 1 AS pending FROM webhook_delivery WHERE id = ${id}::bigint AND finished_at IS NULL`,
  );
  return row === undefined;
}

export async function finishDelivery(
  tx: Queryable & { now: number },
  id: number,
  attempts: number,
  outcome: string,
): Promise<void> {
  await tx.run(sql`
    UPDATE webhook_delivery SET finished_at = ${tx.now}::bigint, attempts = ${attempts}, outcome = ${outcome}
    WHERE id = ${id}::bigint`);
}

export async function deleteOldDeliveries(db: Queryable, before: number): Promise<void> {
  await db.run(sql`DELETE FROM webhook_delivery WHERE finished_at < ${before}::bigint`);
}
