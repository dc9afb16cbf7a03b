import { alertWordsOf } from '../alert-words/store.js';
import type { SnapshotContext, SnapshotPart } from '../events/snapshot.js';
import { FIELD_TYPE_NAMES, listedFields } from '../profile-fields/field.js';
import { allStatuses, shownStatus } from '../statuses/store.js';
import { ROLE } from './account.js';
import { apiEmail } from './api-email.js';
import { userPayload } from './payload.js';
import { presenceFields } from './presence/routes.js';
import { DEFAULT_HISTORY_DAYS } from './presence/rules.js';
import { accounts, profileData } from './store.js';

async function people({ db, app, user, options }: SnapshotContext): Promise<Record<string, unknown>> {
  const profiles = await profileData(db);
  const view = { reader: user, publicHost: app.publicHost, clientGravatar: options.clientGravatar };
  const all = await accounts(db);
  const shown = all.map((account) => ({
    account,
    payload: userPayload(account, view, profiles.get(account.id) ?? {}),
  }));
  const own = userPayload(user, { ...view, clientGravatar: false });
  const ordinary = shown.filter(({ account }) => !account.is_system_bot);
  return {
    realm_users: ordinary.filter(({ account }) => account.is_active).map(({ payload }) => payload),
    realm_non_active_users: ordinary
      .filter(({ account }) => !account.is_active)
      .map(({ payload }) => payload),
    cross_realm_bots: shown.filter(({ account }) => account.is_system_bot).map(({ payload }) => payload),
    user_id: user.id,
    email: apiEmail(user, app.publicHost),
    delivery_email: user.email,
    full_name: user.full_name,
    avatar_url: own.avatar_url,
    avatar_url_medium: own.avatar_url,
    avatar_source: user.avatar_path === null ? 'G' : 'U',
    is_owner: own.is_owner,
    is_admin: own.is_admin,
    is_moderator: user.role === ROLE.moderator,
    is_guest: own.is_guest,
    is_billing_admin: false,
  };
}

async function statuses({ db }: SnapshotContext): Promise<Record<string, unknown>> {
  const rows = await allStatuses(db);
  const shown = rows.map((row): [string, object] => [String(row.user_id), shownStatus(row)]);
  return { user_status: Object.fromEntries(shown.filter(([, status]) => Object.keys(status).length > 0)) };
}

export const userSnapshot: readonly SnapshotPart[] = [
  { types: ['realm_user'], read: people },
  {
    types: ['presence'],
    read: ({ app, db, options }) =>
      presenceFields(app, db, {
        slim: options.slimPresence,
        lastUpdateId: -1,
        historyDays: DEFAULT_HISTORY_DAYS,
      }),
  },
  {
    types: ['custom_profile_fields'],
    read: async ({ db }) => ({
      custom_profile_fields: await listedFields(db),
      custom_profile_field_types: FIELD_TYPE_NAMES,
    }),
  },
  { types: ['user_status'], read: statuses },
  {
    types: ['alert_words'],
    read: async ({ db, user }) => ({ alert_words: await alertWordsOf(db, user.id) }),
  },
  { types: ['onboarding_steps'], read: async () => ({ onboarding_steps: [] }) },
];
