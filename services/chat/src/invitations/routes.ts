import Type from 'typebox';
import { isAdministrator } from '../access/permissions.js';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { ApiError, badRequest } from '../http/errors.js';
import { boolean, id, ids, integer, nullable, oneOf, optional, text, texts } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { sendNotice } from '../messages/sending/notices.js';
import { type Account, ROLE, ROLES, type Role } from '../users/account.js';
import { inviteByLink, invitePeople, joinLink, resendInvitation, tellInvites } from './invite.js';
import { join } from './join.js';
import { checkTerms, type InvitationTerms, mayManage } from './rules.js';
import { type Invitation, openInvitation, openInvitations, revokeInvitation, updateTerms } from './store.js';

const MAX_WELCOME = 8000;
const MINUTE = 60_000;
/** The maximum is a thousand years, because the time of a later expiry would be too large for a date. */
const MAX_MINUTES = 525_600_000;

const termParameters = {
  invite_expires_in_minutes: optional(nullable(integer({ min: 1, max: MAX_MINUTES }))),
  invite_as: optional(oneOf(ROLES), ROLE.member),
  group_ids: optional(nullable(ids({ maxItems: 1000 }))),
  include_realm_default_subscriptions: optional(boolean(), false),
  welcome_message_custom_text: optional(nullable(text({ max: MAX_WELCOME }))),
};

interface GivenTerms {
  invite_expires_in_minutes: number | null | undefined;
  invite_as: Role;
  stream_ids: number[];
  group_ids: number[] | null | undefined;
  include_realm_default_subscriptions: boolean;
  notify_referrer_on_join?: boolean;
  welcome_message_custom_text: string | null | undefined;
}

function termsOf(app: App, now: number, actor: Account, given: GivenTerms): InvitationTerms {
  const minutes =
    given.invite_expires_in_minutes === undefined
      ? app.config.invitationValidityMinutes
      : given.invite_expires_in_minutes;
  return {
    role: given.invite_as,
    channelIds: [...new Set(given.stream_ids)],
    groupIds: [...new Set(given.group_ids ?? [])],
    includeDefaultChannels: given.include_realm_default_subscriptions,
    expiresAt: minutes === null ? null : now + minutes * MINUTE,
    notifyInviter: given.notify_referrer_on_join ?? true,
    // Only administrators may replace the organization's text.
    welcomeText: isAdministrator(actor) ? (given.welcome_message_custom_text ?? null) : null,
  };
}

const INVITATION = Type.Object({
  id: Type.Integer(),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer(),
  expiry_date: Type.Union([Type.Integer(), Type.Null()]),
  invited_as: Type.Integer(),
  email: Type.Optional(Type.String()),
  notify_referrer_on_join: Type.Boolean(),
  link_url: Type.Optional(Type.String()),
  is_multiuse: Type.Boolean(),
});

function payload(app: App, invitation: Invitation) {
  const { expires_at, email, link_token } = invitation;
  return {
    id: invitation.number,
    invited_by_user_id: invitation.invited_by,
    invited: Math.floor(invitation.created_at / 1000),
    expiry_date: expires_at === null ? null : Math.floor(expires_at / 1000),
    invited_as: invitation.invited_as,
    notify_referrer_on_join: invitation.notify_referrer_on_join,
    is_multiuse: invitation.is_multiuse,
    ...(email === null ? {} : { email }),
    ...(link_token === null ? {} : { link_url: joinLink(app, link_token) }),
  };
}

/**
 * Returns an open invitation that the actor may manage. Any other invitation gives the error of an unknown invitation.
 */
async function manageable(
  tx: WriteTx,
  actor: Account,
  number: number,
  isMultiuse: boolean,
): Promise<Invitation> {
  const invitation = await openInvitation(tx, number, isMultiuse, tx.now);
  if (invitation === undefined || !mayManage(actor, invitation)) throw badRequest('No such invitation');
  return invitation;
}

const pathParams = { invite_id: id() };

const revocation = (path: string, isMultiuse: boolean, summary: string): AnyRoute =>
  defineRoute({
    method: 'DELETE',
    path,
    auth: 'user',
    summary,
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path: { invite_id } }) =>
      write(async (tx, actor) => {
        const invitation = await manageable(tx, actor, invite_id, isMultiuse);
        await revokeInvitation(tx, invitation.id, tx.now);
        await tellInvites(tx, invitation.invited_by);
        return {};
      }),
  });

