import { plainSettings } from '../../organization/routes.js';
import { GROUP_SETTINGS, PLAIN_SETTINGS, type PlainSettings } from '../../organization/settings.js';
import { field } from './export.js';
import { permissionsOf } from './groups.js';
import { type Intake, insertAll } from './intake.js';

const MAX_NAME = 40;
const MAX_DESCRIPTION = 1000;

/** Settings that the export names differently, or whose values the export has as numbers. */
const TRANSLATED: Readonly<Record<string, [to: keyof PlainSettings, values?: readonly unknown[]]>> = {
  moderation_request_channel: ['moderation_request_channel_id'],
  new_stream_announcements_stream: ['new_stream_announcements_stream_id'],
  // Name of the setting in exports until 2024.
  notifications_stream: ['new_stream_announcements_stream_id'],
  message_edit_history_visibility_policy: [
    'message_edit_history_visibility_policy',
    [undefined, 'all', 'moves', 'none'],
  ],
  topics_policy: ['topics_policy', [undefined, undefined, 'allow_empty_topic', 'disable_empty_topic']],
};

/** Fields of the row that concern the other server rather than the organization. */
const OF_SERVER =
  /^(id|uuid.*|string_id|deactivated|plan_type|org_type|date_created|name|description|max_invites|.*_version|push_.*|.*_source|demo_.*|name_changes.*|message_visibility_limit|first_visible_message_id|upload_quota_gb|host)$/;

/** Reads the organization's name and settings. Call this after channels are read, because settings name channels. */
export async function readOrganizationRow(intake: Intake): Promise<void> {
  const { data, tx, report, now } = intake;
  const [row] = data.rows('zerver_realm');
  if (row === undefined) throw new Error('realm.json has no organization');
  const name = field.text(row, 'name').trim() || 'Organization';
  if ([...name].length > MAX_NAME) report.changed('name of the organization', 'it was cut', name);
  const settings: Record<string, unknown> = permissionsOf(intake, row, GROUP_SETTINGS);
  const unknown: string[] = [];
  for (const [there, value] of Object.entries(row)) {
    if (there in GROUP_SETTINGS || OF_SERVER.test(there)) continue;
    const [to, values] = TRANSLATED[there] ?? [there as keyof PlainSettings];
    if (!(to in PLAIN_SETTINGS)) {
      unknown.push(there);
      continue;
    }
    const checked = settingOf(intake, to, values === undefined ? value : values[Number(value)]);
    if (checked === undefined)
      report.left('settings of the organization', 'the value does not exist here', 1, there);
    else if (checked !== PLAIN_SETTINGS[to]) settings[to] = checked;
  }
  if (unknown.length > 0)
    report.left(
      `settings of the organization`,
      `this service has no such settings: ${unknown.join(', ')}`,
      unknown.length,
    );
  await insertAll(tx, 'organization', [
    {
      singleton: true,
      name: [...name].slice(0, MAX_NAME).join(''),
      description: [...field.text(row, 'description')].slice(0, MAX_DESCRIPTION).join(''),
      created_at: field.time(row, 'date_created') ?? now,
      is_active: true,
      settings,
    },
  ]);
}

/** Converts a value to this service's form; returns undefined if this service does not accept the value. */
function settingOf({ channels }: Intake, name: keyof PlainSettings, value: unknown): unknown {
  if (name.endsWith('_id')) return value === null ? -1 : channels.has(Number(value)) ? value : undefined;
  try {
    return plainSettings[name].check(value as never, name);
  } catch {
    return undefined;
  }
}
