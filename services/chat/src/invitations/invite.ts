import { randomText } from '@services/kit/clock';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { type ApiError, invitationFailed } from '../http/errors.js';
import { enqueueLetter } from '../mail/delivery.js';
import { composeLetter } from '../mail/letter.js';
import type { Account } from '../users/account.js';
import { emailKey, sha256 } from '../users/credentials.js';
import { administrators } from '../users/membership.js';
import { readInvitees } from './addresses.js';
import { checkTerms, type InvitationTerms } from './rules.js';
import {
  accountsAt,
  type Invitation,
  insertInvitation,
  replaceLink,
  revokeInvitationsTo,
  sentSince,
} from './store.js';

/** 43 characters of base62 have the entropy of 32 random bytes. */
const TOKEN_LENGTH = 43;
const DAY_MS = 86_400_000;

export const joinLink = (app: Pick<App, 'publicUrl'>, token: string) => `${app.publicUrl}/join/${token}`;

type Failure = [email: string, reason: string, isDeactivated: boolean];

/**
 * Invites people by mail. If some people could not be invited, returns the error instead of throwing it, because
 * throwing would undo the invitations of the others.
 */
export async function invitePeople(
  app: App,
  tx: WriteTx,
  actor: Account,
  inviteeText: string,
  terms: InvitationTerms,
): Promise<ApiError | undefined> {
  // The permission is checked first, so that callers without the permission learn nothing about the addresses.
  await checkTerms(tx, actor, terms, 'can_invite_users_group');
  const invitees = readInvitees(inviteeText);
  const outcome = { daily_limit_reached: false, license_limit_reached: false, sent_invitations: false };
  if (invitees.invalid.length > 0) {
    const errors = invitees.invalid.map((text): Failure => [text, 'Invalid address.', false]);
    const msg = "Some emails did not validate, so we didn't send any invitations.";
    return invitationFailed(msg, { ...outcome, errors });
  }
  const { addresses } = invitees;
  if (addresses.length + (await sentSince(tx, tx.now - DAY_MS)) > app.config.invitationsPerDay) {
    const msg =
      'To protect users, the organization can send only so many invitations each day. No invites were sent.';
    return invitationFailed(msg, { ...outcome, daily_limit_reached: true, errors: [] });
  }
  const taken = new Map((await accountsAt(tx, addresses)).map((row) => [row.email_key, row.is_active]));
  const errors: Failure[] = [];
  for (const email of addresses) {
    const isActive = taken.get(emailKey(email));
    if (isActive === undefined) await inviteOne(app, tx, actor, email, terms);
    else
      errors.push([email, isActive ? 'Already has an account.' : 'Account has been deactivated.', !isActive]);
  }
  const isAnySent = errors.length < addresses.length;
  if (isAnySent) await tellInvites(tx, actor.id);
  if (errors.length === 0) return undefined;
  const msg = isAnySent
    ? 'Some of those addresses are already using the organization, so we did not send them an invitation. ' +
      'We did send invitations to everyone else!'
    : 'We were not able to invite anyone.';
  return invitationFailed(msg, { ...outcome, sent_invitations: isAnySent, errors });
}

async function inviteOne(
  app: App,
  tx: WriteTx,
  actor: Account,
  email: string,
  terms: InvitationTerms,
): Promise<void> {
  await revokeInvitationsTo(tx, email, tx.now);
  const token = randomText(app.random, TOKEN_LENGTH);
  await insertInvitation(tx, {
    ...terms,
    email,
    hash: sha256(token),
    linkToken: null,
    invitedBy: actor.id,
    now: tx.now,
  });
  await mailInvitation(app, tx, actor, email, token);
}

async function mailInvitation(
  app: App,
  tx: WriteTx,
  actor: Account,
  email: string,
  token: string,
): Promise<void> {
  const { name } = await tx.directory.organization();
  const letter = composeLetter(email, `${actor.full_name} has invited you to join ${name}`, [
    `${actor.full_name} wants you to join them in ${name}. To get started, follow this link:`,
    joinLink(app, token),
    'If you do not know what this is about, ignore this mail.',
  ]);
  await enqueueLetter(app.jobs, tx, letter);
}

/** Mails an invitation again. The link in the older mail expires, because only its hash was stored. */
export async function resendInvitation(
  app: App,
  tx: WriteTx,
  actor: Account,
  invitation: Invitation,
): Promise<void> {
  const token = randomText(app.random, TOKEN_LENGTH);
  await replaceLink(tx, invitation.id, sha256(token));
  const inviter = (await tx.directory.account(invitation.invited_by)) ?? actor;
  await mailInvitation(app, tx, inviter, invitation.email!, token);
}

/** Creates a link with which any number of people can join. */
export async function inviteByLink(
  app: App,
  tx: WriteTx,
  actor: Account,
  terms: InvitationTerms,
): Promise<string> {
  await checkTerms(tx, actor, terms, 'create_multiuse_invite_group');
  const token = randomText(app.random, TOKEN_LENGTH);
  await insertInvitation(tx, {
    ...terms,
    email: null,
    hash: sha256(token),
    linkToken: token,
    invitedBy: actor.id,
    now: tx.now,
  });
  await tellInvites(tx, actor.id);
  return joinLink(app, token);
}

/** Notifies the inviter and the administrators that their list of invitations has changed. */
export async function tellInvites(tx: WriteTx, inviterId: number): Promise<void> {
  tx.emit({ type: 'invites_changed' }, { users: new Set([...(await administrators(tx)), inviterId]) });
}
