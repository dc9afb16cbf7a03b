import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { visibleMessage } from '../access/visibility.js';
import type { WriteTx } from '../db/writer.js';
import { uploadQuotaReached } from '../http/errors.js';
import type { Account } from '../users/account.js';
import { canonicalPathId } from './names.js';

/** An attachment as its owner sees it; times are UNIX milliseconds. */
export interface Attachment {
  id: number;
  name: string;
  path_id: string;
  size: number;
  create_time: number;
  messages: { id: number; date_name: number }[];
}

/** The columns of an attachment that are needed to serve its file. */
export interface StoredFile {
  id: number;
  path_id: string;
  name: string;
  size: number;
  content_type: string;
  sha256: Uint8Array;
}

type Reader = Pick<Account, 'id' | 'role'>;

/**
 * Stores the record of an upload. Throws REALM_UPLOAD_QUOTA if all uploads would take more than `quota` bytes; 0: no
 * limit.
 */
export async function insertAttachment(
  tx: WriteTx,
  ownerId: number,
  file: { pathId: string; name: string; size: number; sha256: Uint8Array; contentType: string },
  quota: number,
): Promise<void> {
  await requireRoom(tx, file.size, quota);
  await tx.run(sql`
    INSERT INTO attachment (owner_id, path_id, name, size, sha256, content_type, created_at, unreferenced_at)
    VALUES (${ownerId}, ${file.pathId}, ${file.name}, ${file.size}::bigint, ${file.sha256}, ${file.contentType},
      ${tx.now}::bigint, ${tx.now}::bigint)`);
  const row = await tx.one<{ id: number }>(sql`SELECT id FROM attachment WHERE path_id = ${file.pathId}`);
  await tellOwners(tx, [row!.id], 'add');
}

/** Throws REALM_UPLOAD_QUOTA if `size` more bytes would exceed `quota`; 0: no limit. */
export async function requireRoom(db: Queryable, size: number, quota: number): Promise<void> {
  if (quota > 0 && (await usedSpace(db)) + size > quota)
    throw uploadQuotaReached('The upload would exceed the upload quota of the organization.');
}

/**
 * Returns a condition that is true for uploads that the reader may open: the reader's own uploads, and uploads in
 * messages that the reader can see.
 */
function isOpenTo(reader: Reader): SQL {
  return sql`(a.owner_id = ${reader.id}::integer OR EXISTS (
    SELECT FROM attachment_message am JOIN message m ON m.id = am.message_id
    WHERE am.attachment_id = a.id AND ${visibleMessage(reader)}))`;
}

const FILE_COLUMNS = sql.raw('a.id, a.path_id, a.name, a.size, a.content_type, a.sha256');

/** Returns the file at that path if the reader may open it; undefined for other files and for missing files. */
export async function openableFile(
  db: Queryable,
  reader: Reader,
  path: string,
): Promise<StoredFile | undefined> {
  const pathId = canonicalPathId(path);
  if (pathId === undefined) return undefined;
  return db.one<StoredFile>(
    sql`SELECT ${FILE_COLUMNS} FROM attachment a WHERE a.path_id = ${pathId} AND ${isOpenTo(reader)}`,
  );
}

/**
 * Returns the file at a path, or undefined. Does not check that the reader may open the file: the caller has checked
 * the signature of the request.
 */
export async function fileAt(db: Queryable, path: string): Promise<StoredFile | undefined> {
  const pathId = canonicalPathId(path);
  if (pathId === undefined) return undefined;
  return db.one<StoredFile>(sql`SELECT ${FILE_COLUMNS} FROM attachment a WHERE a.path_id = ${pathId}`);
}

/**
 * Returns the ids of the uploads at `paths` (as a rendered message lists them) that the author can open now. A message
 * refers to these uploads only, so a user cannot get access to an upload by copying its URL into a message.
 */
export async function claimableUploads(
  db: Queryable,
  author: Reader,
  paths: readonly string[],
): Promise<number[]> {
  const pathIds = paths.map(canonicalPathId).filter((pathId) => pathId !== undefined);
  if (pathIds.length === 0) return [];
  const rows = await db.rows<{ id: number }>(
    sql`SELECT a.id FROM attachment a WHERE a.path_id = ANY(${array(pathIds, 'text')}) AND ${isOpenTo(author)} ORDER BY a.id`,
  );
  return rows.map((row) => row.id);
}

/**
 * Makes a message refer to these uploads and to no others. Returns the uploads that no message refers to after this.
 */