export const invitationRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/invites',
    auth: 'user',
    summary: 'Open invitations that the caller manages, newest first',
    params: {},
    returns: Type.Object({ invites: Type.Array(INVITATION) }),
    handler: async ({ app, user }) => ({
      invites: (await openInvitations(app.db, user, app.clock.now())).map((row) => payload(app, row)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/invites',
    auth: 'user',
    summary: 'Invites people by mail',
    creates: true,
    params: {
      invitee_emails: text(),
      ...termParameters,
      stream_ids: ids({ maxItems: 1000 }),
      notify_referrer_on_join: optional(boolean(), true),
    },
    returns: Type.Object({}),
    handler: async ({ app, write, params }) => {
      const failure = await write(async (tx, actor) => {
        const terms = termsOf(app, tx.now, actor, params);
        const failed = await invitePeople(app, tx, actor, params.invitee_emails, terms);
        return failed === undefined
          ? null
          : { status: failed.status, code: failed.code, msg: failed.message, extra: failed.extra };
      });
      if (failure !== null) throw new ApiError(failure.status, failure.code, failure.msg, failure.extra);
      return {};
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/invites/multiuse',
    auth: 'user',
    summary: 'Makes a link that any number of people can join by',
    creates: true,
    params: { ...termParameters, stream_ids: optional(ids({ maxItems: 1000 }), []) },
    returns: Type.Object({ invite_link: Type.String() }),
    handler: ({ app, write, params }) =>
      write(async (tx, actor) => ({
        invite_link: await inviteByLink(app, tx, actor, termsOf(app, tx.now, actor, params)),
      })),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/invites/multiuse/:invite_id',
    auth: 'user',
    summary: 'Gives a reusable link other terms',
    pathParams,
    params: {
      ...termParameters,
      stream_ids: optional(ids({ maxItems: 1000 })),
      invite_as: optional(oneOf(ROLES)),
    },
    returns: Type.Object({}),
    handler: ({ app, write, params, path }) =>
      write(async (tx, actor) => {
        const invitation = await manageable(tx, actor, path.invite_id, true);
        const given = termsOf(app, tx.now, actor, {
          ...params,
          invite_as: params.invite_as ?? invitation.invited_as,
          stream_ids: params.stream_ids ?? invitation.channel_ids,
          group_ids: params.group_ids ?? invitation.group_ids,
        });
        const isExpiryGiven = params.invite_expires_in_minutes !== undefined;
        const terms = { ...given, expiresAt: isExpiryGiven ? given.expiresAt : invitation.expires_at };
        await checkTerms(tx, actor, terms, 'create_multiuse_invite_group');
        await updateTerms(tx, invitation.id, terms);
        await tellInvites(tx, invitation.invited_by);
        return {};
      }),
  }),
  revocation('/invites/multiuse/:invite_id', true, 'Revokes a reusable link'),
  revocation('/invites/:invite_id', false, 'Revokes an invitation'),
  defineRoute({
    method: 'POST',
    path: '/invites/:invite_id/resend',
    auth: 'user',
    summary: 'Mails an invitation again',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ app, write, path }) =>
      write(async (tx, actor) => {
        await resendInvitation(app, tx, actor, await manageable(tx, actor, path.invite_id, false));
        return {};
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/realm/test_welcome_bot_custom_message',
    auth: 'user',
    needs: 'administrator',
    summary: 'Sends the caller a welcome text as newcomers would get it',
    params: { welcome_message_custom_text: text({ min: 1, max: MAX_WELCOME }) },
    returns: Type.Object({ message_id: Type.Integer() }),
    handler: ({ app, write, params }) =>
      write(async (tx, actor) => {
        const sent = await sendNotice(app, tx, { people: [actor.id] }, params.welcome_message_custom_text);
        if (sent === undefined) throw badRequest('There is no account that could send it.');
        return { message_id: sent.message.id };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/join/:token',
    auth: 'none',
    roots: ['/json'],
    summary: 'Makes the account that an invitation allows',
    pathParams: { token: text() },
    params: {
      full_name: text(),
      password: text(),
      email: optional(text()),
      default_stream_groups: optional(texts({ maxItems: 50 }), []),
    },
    returns: Type.Object({ user_id: Type.Integer(), email: Type.String() }),
    handler: ({ app, params, path }) =>
      join(app, path.token, {
        fullName: params.full_name,
        password: params.password,
        email: params.email,
        channelGroups: params.default_stream_groups,
      }),
  }),
];
