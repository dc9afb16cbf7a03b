import { array, sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { Channel } from '../channels/channel.js';
import { createChannel } from '../channels/create.js';
import { badRequest } from '../http/errors.js';
import { renderText } from '../markdown/store.js';
import { send } from '../messages/sending/send.js';
import { isSetUp, setUpOrganization } from '../organization/set-up.js';
import { subscribe } from '../subscriptions/subscribe.js';
import { type Account, ROLE } from '../users/account.js';
import { addAccount, checkedAccount } from '../users/membership.js';
import { DEMO_CHANNELS, DEMO_MEMBERS, DEMO_PASSWORD, DEMO_PEOPLE, DEMO_TALK, type DemoLine } from './talk.js';

const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 2 * 86_400_000;

/** Fills a fresh database; returns lines with the accounts to log in as. */
export async function fillDemo(app: App): Promise<string[]> {
  if (await isSetUp(app.db))
    throw badRequest('The organization is set up already: demo needs a fresh data directory.');
  const given = await Promise.all(
    DEMO_PEOPLE.map(({ key, name, role }) =>
      checkedAccount(app, {
        email: `${key}@example.com`,
        fullName: name,
        password: DEMO_PASSWORD,
        role: ROLE[role],
      }),
    ),
  );
  const people = await app.write(async (tx) => {
    await setUpOrganization(app, tx, 'Demo');
    const added: [string, Account][] = [];
    for (const [index, account] of given.entries())
      added.push([DEMO_PEOPLE[index]!.key, await addAccount(app, tx, account)]);
    return new Map(added);
  });
  await makeChannels(app, people);
  await talk(app, people);
  return [
    `The demonstration has ${people.size} people, ${DEMO_CHANNELS.length} channels and ${DEMO_TALK.length} messages.`,
    `Log in as ${given[0]!.email} (owner) or ${given[3]!.email} (member) with the password ${DEMO_PASSWORD}`,
  ];
}

async function makeChannels(app: App, people: Map<string, Account>): Promise<void> {
  const creator = people.get('iris')!;
  for (const { name, description, isDefault, inviteOnly } of DEMO_CHANNELS)
    await app.write(async (tx) => {
      const members = DEMO_MEMBERS[name]!.map((key) => people.get(key)!);
      const options = {
        inviteOnly,
        isDefault,
        historyPublic: undefined,
        retentionDays: null,
        topicsPolicy: 'inherit' as const,
        groups: {},
      };
      const ids = members.map((member) => member.id);
      const channel: Channel = await createChannel(app, tx, creator, { name, description }, options, ids);
      await subscribe(app, tx, [channel], members);
    });
}

/** Messages are sent in order, and their times are set back afterwards, so that ids grow with time. */
async function talk(app: App, people: Map<string, Account>): Promise<void> {
  const start = app.clock.now() - TWO_DAYS_MS;
  const ids: number[] = [];
  for (const line of DEMO_TALK) ids.push(await say(app, people, line));
  const times = DEMO_TALK.map((line) => start + line.minute * MINUTE_MS);
  await app.write(async (tx) => {
    await tx.run(sql`UPDATE message m SET sent_at = n.at
      FROM unnest(${array(ids, 'int8')}, ${array(times, 'int8')}) AS n (id, at) WHERE m.id = n.id`);
    // Everyone has read the first day's messages.
    await tx.run(sql`UPDATE user_message u SET flags = u.flags | 1 FROM message m
      WHERE m.id = u.message_id AND m.sent_at < ${start + TWO_DAYS_MS / 2}`);
  });
}

async function say(app: App, people: Map<string, Account>, { from, to, text }: DemoLine): Promise<number> {
  const sender = people.get(from)!;
  const rendered = await renderText(app.directory, app.db, sender, text);
  const isChannel = 'channel' in to;
  const { message } = await app.write((tx) =>
    send(app, tx, {
      sender,
      type: isChannel ? 'channel' : 'direct',
      to: isChannel ? to.channel : to.people.map((key) => people.get(key)!.id),
      topic: isChannel ? to.topic : undefined,
      content: text,
      rendered,
      client: 'website',
      readBySender: true,
    }),
  );
  return message.id;
}