export async function setReferences(
  tx: WriteTx,
  messageId: number,
  attachmentIds: readonly number[],
): Promise<Attachment[]> {
  const dropped = await tx.rows<{ attachment_id: number }>(sql`
    DELETE FROM attachment_message WHERE message_id = ${messageId}::bigint
      AND attachment_id <> ALL(${array(attachmentIds, 'int8')}) RETURNING attachment_id`);
  const added = await tx.rows<{ attachment_id: number }>(sql`
    INSERT INTO attachment_message (attachment_id, message_id)
    SELECT id, ${messageId}::bigint FROM unnest(${array(attachmentIds, 'int8')}) AS id
    ON CONFLICT DO NOTHING RETURNING attachment_id`);
  const changed = [...dropped, ...added].map((row) => row.attachment_id);
  if (changed.length === 0) return [];
  await noteReferences(tx, changed);
  await tellOwners(tx, changed, 'update');
  if (dropped.length === 0) return [];
  return readAttachments(
    tx,
    sql`a.id = ANY(${array(
      dropped.map((row) => row.attachment_id),
      'int8',
    )}) AND a.unreferenced_at IS NOT NULL`,
  );
}

export async function dropReferences(tx: WriteTx, messageIds: readonly number[]): Promise<void> {
  const dropped = await tx.rows<{ attachment_id: number }>(sql`
    DELETE FROM attachment_message WHERE message_id = ANY(${array(messageIds, 'int8')}) RETURNING attachment_id`);
  const ids = [...new Set(dropped.map((row) => row.attachment_id))];
  if (ids.length === 0) return;
  await noteReferences(tx, ids);
  await tellOwners(tx, ids, 'update');
}

async function noteReferences(tx: WriteTx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    UPDATE attachment a SET unreferenced_at = CASE
      WHEN EXISTS (SELECT FROM attachment_message am WHERE am.attachment_id = a.id) THEN NULL
      ELSE coalesce(a.unreferenced_at, ${tx.now}::bigint) END
    WHERE a.id = ANY(${array(ids, 'int8')})`);
}

export function attachmentsOf(db: Queryable, ownerId: number): Promise<Attachment[]> {
  return readAttachments(db, sql`a.owner_id = ${ownerId}`);
}

function readAttachments(db: Queryable, where: SQL): Promise<Attachment[]> {
  return db.rows<Attachment>(sql`
    SELECT a.id, a.name, a.path_id, a.size, a.created_at AS create_time, coalesce(
      (SELECT json_agg(json_build_object('id', m.id, 'date_name', m.sent_at) ORDER BY m.id)
       FROM attachment_message am JOIN message m ON m.id = am.message_id WHERE am.attachment_id = a.id), '[]') AS messages
    FROM attachment a WHERE ${where} ORDER BY a.id`);
}

/** Total bytes of the organization's uploads. */
export async function usedSpace(db: Queryable): Promise<number> {
  const row = await db.one<{ used: number }>(
    sql`SELECT coalesce(sum(size), 0)::bigint AS used FROM attachment`,
  );
  return row!.used;
}

/**
 * Deletes an attachment from the tables; returns its path, or undefined if the user does not own such an attachment.
 */
export async function deleteAttachment(
  tx: WriteTx,
  ownerId: number,
  id: number,
): Promise<string | undefined> {
  const row = await tx.one<{ path_id: string }>(
    sql`DELETE FROM attachment WHERE id = ${id}::bigint AND owner_id = ${ownerId} RETURNING path_id`,
  );
  if (row === undefined) return undefined;
  tx.emit(
    { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: await usedSpace(tx) },
    { users: [ownerId] },
  );
  return row.path_id;
}

/** Deletes attachments that no message has referred to since `before`; returns their paths. */
export async function deleteUnreferenced(tx: Queryable, before: number, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ path_id: string }>(sql`
    DELETE FROM attachment WHERE id IN (
      SELECT id FROM attachment WHERE unreferenced_at < ${before}::bigint ORDER BY id LIMIT ${limit}) RETURNING path_id`);
  return rows.map((row) => row.path_id);
}

async function tellOwners(tx: WriteTx, ids: readonly number[], op: 'add' | 'update'): Promise<void> {
  const owners = await tx.rows<{ id: number; owner_id: number }>(
    sql`SELECT id, owner_id FROM attachment WHERE id = ANY(${array(ids, 'int8')})`,
  );
  const upload_space_used = await usedSpace(tx);
  const ownerOf = new Map(owners.map((row) => [row.id, row.owner_id]));
  for (const attachment of await readAttachments(tx, sql`a.id = ANY(${array(ids, 'int8')})`)) {
    tx.emit(
      { type: 'attachment', op, attachment, upload_space_used },
      { users: [ownerOf.get(attachment.id)!] },
    );
  }
}
