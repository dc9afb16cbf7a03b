import {
  channelGroup,
  channels,
  field,
  fresh,
  group,
  linkifier,
  maker,
  next,
  victim,
} from './organization.js';
import { ADMINISTRATORS, NO_GUESTS, NO_GUESTS_NO_BOTS, principal, type Row } from './row.js';

/** Rows of the table for endpoints that act on the whole organization. */
export const ORGANIZATION_ROWS: Row[] = [
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
    route: 'POST /default_streams',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({ path: '/default_streams', params: { stream_id: channels.shared } }),
  },
  {
    route: 'DELETE /default_streams',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({ path: '/default_streams', params: { stream_id: channels.shared } }),
  },
  {
    route: 'POST /streams/:stream_id/delete_topic',
    expected: ADMINISTRATORS,
    attempt: () => ({ path: `/streams/${channels.shared}/delete_topic`, params: { topic_name: 'none' } }),
  },
  {
    route: 'POST /channels/create',
    expected: NO_GUESTS,
    attempt: () => ({ path: '/channels/create', params: { name: fresh('made'), subscribers: [] } }),
  },
  {
    route: 'POST /realm/playgrounds',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({
      path: '/realm/playgrounds',
      params: { name: fresh('play'), pygments_language: 'C', url_template: 'https://x.example/{code}' },
    }),
  },
  {
    route: 'DELETE /realm/playgrounds/:playground_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => {
      const params = {
        name: fresh('play'),
        pygments_language: 'C',
        url_template: 'https://x.example/{code}',
      };
      return {
        path: `/realm/playgrounds/${(await maker.client.ok('post', '/realm/playgrounds', params)).id}`,
      };
    },
  },
  {
    route: 'POST /realm/profile_fields',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({ path: '/realm/profile_fields', params: { name: fresh('field'), field_type: 1 } }),
  },
  {
    route: 'PATCH /realm/profile_fields',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => {
      const { custom_fields } = await maker.client.ok('get', '/realm/profile_fields');
      const order = custom_fields.map((field: { id: number }) => field.id);
      return { path: '/realm/profile_fields', params: { order } };
    },
  },
  {
    route: 'PATCH /realm/profile_fields/:field_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({
      path: `/realm/profile_fields/${await field()}`,
      params: { hint: fresh('hint') },
    }),
  },
  {
    route: 'DELETE /realm/profile_fields/:field_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({ path: `/realm/profile_fields/${await field()}` }),
  },
  {
    route: 'DELETE /user_groups/:user_group_id',
    what: 'a group that one does not manage',
    expected: '+-----',
    attempt: async () => ({ path: `/user_groups/${await group()}` }),
  },
  {
    route: 'POST /user_groups/:user_group_id/subgroups',
    what: 'a group that one does not manage',
    expected: '+-----',
    attempt: async () => ({
      path: `/user_groups/${await group()}/subgroups`,
      params: { add: [await group()] },
    }),
  },
  {
    route: 'POST /realm/icon',
    expected: '------',
    // Even for permitted roles the request fails, because it has no file.
    attempt: () => ({ path: '/realm/icon' }),
  },
  {
    route: 'DELETE /realm/icon',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({ path: '/realm/icon' }),
  },
  {
    route: 'POST /channel_folders/create',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: () => ({ path: '/channel_folders/create', params: { name: fresh('folder') } }),
  },
  {
    route: 'PATCH /channel_folders',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => {
      const { channel_folders } = await maker.client.ok('get', '/channel_folders', {
        include_archived: true,
      });
      const order = channel_folders.map((folder: { id: number }) => folder.id);
      return { path: '/channel_folders', params: { order } };
    },
  },
  {
    route: 'PATCH /channel_folders/:channel_folder_id',
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => {
      const params = { name: fresh('folder') };
      const { channel_folder_id: id } = await maker.client.ok('post', '/channel_folders/create', params);
      return { path: `/channel_folders/${id}`, params: { description: fresh('text') } };
    },
  },
  ...(
    [
      ['POST', '/create', () => ({ group_name: fresh('set'), description: '', stream_names: [] })],
      ['PATCH', '/:group_id', () => ({ new_description: fresh('text') })],
      ['DELETE', '/:group_id', () => ({})],
      ['PATCH', '/:group_id/streams', () => ({ op: 'add', stream_names: ['shared'] })],
    ] as const
  ).map(([method, path, params]) => ({
    route: `${method} /default_stream_groups${path}`,
    expected: ADMINISTRATORS,
    refusal: principal,
    attempt: async () => ({
      path: `/default_stream_groups${path.replace(':group_id', String(await channelGroup()))}`,
      params: params(),
    }),
  })),
  ...(['GET /export/realm', 'GET /export/realm/consents', 'POST /export/realm'] as const).map((route) => ({
    route,
    // The daily limit of exports is used up first, so even permitted roles are refused.
    expected: route.startsWith('POST') ? '------' : ADMINISTRATORS,
    attempt: async () => {
      for (let count = 0; count < 5 && route.startsWith('POST'); count++)
        await maker.client.post('/export/realm');
      return { path: route.split(' ')[1]! };
    },
  })),
  {
    route: 'DELETE /export/realm/:export_id',
    expected: '------',
    attempt: () => ({ path: '/export/realm/999999' }),
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
