import { array, type Queryable, sql } from '@services/kit/db';
import { type Account, ROLE } from '../users/account.js';
import { emailKey } from '../users/credentials.js';
import type { InvitationTerms } from './rules.js';

/** A row of `invitation`; times are UNIX milliseconds. */
export interface Invitation {
  id: number;
  is_multiuse: boolean;
  /** Id that clients see. The id is unique among invitations by mail, or among reusable links. */
  number: number;
  email: string | null;
  link_token: string | null;
  invited_by: number;
  invited_as: Account['role'];
  created_at: number;
  expires_at: number | null;
  channel_ids: number[];
  group_ids: number[];
  include_default_channels: boolean;
  notify_referrer_on_join: boolean;
  welcome_message_custom_text: string | null;
}

const COLUMNS =
  sql.raw(`id, is_multiuse, number, email, link_token, invited_by, invited_as, created_at, expires_at, channel_ids,
  group_ids, include_default_channels, notify_referrer_on_join, welcome_message_custom_text`);

const isOpen = (now: number) =>
  sql`used_at IS NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}::bigint)`;

export async function insertInvitation(
  db: Queryable,
  invitation: InvitationTerms & {
    email: string | null;
    hash: Uint8Array;
    linkToken: string | null;
    invitedBy: number;
    now: number;
  },
): Promise<number> {
  const { email } = invitation;
  const numbers = email === null ? 'invitation_link_number' : 'invitation_mail_number';
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO invitation (is_multiuse, number, email, email_key, hash, link_token, invited_by, invited_as, created_at,
      expires_at, channel_ids, group_ids, include_default_channels, notify_referrer_on_join, welcome_message_custom_text)
    VALUES (${email === null}, nextval(${numbers}::regclass), ${email}, ${email === null ? null : emailKey(email)}, ${invitation.hash},
      ${invitation.linkToken}, ${invitation.invitedBy}, ${invitation.role}, ${invitation.now}::bigint,
      ${invitation.expiresAt}::bigint, ${array(invitation.channelIds, 'int4')}, ${array(invitation.groupIds, 'int4')},
      ${invitation.includeDefaultChannels}, ${invitation.notifyInviter}, ${invitation.welcomeText})
    RETURNING id`);
  return row!.id;
}

/**
 * Returns the open invitations that the reader may manage, newest first: the reader's invitations; for administrators,
 * all invitations.
 */
export function openInvitations(db: Queryable, reader: Account, now: number): Promise<Invitation[]> {
  return db.rows<Invitation>(sql`
    SELECT ${COLUMNS} FROM invitation WHERE ${isOpen(now)}
      AND ${reader.role <= ROLE.administrator ? sql`TRUE` : sql`invited_by = ${reader.id}`}
    ORDER BY created_at DESC, id DESC`);
}

export function openInvitation(
  db: Queryable,
  number: number,
  isMultiuse: boolean,
  now: number,
): Promise<Invitation | undefined> {
  return db.one<Invitation>(sql`
    SELECT ${COLUMNS} FROM invitation WHERE number = ${number}::bigint AND is_multiuse = ${isMultiuse} AND ${isOpen(now)}`);
}

/** Returns the invitation that a link names, if the link can still be used. */
export function invitationBehind(
  db: Queryable,
  hash: Uint8Array,
  now: number,
): Promise<Invitation | undefined> {
  return db.one<Invitation>(sql`SELECT ${COLUMNS} FROM invitation WHERE hash = ${hash} AND ${isOpen(now)}`);
}

export async function revokeInvitation(db: Queryable, id: number, now: number): Promise<void> {
  await db.run(sql`UPDATE invitation SET revoked_at = ${now}::bigint WHERE id = ${id}`);
}

/** Ends open invitations to an address, because a newer invitation replaces them, or because the person has joined. */
export async function revokeInvitationsTo(db: Queryable, email: string, now: number): Promise<void> {
  await db.run(sql`
    UPDATE invitation SET revoked_at = ${now}::bigint
    WHERE email_key = ${emailKey(email)} AND used_at IS NULL AND revoked_at IS NULL`);
}

export async function useInvitation(db: Queryable, id: number, now: number): Promise<void> {
  await db.run(sql`UPDATE invitation SET used_at = ${now}::bigint WHERE id = ${id}`);
}

export async function replaceLink(db: Queryable, id: number, hash: Uint8Array): Promise<void> {
  await db.run(sql`UPDATE invitation SET hash = ${hash} WHERE id = ${id}`);
}

export async function updateTerms(db: Queryable, id: number, terms: InvitationTerms): Promise<void> {
  await db.run(sql`
    UPDATE invitation SET invited_as = ${terms.role}, expires_at = ${terms.expiresAt}::bigint,
      channel_ids = ${array(terms.channelIds, 'int4')}, group_ids = ${array(terms.groupIds, 'int4')},
      include_default_channels = ${terms.includeDefaultChannels},
      welcome_message_custom_text = ${terms.welcomeText} WHERE id = ${id}`);
}

/** Returns the number of invitations by mail that were created after `since`. */
export async function sentSince(db: Queryable, since: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM invitation WHERE NOT is_multiuse AND created_at > ${since}::bigint`,
  );
  return row!.count;
}

/** Returns the accounts that already have one of the addresses. */
export function accountsAt(
  db: Queryable,
  addresses: readonly string[],
): Promise<{ email_key: string; is_active: boolean }[]> {
  return db.rows(
    sql`SELECT email_key, is_active FROM account WHERE email_key = ANY(${array(addresses.map(emailKey), 'text')})`,
  );
}
