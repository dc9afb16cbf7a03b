import { can, isAdministrator } from '../access/permissions.js';
import { channelGives } from '../channels/rules.js';
import { findChannel } from '../channels/store.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { mayChange } from '../organization/user-groups/rules.js';
import { type Account, isGuest, type Role } from '../users/account.js';
import type { Invitation } from './store.js';

/** Terms that invitations by mail and reusable links have in common. */
export interface InvitationTerms {
  role: Role;
  channelIds: number[];
  groupIds: number[];
  includeDefaultChannels: boolean;
  /** Expiry in UNIX milliseconds; null: never. */
  expiresAt: number | null;
  notifyInviter: boolean;
  /** Text of the welcome message; null: the organization's text; empty: no message. */
  welcomeText: string | null;
}

const insufficient = () => badRequest('Insufficient permission');

/** Throws unless the actor may invite people under these terms. */
export async function checkTerms(
  tx: WriteTx,
  actor: Account,
  terms: InvitationTerms,
  setting: 'can_invite_users_group' | 'create_multiuse_invite_group',
): Promise<void> {
  if (actor.is_bot || !(await can(tx, setting, actor))) throw insufficient();
  // A lower role number means more rights. Members cannot invite people with more rights than their own.
  if (terms.role < actor.role) throw insufficient();
  await checkChannels(tx, actor, terms.channelIds);
  const groups = await tx.directory.groups();
  for (const id of terms.groupIds) {
    const group = groups.get(id);
    if (group === undefined || group.is_system || group.deactivated)
      throw badRequest(`Invalid user group ID: ${id}`);
    if (!(await mayChange(tx, group, actor, ['can_add_members_group']))) throw insufficient();
  }
}

async function checkChannels(tx: WriteTx, actor: Account, channelIds: readonly number[]): Promise<void> {
  const maySubscribeOthers = !isGuest(actor) && (await can(tx, 'can_add_subscribers_group', actor));
  for (const id of channelIds) {
    const channel = await findChannel(tx, actor, { id });
    if (channel === undefined || channel.is_archived) {
      throw badRequest(`Invalid channel ID ${id}. No invites were sent.`);
    }
    // Administrators know of private channels that they have not joined, but may not add others to such channels.
    const isOpen = !channel.invite_only || channel.is_subscribed;
    const mayAdd =
      channel.is_default ||
      (isOpen &&
        (maySubscribeOthers || (await channelGives(tx, channel, 'can_add_subscribers_group', actor))));
    if (!mayAdd) throw badRequest('You do not have permission to subscribe other users to channels.');
  }
}

/**
 * True if the actor may revoke the invitation or send it again: the actor's own invitations, and for administrators
 * also invitations of others that grant no higher role than the actor's.
 */
export function mayManage(
  actor: Account,
  invitation: Pick<Invitation, 'invited_by' | 'invited_as'>,
): boolean {
  if (invitation.invited_by === actor.id) return true;
  return isAdministrator(actor) && invitation.invited_as >= actor.role;
}
