import { sql } from '@services/kit/db';
import { alertWordsOf } from '../alert-words/store.js';
import type { SnapshotContext, SnapshotPart } from '../events/snapshot.js';
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

/** Types of custom profile fields by the name that clients show. */
const FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

async function profileFields({ db }: SnapshotContext): Promise<Record<string, unknown>> {
  const fields = await db.rows<Record<string, unknown> & { field_data: object }>(sql`
    SELECT id, name, field_type AS type, position AS "order", hint, field_data, display_in_profile_summary,
      required, editable_by_user, false AS use_for_user_matching FROM profile_field ORDER BY position, id`);
  return {
    custom_profile_fields: fields.map((field) => ({
      ...field,
      field_data: Object.keys(field.field_data).length === 0 ? '' : JSON.stringify(field.field_data),
    })),
    custom_profile_field_types: FIELD_TYPES,
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
  { types: ['custom_profile_fields'], read: profileFields },
  { types: ['user_status'], read: statuses },
  {
    types: ['alert_words'],
    read: async ({ db, user }) => ({ alert_words: await alertWordsOf(db, user.id) }),
  },
  { types: ['onboarding_steps'], read: async () => ({ onboarding_steps: [] }) },
];
