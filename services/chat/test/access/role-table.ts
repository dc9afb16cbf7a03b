import { ROLE, type TestUser } from '../support/chat.js';
import type { Params } from '../support/client.js';
import {
  channelId,
  channels,
  chat,
  fresh,
  group,
  linkifier,
  makeChannel,
  maker,
  messageBy,
  next,
  victim,
} from './organization.js';

/** What one cell does: path after the root, parameters. */
interface Attempt {
  path: string;
  params?: Params;
}
export interface Row {
  /** As the routes name it. */
  route: string;
  what?: string;
  /** One sign for each column: + allowed, - refused. */
  expected: string;
  refusal?: string;
  attempt: (caller: TestUser) => Promise<Attempt> | Attempt;
}

const ADMINISTRATORS = '++----';
const NO_GUESTS = '++++-+';
const NO_GUESTS_NO_BOTS = '++++--';
const principal = 'UNAUTHORIZED_PRINCIPAL';

/** The table of the contract, row by row. */
export const ROWS: Row[] = [
  {
    route: 'POST /users/me/subscriptions',
    what: 'create a public channel',
    expected: NO_GUESTS,
    attempt: () => ({
      path: '/users/me/subscriptions',
      params: { subscriptions: [{ name: fresh('channel') }] },
    }),
  },
  {
    route: 'POST /users/me/subscriptions',
    what: 'create a private channel',
    expected: NO_GUESTS,
    attempt: () => ({
      path: '/users/me/subscriptions',
      params: { subscriptions: [{ name: fresh('channel') }], invite_only: true },
    }),
  },
  {
    route: 'POST /users/me/subscriptions',
    what: 'subscribe self to a public channel',
    expected: NO_GUESTS,
    attempt: async () => {
      const name = fresh('joinable');
      await makeChannel(name, [maker]);
      return { path: '/users/me/subscriptions', params: { subscriptions: [{ name }] } };
    },
  },
  {
    route: 'POST /users/me/subscriptions',
    what: 'subscribe others',
    expected: NO_GUESTS,
    attempt: async (caller) => {
      const name = fresh('growing');
      await makeChannel(name, [maker, caller]);
      const params = { subscriptions: [{ name }], principals: [(await victim()).id] };
      return { path: '/users/me/subscriptions', params };
    },
  },
  {
    route: 'POST /users/me/subscriptions',
    what: 'subscribe self to a private channel',
    expected: '------',
    attempt: () => ({ path: '/users/me/subscriptions', params: { subscriptions: [{ name: 'secret' }] } }),
  },
  {
    route: 'DELETE /users/me/subscriptions',
    what: 'unsubscribe others',
    expected: ADMINISTRATORS,
    attempt: async (caller) => {
      const name = fresh('shrinking');
      const other = await victim();
      await makeChannel(name, [maker, caller, other]);
      return { path: '/users/me/subscriptions', params: { subscriptions: [name], principals: [other.id] } };
    },
  },
  {
    route: 'GET /streams/:stream_id',
    what: 'a public channel without a subscription',
    expected: NO_GUESTS,
    attempt: () => ({ path: `/streams/${channels.other}` }),
  },
  {
    route: 'GET /streams/:stream_id',
    what: 'metadata of a private channel without a subscription',
    expected: ADMINISTRATORS,
    attempt: () => ({ path: `/streams/${channels.secret}` }),
  },
  {
    route: 'PATCH /streams/:stream_id',
    what: 'change a channel that one does not administer',
    expected: ADMINISTRATORS,
    attempt: () => ({ path: `/streams/${channels.shared}`, params: { description: fresh('text') } }),
  },
  {
    route: 'DELETE /streams/:stream_id',
    what: 'archive a channel that one does not administer',
    expected: ADMINISTRATORS,
    attempt: async (caller) => {
      const name = fresh('archivable');
      await makeChannel(name, [maker, caller]);
      return { path: `/streams/${await channelId(name)}` };
    },
  },
  {
    route: 'GET /messages/:message_id',
    what: 'a public channel without a subscription',
    expected: NO_GUESTS,
    attempt: async () => ({ path: `/messages/${await messageBy(maker, 'other')}` }),
  },
  {
    route: 'GET /messages/:message_id',
    what: 'a private channel without a subscription',
    expected: '------',
    attempt: async () => ({ path: `/messages/${await messageBy(maker, 'secret')}` }),
  },
  {
    route: 'POST /messages',
    what: 'send to a public channel without a subscription',
    expected: NO_GUESTS,
    attempt: () => ({
      path: '/messages',
      params: { type: 'channel', to: 'other', topic: 't', content: 'x' },
    }),
  },
  {
    route: 'POST /messages',
    what: 'send to a subscribed channel',
    expected: '++++++',
    attempt: () => ({
      path: '/messages',
      params: { type: 'channel', to: 'shared', topic: 't', content: 'x' },
    }),
  },
  {
    route: 'POST /messages',
    what: 'send to a private channel without a subscription',
    expected: '------',
    attempt: () => ({
      path: '/messages',
      params: { type: 'channel', to: 'secret', topic: 't', content: 'x' },
    }),
  },
  {
    route: 'PATCH /messages/:message_id',
    what: 'edit the content of an own message',
    expected: '++++++',
    attempt: async (caller) => ({ path: `/messages/${await messageBy(caller)}`, params: { content: 'new' } }),
  },
  {
    route: 'PATCH /messages/:message_id',
    what: "edit the content of another's message",
    expected: '------',
    attempt: async () => ({ path: `/messages/${await messageBy(maker)}`, params: { content: 'new' } }),
  },
  {
    route: 'PATCH /messages/:message_id',
    what: "change the topic of another's message",
    expected: NO_GUESTS,
    attempt: async () => ({ path: `/messages/${await messageBy(maker)}`, params: { topic: fresh('topic') } }),
  },
  {
    route: 'DELETE /messages/:message_id',
    what: 'an own message',
    expected: '++++++',
    attempt: async (caller) => ({ path: `/messages/${await messageBy(caller)}` }),
  },
  {
    route: 'DELETE /messages/:message_id',
    what: "another's message",
    expected: ADMINISTRATORS,
    attempt: async () => ({ path: `/messages/${await messageBy(maker)}` }),
  },
  {
    route: 'POST /users',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({
      path: '/users',
      params: {
        email: `new${next()}@example.com`,
        password: 'correct horse 42',
        full_name: fresh('Person'),
      },
    }),
  },
  {
    route: 'PATCH /users/:user_id',
    what: 'a member',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({ path: `/users/${(await victim()).id}`, params: { full_name: fresh('Name') } }),
  },
  {
    route: 'PATCH /users/:user_id',
    what: 'an owner',
    expected: '+-----',
    refusal: principal,
    attempt: async () => {
      const other = await chat.user({ role: ROLE.owner });
      return { path: `/users/${other.id}`, params: { full_name: fresh('Name') } };
    },
  },
  {
    route: 'PATCH /users/:user_id',
    what: 'give the owner role',
    expected: '+-----',
    refusal: principal,
    attempt: async () => ({ path: `/users/${(await victim()).id}`, params: { role: 100 } }),
  },
  {
    route: 'PATCH /users/:user_id',
    what: 'new_email without can_change_user_emails',
    expected: '------',
    refusal: principal,
    attempt: async () => ({ path: `/users/${(await victim()).id}`, params: { new_email: 'x@example.com' } }),
  },
  {
    route: 'DELETE /users/:user_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({ path: `/users/${(await victim()).id}` }),
  },
  {
    route: 'POST /users/:user_id/reactivate',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => {
      const { id } = await victim();
      await maker.client.ok('delete', `/users/${id}`);
      return { path: `/users/${id}/reactivate` };
    },
  },
  ...([100, 200, 300, 400, 600] as const).map((role, index) => ({
    route: 'POST /invites',
    what: `as role ${role}`,
    expected: ['+-----', '++----', '+++---', NO_GUESTS_NO_BOTS, NO_GUESTS_NO_BOTS][index]!,
    attempt: () => ({
      path: '/invites',
      params: { invitee_emails: `invited${next()}@example.com`, stream_ids: [], invite_as: role },
    }),
  })),
  {
    route: 'POST /invites/multiuse',
    expected: ADMINISTRATORS,
    attempt: () => ({ path: '/invites/multiuse', params: { stream_ids: [] } }),
  },
  {
    route: 'POST /realm/filters',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => {
      const name = `word${next()}`;
      return {
        path: '/realm/filters',
        params: { pattern: `${name}-(?P<id>[0-9]+)`, url_template: 'https://x.example/{id}' },
      };
    },
  },
  {
    route: 'PATCH /realm/filters/:filter_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({
      path: `/realm/filters/${await linkifier()}`,
      params: { pattern: `changed${next()}`, url_template: 'https://x.example/' },
    }),
  },
  {
    route: 'DELETE /realm/filters/:filter_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({ path: `/realm/filters/${await linkifier()}` }),
  },
  {
    route: 'POST /realm/test_welcome_bot_custom_message',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({
      path: '/realm/test_welcome_bot_custom_message',
      params: { welcome_message_custom_text: 'welcome' },
    }),
  },
  {
    route: 'PATCH /realm/linkifiers',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => {
      const { linkifiers } = await maker.client.ok('get', '/realm/linkifiers');
      return {
        path: '/realm/linkifiers',
        params: { ordered_linkifier_ids: linkifiers.map((linkifier: { id: number }) => linkifier.id) },
      };
    },
  },
  {
    route: 'PATCH /realm',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({ path: '/realm', params: { description: fresh('about us') } }),
  },
  {
    route: 'PATCH /realm',
    what: 'a setting of owners',
    expected: '+-----',
    refusal: principal,
    attempt: () => ({ path: '/realm', params: { can_manage_all_groups: { new: 7 } } }),
  },
  {
    route: 'POST /user_groups/create',
    expected: NO_GUESTS_NO_BOTS,
    attempt: () => ({
      path: '/user_groups/create',
      params: { name: fresh('group'), description: '', members: [] },
    }),
  },
  {
    route: 'PATCH /user_groups/:user_group_id',
    what: 'a group that one does not manage',
    expected: '+-----',
    attempt: async () => ({ path: `/user_groups/${await group()}`, params: { description: fresh('text') } }),
  },
  {
    route: 'POST /user_groups/:user_group_id/members',
    what: 'a group that one does not manage',
    expected: '+-----',
    attempt: async () => ({
      path: `/user_groups/${await group()}/members`,
      params: { add: [(await victim()).id] },
    }),
  },
  {
    route: 'POST /user_groups/:user_group_id/deactivate',
    what: 'a group that one does not manage',
    expected: '+-----',
    attempt: async () => ({ path: `/user_groups/${await group()}/deactivate` }),
  },
  {
    route: 'PATCH /settings',
    expected: '+++++-',
    attempt: () => ({ path: '/settings', params: { starred_message_counts: true } }),
  },
  {
    route: 'POST /bots',
    expected: NO_GUESTS_NO_BOTS,
    attempt: () => ({
      path: '/bots',
      params: { full_name: fresh('Bot'), short_name: `b${next()}`, bot_type: 1 },
    }),
  },
];
