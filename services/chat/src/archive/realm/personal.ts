import { randomText } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import { checkedPayloadUrl } from '../../bots/rules.js';
import { linkifierProblem } from '../../linkifiers/rules.js';
import { renderText } from '../../markdown/store.js';
import { seenName } from '../../names.js';
import { playgroundProblem } from '../../playgrounds/routes.js';
import { FIELD_TYPE, FIELD_TYPES, type FieldType } from '../../profile-fields/field.js';
import { topicKey } from '../../topics/topic.js';
import type { Account } from '../../users/account.js';
import { field, type Row } from './export.js';
import { type Intake, insertAll } from './intake.js';
import { emojiOf } from './messages.js';

/** Reads linkifiers, playgrounds and profile fields, which are needed to render messages and profiles. */
export async function readRules(intake: Intake): Promise<void> {
  const { data, tx, report } = intake;
  const patterns = new Set<string>();
  const linkifiers = data.rows('zerver_realmfilter').flatMap((row, index) => {
    const pattern = field.text(row, 'pattern');
    // Until 2022, templates were Python format strings.
    const template =
      field.text(row, 'url_template') || field.text(row, 'url_format_string').replace(/%\((\w+)\)s/g, '{$1}');
    const problem = patterns.has(pattern) ? 'The pattern occurs twice.' : linkifierProblem(pattern, template);
    if (problem !== undefined) report.left('linkifiers', problem, 1, pattern);
    patterns.add(pattern);
    const position = field.id(row, 'order') ?? index;
    return problem === undefined
      ? [{ id: field.id(row, 'id') ?? index + 1, pattern, url_template: template, position }]
      : [];
  });
  await insertAll(tx, 'linkifier', linkifiers);
  report.read('linkifiers', linkifiers.length);
  const playgrounds = data.rows('zerver_realmplayground').flatMap((row, index) => {
    const template = field.text(row, 'url_template') || `${field.text(row, 'url_prefix')}{code}`;
    const [name, language] = [field.text(row, 'name'), field.text(row, 'pygments_language')];
    const problem = playgroundProblem(language, template);
    if (problem !== undefined) report.left('playgrounds', problem, 1, name);
    return problem === undefined
      ? [{ id: field.id(row, 'id') ?? index + 1, name, pygments_language: language, url_template: template }]
      : [];
  });
  await insertAll(tx, 'playground', playgrounds);
  report.read('playgrounds', playgrounds.length);
}

