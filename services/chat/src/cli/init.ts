import { type CliTools, ExitError, readPassword } from '@services/kit/cli';
import { json, sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { Channel } from '../channels/channel.js';
import { createChannel } from '../channels/create.js';
import type { WriteTx } from '../db/writer.js';
import { isSetUp, setUpOrganization } from '../organization/set-up.js';
import { type Account, ROLE } from '../users/account.js';
import { addAccount, checkedAccount, joinDefaultChannels } from '../users/membership.js';

/** Name of the first channel, which everyone joins. */
export const FIRST_CHANNEL = { name: 'general', description: 'For everyone and everything' };

interface InitOptions {
  organization: string;
  email?: string;
  name: string;
  passwordFile?: string;
}

export async function initialize(
  app: App,
  given: Record<string, unknown>,
  tools: CliTools,
): Promise<string[]> {
  if (await isSetUp(app.db)) return ['The organization is set up already: nothing was changed.'];
  const options = given as unknown as InitOptions;
  if (options.email === undefined)
    throw new ExitError(2, 'the first owner needs an address: --email ADDRESS');
  const file = options.passwordFile === undefined ? undefined : tools.path(options.passwordFile);
  const account = await checkedAccount(app, {
    email: options.email,
    fullName: options.name,
    password: await readPassword(file, options.email, app.config.minPasswordLength),
    role: ROLE.owner,
  });
  await app.write(async (tx) => {
    await setUpOrganization(app, tx, options.organization);
    const owner = await addAccount(app, tx, account);
    const { id } = await addChannel(app, tx, owner, FIRST_CHANNEL, { isDefault: true });
    await announceChannelsIn(tx, id);
    await joinDefaultChannels(app, tx, owner);
  });
  return [
    `The organization "${options.organization}" is set up; its owner is ${account.email}.`,
    `Next: ${tools.commandLine('serve', app.config.dataDir)}`,
  ];
}

async function announceChannelsIn(tx: WriteTx, channelId: number): Promise<void> {
  const setting = { new_stream_announcements_stream_id: channelId };
  await tx.run(sql`UPDATE organization SET settings = settings || ${json(setting)}`);
  tx.changed({ organization: true });
}

export function addChannel(
  app: App,
  tx: WriteTx,
  creator: Account,
  channel: { name: string; description: string },
  { isDefault = false, inviteOnly = false } = {},
): Promise<Channel> {
  return createChannel(
    app,
    tx,
    creator,
    channel,
    {
      inviteOnly,
      isDefault,
      historyPublic: undefined,
      retentionDays: null,
      topicsPolicy: 'inherit',
      groups: {},
    },
    [],
  );
}
