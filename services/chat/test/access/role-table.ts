import { ROLE } from '../support/chat.js';
import {
  channelId,
  channels,
  chat,
  fresh,
  makeChannel,
  maker,
  messageBy,
  next,
  victim,
} from './organization.js';
import { ORGANIZATION_ROWS } from './organization-rows.js';
import { ADMINISTRATORS, NO_GUESTS, principal, type Row } from './row.js';

/** Rows of the table of roles and endpoints; each endpoint has at least one row. */
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
  ...ORGANIZATION_ROWS,
];
