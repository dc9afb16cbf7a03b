import { statfs } from 'node:fs/promises';
import type { Finding } from '@services/kit/cli';
import { randomText } from '@services/kit/clock';
import { sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { ChatConfig } from '../config.js';
import { checkMailServer } from '../mail/mailer.js';
import { isSetUp } from '../organization/set-up.js';
import { activeOwners } from '../users/store.js';
import { canProbe, probeProxy } from './proxy-probe.js';

/** Permitted difference between the clocks of processes on one database. */
const CLOCK_TOLERANCE_MS = 5_000;
const LEAST_FREE_MB = 1_000;
const UNUSED_KEY_MS = 365 * 86_400_000;

/** Does the checks of `doctor` for this service, in addition to those of the kit. */
export async function examineChat(
  config: Omit<ChatConfig, 'dataDir'>,
  app: App | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [await mail(config), network(config), address(config)];
  if (app !== undefined)
    findings.push(
      await organization(app),
      await keys(app),
      await clock(app),
      await uploads(app),
      await proxy(app, config),
    );
  return findings;
}

async function mail(config: Pick<ChatConfig, 'mailUrl'>): Promise<Finding> {
  const name = 'mail';
  if (config.mailUrl === '')
    return { name, state: 'warn', text: 'mails are written to a folder: set mailUrl to send them' };
  const { hostname } = new URL(config.mailUrl);
  try {
    await checkMailServer(config.mailUrl);
    return { name, state: 'ok', text: `${hostname} takes mails` };
  } catch (error) {
    return { name, state: 'fail', text: `${hostname} does not take mails: ${(error as Error).message}` };
  }
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

/**
 * An old key that no client uses any more still gives access to the account, for example if a person finds it in a
 * file.
 */
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

/**
 * Checks the clock. Times of messages never decrease, so if the newest message is in the future, the clock was set
 * back.
 */
async function clock({ db, clock }: App): Promise<Finding> {
  const name = 'clock and messages';
  const row = await db.one<{ newest: number | null }>(sql`SELECT max(sent_at) AS newest FROM message`);
  const ahead = (row?.newest ?? 0) - clock.now();
  return ahead <= CLOCK_TOLERANCE_MS
    ? { name, state: 'ok', text: 'no message is from the future' }
    : {
        name,
        state: 'fail',
        text: `the newest message is ${Math.round(ahead / 1000)} s in the future: the clock was set back, set it by NTP`,
      };
}

/** Checks the storage of uploads, which may be on another disk than the data directory, or in a bucket. */
async function uploads({ files, random }: App): Promise<Finding> {
  const name = 'uploads';
  const path = `doctor/${randomText(random, 16)}`;
  try {
    await files.write(path, Buffer.from(path));
    await files.remove(path);
    const { bavail, bsize } = await statfs(files.temporaryFolder);
    const megabytes = Math.round((bavail * bsize) / 1e6);
    return megabytes >= LEAST_FREE_MB
      ? { name, state: 'ok', text: `files can be written, ${megabytes} MB free` }
      : { name, state: 'warn', text: `${megabytes} MB free: less than ${LEAST_FREE_MB} MB, make room` };
  } catch (error) {
    return { name, state: 'fail', text: `files cannot be written: ${(error as Error).message}` };
  }
}

async function proxy(
  app: App,
  { publicUrl, trustProxy }: Pick<ChatConfig, 'publicUrl' | 'trustProxy'>,
): Promise<Finding> {
  const name = 'proxy';
  if (publicUrl === '') return { name, state: 'ok', text: 'none: publicUrl is not set' };
  if (!canProbe(app))
    return { name, state: 'ok', text: 'not checked: start the server and run doctor again' };
  const result = await probeProxy(app, publicUrl);
  switch (result.kind) {
    case 'unreachable':
      return { name, state: 'fail', text: `${publicUrl} does not answer: ${result.reason}` };
    case 'refused':
      return result.status === 413
        ? {
            name,
            state: 'fail',
            text: `it refuses uploads of ${app.config.maxFileUploadMib} MiB: raise its limit (nginx: client_max_body_size)`,
          }
        : {
            name,
            state: 'fail',
            text: `${publicUrl} is not this server, or not all of it: status ${result.status}`,
          };
    case 'buffered':
      return {
        name,
        state: 'fail',
        text: 'it keeps requests back until they are complete, so that large uploads fail: turn that off (nginx: proxy_request_buffering off)',
      };
    case 'streamed':
      return result.isForwarded && trustProxy.length === 0
        ? {
            name,
            state: 'warn',
            text: `limits count all callers as ${result.address}: set trustProxy to the proxy's address`,
          }
        : { name, state: 'ok', text: 'requests arrive as they are sent' };
  }
}