/** Reads custom profile fields and their values. */
export async function readProfiles(intake: Intake): Promise<void> {
  const { app, data, tx, report } = intake;
  const types = new Map<number, FieldType>();
  const fields = data.rows('zerver_customprofilefield').flatMap((row) => {
    const id = field.id(row, 'id');
    const type = FIELD_TYPES.find((one) => one === row.field_type);
    if (id === undefined || type === undefined) {
      report.left('profile fields', 'their type does not exist here', 1, field.text(row, 'name'));
      return [];
    }
    types.set(id, type);
    return [
      {
        id,
        field_type: type,
        name: field.text(row, 'name'),
        hint: field.text(row, 'hint'),
        field_data: objectIn(field.text(row, 'field_data')),
        position: field.id(row, 'order') ?? id,
        display_in_profile_summary: field.flag(row, 'display_in_profile_summary'),
        required: field.flag(row, 'required'),
        editable_by_user: row.editable_by_user !== false,
      },
    ];
  });
  await insertAll(tx, 'profile_field', fields);
  const values: object[] = [];
  for (const row of data.rows('zerver_customprofilefieldvalue')) {
    const account = intake.accounts.get(field.id(row, 'user_profile') ?? -1);
    const field_id = field.id(row, 'field') ?? -1;
    const type = types.get(field_id);
    if (account === undefined || type === undefined) {
      report.left('values of profiles', 'their user or field was not read');
      continue;
    }
    const value = field.text(row, 'value');
    const isText = type === FIELD_TYPE.shortText || type === FIELD_TYPE.longText;
    const rendered_value = isText ? (await renderText(app.directory, tx, account, value)).html : null;
    values.push({ user_id: account.id, field_id, value, rendered_value });
  }
  await insertAll(tx, 'profile_value', values);
  report.read('profile fields', fields.length);
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * Reads the data that belongs to single users: policies of topics, muted users, alert words, snippets, statuses,
 * storage of bots.
 */
export async function readPersonal(intake: Intake): Promise<void> {
  const { app, data, tx, report, channels, accounts } = intake;
  const owned = async (
    what: string,
    source: string,
    table: string,
    rowOf: (row: Row, owner: Account) => [identity: string | number, columns: object] | undefined,
    owner = 'user_profile',
  ) => {
    const seen = new Set<string>();
    const rows: object[] = [];
    for (const row of data.rows(source)) {
      const account = accounts.get(field.id(row, owner) ?? -1);
      const made = account && rowOf(row, account);
      const id = `${account?.id} ${made?.[0]}`;
      if (made === undefined || seen.has(id)) {
        report.left(what, 'what they refer to was not read');
        continue;
      }
      seen.add(id);
      rows.push(made[1]);
    }
    await insertAll(tx, table, rows);
    report.read(what, rows.length);
  };
  const topicPolicy = (
    row: Row,
    account: Account,
    policy: number,
    time: string,
  ): [string, object] | undefined => {
    const channel_id = field.id(row, 'stream') ?? -1;
    const topic = seenName(field.text(row, 'topic_name'));
    if (!channels.has(channel_id) || policy < 0 || policy > 3) return undefined;
    const topic_key = topicKey(topic);
    const updated_at = field.time(row, time) ?? intake.now;
    const columns = {
      user_id: account.id,
      channel_id,
      topic_key,
      topic,
      visibility_policy: policy,
      updated_at,
    };
    return [`${channel_id} ${topic_key}`, columns];
  };
  await owned('policies of topics', 'zerver_usertopic', 'user_topic', (row, account) =>
    topicPolicy(row, account, field.id(row, 'visibility_policy') ?? -1, 'last_updated'),
  );
  // Exports until 2021 have muted topics, since topics had no other policies.
  await owned('muted topics', 'zerver_mutedtopic', 'user_topic', (row, account) =>
    topicPolicy(row, account, 1, 'date_muted'),
  );
  await owned('muted users', 'zerver_muteduser', 'muted_user', (row, account) => {
    const muted = accounts.get(field.id(row, 'muted_user') ?? -1)?.id;
    if (muted === undefined || muted === account.id) return undefined;
    const muted_at = field.time(row, 'date_muted') ?? intake.now;
    return [muted, { user_id: account.id, muted_user_id: muted, muted_at }];
  });
  await owned('alert words', 'zerver_alertword', 'alert_word', (row, account) => {
    const word = field.text(row, 'word').trim();
    return word === '' ? undefined : [word, { user_id: account.id, word }];
  });
  await owned('snippets', 'zerver_savedsnippet', 'snippet', (row, account) => {
    const created_at = field.time(row, 'date_created') ?? intake.now;
    const [title, content] = [field.text(row, 'title'), field.text(row, 'content')];
    return [String(row.id), { user_id: account.id, title, content, created_at }];
  });
  await owned('statuses', 'zerver_userstatus', 'user_status', (row, account) => {
    const emoji = field.text(row, 'emoji_name') === '' ? undefined : emojiOf(intake, row);
    const none = { emoji_name: '', emoji_code: '', reaction_type: '' };
    return [
      '',
      { user_id: account.id, status_text: field.text(row, 'status_text'), away: false, ...(emoji ?? none) },
    ];
  });
  await owned(
    'entries of bots’ storage',
    'zerver_botstoragedata',
    'bot_storage',
    (row, account) => {
      const key = field.text(row, 'key');
      return [key, { bot_id: account.id, key, value: field.text(row, 'value') }];
    },
    'bot_profile',
  );
  await owned('outgoing webhooks', 'zerver_service', 'bot_service', (row, account) => {
    if (account.bot_type !== 3) return undefined;
    try {
      const payload_url = checkedPayloadUrl(field.text(row, 'base_url'));
      return ['', { bot_id: account.id, payload_url, interface_type: 1, token: randomText(app.random, 32) }];
    } catch {
      return undefined;
    }
  });
  await tx.run(
    sql`UPDATE account SET bot_type = 1 WHERE bot_type = 3 AND id NOT IN (SELECT bot_id FROM bot_service)`,
  );
}
