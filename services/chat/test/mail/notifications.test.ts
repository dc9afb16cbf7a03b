import { sql } from '@services/kit/db';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpOrganization } from '../../src/organization/set-up.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { Mailbox } from '../support/mailbox.js';

let chat: Chat;
let clock: ManualClock;
const mailbox = new Mailbox();
let admin: TestUser;
let member: TestUser;
let publicId: number;

beforeAll(async () => {
  clock = new ManualClock(Date.now());
  chat = await startChat({ clock, config: { mailUrl: await mailbox.start() } });
  // Jobs run only when a test calls for them.
  await chat.app.jobs.stop();
  await chat.db.run(sql`DELETE FROM organization`);
  await chat.app.write((tx) => setUpOrganization(chat.app, tx, 'Acme'));
  admin = await chat.user({ role: ROLE.administrator });
  member = await chat.user();
  await admin.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'public' }] });
  publicId = (await admin.client.ok('get', '/get_stream_id', { stream: 'public' })).stream_id;
});
afterAll(async () => {
  await chat.stop();
  await mailbox.stop();
});

const sendMails = () => chat.app.jobs.idle();

it('a user who is deactivated with a comment gets a mail that includes the comment', async () => {
  const leaver = await chat.user();
  await admin.client.ok('delete', `/users/${leaver.id}`, {
    deactivation_notification_comment: 'Farewell & thanks',
  });
  await sendMails();
  expect(mailbox.to(leaver.email)[0]!.text).toContain('Farewell & thanks');
});

it('a changed address counts when the link to it is opened; the old address gets a notice', async () => {
  const mover = await chat.user();
  await mover.client.ok('patch', '/settings', { email: 'moved@x.test' });
  await sendMails();
  expect((await mover.client.ok('get', '/users/me')).email).toBe(mover.email);
  const link = /http:\S+\/confirm_email\/[A-Za-z0-9]+/.exec(mailbox.to('moved@x.test')[0]!.text)![0];
  expect(await mover.client.patch('/settings', { email: member.email })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  });
  expect((await request(link)).statusCode).toBe(200);
  expect((await request(link)).statusCode).toBe(404);
  await sendMails();
  expect(mailbox.to(mover.email)).toHaveLength(1);
  expect((await admin.client.ok('get', `/users/${mover.id}`)).user.email).toBe('moved@x.test');
});

it('missed messages: unread direct messages and mentions are sent in one mail after the batching period', async () => {
  const away = await chat.user();
  await away.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'public' }] });
  const say = (content: string) =>
    member.client.ok('post', '/messages', { type: 'direct', to: [away.id], content });
  const { id: read } = await say('already read');
  await say('first **unread** <b>');
  await say('second');
  await member.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'public' }] });
  await member.client.ok('post', '/messages', {
    type: 'channel',
    to: publicId,
    topic: 'x',
    content: 'no mention',
  });
  await member.client.ok('post', '/messages', {
    type: 'channel',
    to: publicId,
    topic: 'y',
    content: `@**|${away.id}** look`,
  });
  await away.client.ok('post', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
  await sendMails();
  expect(mailbox.to(away.email)).toHaveLength(0);
  clock.advance(121_000);
  await sendMails();
  const mails = mailbox.to(away.email);
  expect(mails).toHaveLength(2);
  const direct = mails.find((mail) => mail.text.includes('second'))!;
  expect(direct.headers).toMatch(/^Subject: \[Acme\] Direct messages with /m);
  const mention = mails.find((mail) => mail !== direct)!;
  expect(mention.headers).toMatch(/^Subject: \[Acme\] #public > y\r$/m);
  // The rendered mention links to a path of this server, which a mail has to write in full.
  expect(mention.text).toContain(`Open the conversation: ${chat.url}/#narrow/`);
  expect(direct.text).toContain('first **unread** <b>');
  expect(direct.text).toContain('<strong>unread</strong> &lt;b&gt;');
  expect(direct.text).not.toContain('already read');
  expect(mails.some((mail) => mail.text.includes('no mention'))).toBe(false);
  const unsubscribe = /^List-Unsubscribe: <(\S+)>/im.exec(direct.headers.replace(/\r\n\s+/g, ' '))![1]!;
  expect((await request(unsubscribe)).statusCode).toBe(200);
  expect((await request(unsubscribe, { method: 'POST' })).statusCode).toBe(200);
  await say('third');
  clock.advance(121_000);
  await sendMails();
  expect(mailbox.to(away.email)).toHaveLength(2);
});

it('missed messages: read messages and muted senders cause no mail, and a setting leaves out the content', async () => {
  const away = await chat.user();
  await away.client.ok('patch', '/settings', {
    message_content_in_email_notifications: false,
    email_notifications_batching_period_seconds: 10,
    realm_name_in_email_notifications_policy: 3,
  });
  const say = (content: string) =>
    member.client.ok('post', '/messages', { type: 'direct', to: [away.id], content });
  await say('the secret');
  clock.advance(11_000);
  await sendMails();
  const [mail] = mailbox.to(away.email);
  expect(mail!.headers).toMatch(/^Subject: Direct messages with /m);
  expect(mail!.text).toContain('You have 1 new message from ');
  expect(mail!.text).not.toContain('the secret');
  await say('read in time');
  await away.client.ok('post', '/mark_all_as_read');
  await away.client.ok('post', `/users/me/muted_users/${member.id}`);
  await say('muted');
  clock.advance(11_000);
  await sendMails();
  expect(mailbox.to(away.email)).toHaveLength(1);
});

it('a log-in from a new device causes a notice, except on the first device, or if the user turned notices off', async () => {
  const person = { email: 'devices@x.test', password: 'a long and unusual phrase' };
  await admin.client.ok('post', '/users', { ...person, full_name: 'Dev Ices' });
  const logIn = (agent: string) =>
    chat
      .anonymous()
      .post('/json/login', { username: person.email, password: person.password }, { 'user-agent': agent });
  const told = async () => {
    await sendMails();
    return mailbox.to(person.email).filter(({ text }) => text.includes('new device')).length;
  };
  expect((await logIn('Laptop')).status).toBe(200);
  await logIn('Laptop');
  expect(await told()).toBe(0);
  await logIn('Telephone');
  expect(await told()).toBe(1);
  const { api_key: key } = await chat.anonymous().ok('post', '/fetch_api_key', {
    ...{ username: person.email, password: person.password },
  });
  const { ApiClient } = await import('../support/client.js');
  await new ApiClient(chat.url, { email: person.email, key }).ok('patch', '/settings', {
    enable_login_emails: false,
  });
  await logIn('Tablet');
  expect(await told()).toBe(1);
});
