import type { Finding } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { ChatConfig } from '../config.js';
import { isSetUp } from '../organization/set-up.js';
import { activeOwners } from '../users/store.js';

const UNUSED_KEY_MS = 365 * 86_400_000;

/** Checks of `doctor` beyond those shared by all services. */
export async function examineChat(
  config: Omit<ChatConfig, 'dataDir'>,
  app: App | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [mail(config), network(config), address(config)];
  if (app !== undefined) findings.push(await organization(app), await keys(app));
  return findings;
}

function mail(config: Pick<ChatConfig, 'mailUrl'>): Finding {
  return config.mailUrl === ''
    ? { name: 'mail', state: 'warn', text: 'mails are written to a folder: set mailUrl to send them' }
    : { name: 'mail', state: 'ok', text: `by ${new URL(config.mailUrl).hostname}` };
}

function network(config: Pick<ChatConfig, 'outgoingAllow'>): Finding {
  return config.outgoingAllow.length === 0
    ? { name: 'outgoing network', state: 'ok', text: 'webhooks reach public addresses only' }
    : {
        name: 'outgoing network',
        state: 'warn',
        text: `webhooks reach ${config.outgoingAllow.join(', ')}: clear outgoingAllow outside development`,
      };
}

function address(config: Pick<ChatConfig, 'publicUrl'>): Finding {
  if (config.publicUrl === '')
    return {
      name: 'public address',
      state: 'warn',
      text: 'links in mails name the local address: set publicUrl',
    };
  return config.publicUrl.startsWith('https:')
    ? { name: 'public address', state: 'ok', text: config.publicUrl }
    : {
        name: 'public address',
        state: 'warn',
        text: `${config.publicUrl} is not encrypted: let a proxy speak TLS and set publicUrl to https`,
      };
}

async function organization(app: App): Promise<Finding> {
  const name = 'organization';
  if (!(await isSetUp(app.db))) return { name, state: 'fail', text: 'not set up: run init or demo' };
  if ((await activeOwners(app.db)) === 0)
    return { name, state: 'fail', text: 'no active owner: run user set-role ADDRESS owner' };
  return { name, state: 'ok', text: (await app.directory.organization()).name };
}

/** A key that no client uses any more opens the account to anyone who finds it. */
async function keys({ db, clock }: App): Promise<Finding> {
  const name = 'API keys';
  const row = await db.one<{ count: number; unused: number }>(sql`
    SELECT count(*) AS count, count(*) FILTER (WHERE used_at < ${clock.now() - UNUSED_KEY_MS}::bigint) AS unused
    FROM api_key`);
  const { count, unused } = row!;
  return unused === 0
    ? { name, state: 'ok', text: `${count}, all used within a year` }
    : {
        name,
        state: 'warn',
        text: `${unused} of ${count} were not used for a year: their users can make new ones, which revokes them`,
      };
}
