import { botSnapshot } from './bots/payload.js';
import { channelFolders } from './channel-folders/store.js';
import { shownGroups } from './default-channel-groups/routes.js';
import { defaultChannelGroups } from './default-channel-groups/store.js';
import { draftsOf } from './drafts/store.js';
import { realmEmoji } from './emoji/store.js';
import type { SnapshotPart } from './events/snapshot.js';
import { readLinkifiers } from './linkifiers/store.js';
import { messageSnapshot } from './messages/snapshot.js';
import { mutedUsersOf } from './muted-users/store.js';
import { navigationViewsOf } from './navigation/store.js';
import { organizationSnapshot } from './organization/snapshot.js';
import { playgrounds } from './playgrounds/store.js';
import { scheduledMessagesOf, shownScheduled } from './scheduled-messages/store.js';
import { settingsSnapshot, settingsSnapshotOfOldClients } from './settings/snapshot.js';
import { snippetsOf } from './snippets/store.js';
import { subscriptionSnapshot } from './subscriptions/snapshot.js';
import { topicSnapshot } from './topics/snapshot.js';
import { userSnapshot } from './users/snapshot.js';

/** Parts of the response to POST /register. */
export const SNAPSHOT_PARTS: readonly SnapshotPart[] = [
  ...organizationSnapshot,
  ...userSnapshot,
  ...messageSnapshot,
  ...subscriptionSnapshot,
  ...topicSnapshot,
  settingsSnapshot,
  settingsSnapshotOfOldClients,
  botSnapshot,
  { types: ['realm_embedded_bots'], read: async () => ({ realm_embedded_bots: [] }) },
  {
    types: ['channel_folders'],
    read: async ({ db }) => ({ channel_folders: await channelFolders(db) }),
  },
  {
    types: ['default_stream_groups'],
    read: async ({ db }) => ({ realm_default_stream_groups: shownGroups(await defaultChannelGroups(db)) }),
  },
  { types: ['realm_playgrounds'], read: async ({ db }) => ({ realm_playgrounds: await playgrounds(db) }) },
  { types: ['drafts'], read: async ({ db, user }) => ({ drafts: await draftsOf(db, user.id) }) },
  {
    types: ['scheduled_messages'],
    read: async ({ db, user }) => ({
      scheduled_messages: (await scheduledMessagesOf(db, user.id)).map(shownScheduled),
    }),
  },
  { types: ['realm_emoji'], read: async ({ db }) => ({ realm_emoji: await realmEmoji(db) }) },
  { types: ['realm_linkifiers'], read: async ({ db }) => ({ realm_linkifiers: await readLinkifiers(db) }) },
  {
    // Converts linkifiers to the form before feature level 54: pattern, URL with groups in Python's notation, id.
    types: ['realm_filters'],
    read: async ({ db }) => ({
      realm_filters: (await readLinkifiers(db)).map(({ id, pattern, url_template }) => [
        pattern,
        url_template.replace(/\{(\w+)\}/g, '%($1)s'),
        id,
      ]),
    }),
  },
  {
    types: ['muted_users'],
    read: async ({ db, user }) => ({ muted_users: await mutedUsersOf(db, user.id) }),
  },
  {
    types: ['saved_snippets'],
    read: async ({ db, user }) => ({ saved_snippets: await snippetsOf(db, user.id) }),
  },
  {
    types: ['navigation_views'],
    read: async ({ db, user }) => ({ navigation_views: await navigationViewsOf(db, user.id) }),
  },
];
