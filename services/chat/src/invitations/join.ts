import { array, sql } from '@services/kit/db';
import type { App } from '../app.js';
import { CHANNEL_COLUMNS, type Channel } from '../channels/channel.js';
import type { WriteTx } from '../db/writer.js';
import { channelsOfGroups } from '../default-channel-groups/store.js';
import { ApiError, badRequest } from '../http/errors.js';
import { sendNotice, silentMention } from '../messages/sending/notices.js';
import { subscribe } from '../subscriptions/subscribe.js';
import { type Account, ROLE } from '../users/account.js';
import { sha256 } from '../users/credentials.js';
import { addAccount, checkedAccount } from '../users/membership.js';
import { defaultChannels } from '../users/store.js';
import { tellInvites } from './invite.js';
import { type Invitation, invitationBehind, revokeInvitationsTo, useInvitation } from './store.js';

export interface Newcomer {
  fullName: string;
  password: string;
  /** Address of the newcomer. Set for a reusable link; an invitation by mail already has the address. */
  email: string | undefined;
  /** Names of default channel groups that the newcomer chose. */
  channelGroups?: readonly string[];
}

/** Error for links that are unknown, used, revoked or expired. */
export const linkNotValid = () => new ApiError(404, 'NOT_FOUND', 'This invitation is not valid any more.');

/** Returns the invitation of a link; undefined if the link is not valid any more. */
export function findInvitation(app: App, token: string): Promise<Invitation | undefined> {
  return invitationBehind(app.db, sha256(token), app.clock.now());
}

/** Creates the account for an invitation, with the role, channels and groups of the invitation. */
export async function join(
  app: App,
  token: string,
  newcomer: Newcomer,
): Promise<{ user_id: number; email: string }> {
  const open = await findInvitation(app, token);
  if (open === undefined) throw linkNotValid();
  const email = open.email ?? newcomer.email;
  if (email === undefined) throw badRequest('You must specify an email address.');
  const { fullName, password } = newcomer;
  const account = await checkedAccount(app, { email, fullName, password, role: open.invited_as });
  return app.write(async (tx) => {
    const invitation = await invitationBehind(tx, sha256(token), tx.now);
    const inviter = invitation === undefined ? undefined : await tx.directory.account(invitation.invited_by);
    if (invitation === undefined || !inviter?.is_active) throw linkNotValid();
    const person = await addAccount(app, tx, { ...account, role: invitation.invited_as });
    if (!invitation.is_multiuse) await useInvitation(tx, invitation.id, tx.now);
    await revokeInvitationsTo(tx, email, tx.now);
    await tellInvites(tx, inviter.id);
    await enter(app, tx, person, invitation, newcomer.channelGroups ?? []);
    await greet(app, tx, person, invitation);
    if (invitation.notify_referrer_on_join) {
      const text = `${silentMention(person)} accepted your invitation to join!`;
      await sendNotice(app, tx, { people: [inviter.id] }, text);
    }
    return { user_id: person.id, email: person.email };
  });
}

/** Channels and groups that have been archived or deactivated since the invitation are left out. */
async function enter(
  app: App,
  tx: WriteTx,
  person: Account,
  invitation: Invitation,
  groupNames: readonly string[],
): Promise<void> {
  const chosen = await tx.rows<Channel>(sql`
    SELECT ${CHANNEL_COLUMNS} FROM channel c
    WHERE c.id = ANY(${array(invitation.channel_ids, 'int4')}) AND NOT c.is_archived ORDER BY c.id`);
  const defaults = invitation.include_default_channels ? await defaultChannels(tx) : [];
  const grouped =
    groupNames.length === 0 || person.role === ROLE.guest ? [] : await channelsOfGroups(tx, groupNames);
  const channels = [
    ...new Map([...chosen, ...defaults, ...grouped].map((channel) => [channel.id, channel])).values(),
  ];
  if (channels.length > 0) await subscribe(app, tx, channels, [person]);
  const groups = await tx.directory.groups();
  for (const id of invitation.group_ids) {
    const group = groups.get(id);
    if (group === undefined || group.deactivated) continue;
    await tx.run(
      sql`INSERT INTO user_group_member (group_id, user_id) VALUES (${id}, ${person.id}) ON CONFLICT DO NOTHING`,
    );
    tx.emit(
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: [person.id] },
      { users: 'everyone' },
    );
    tx.changed({ groups: true });
  }
}

async function greet(app: App, tx: WriteTx, person: Account, invitation: Invitation): Promise<void> {
  const { settings } = await tx.directory.organization();
  const text = invitation.welcome_message_custom_text ?? settings.welcome_message_custom_text;
  if (text.trim() !== '') await sendNotice(app, tx, { people: [person.id] }, text);
}
