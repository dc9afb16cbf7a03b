import { sql } from '@services/kit/db';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpOrganization } from '../../src/organization/set-up.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';
import { Mailbox } from '../support/mailbox.js';

const MINUTE = 60_000;
let chat: Chat;
let clock: ManualClock;
const mailbox = new Mailbox();
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let publicId: number;
let privateId: number;

beforeAll(async () => {
  clock = new ManualClock(Date.now());
  chat = await startChat({
    clock,
    config: { mailUrl: await mailbox.start() },
  });
  // Jobs run only when a test calls for them.
  await chat.app.jobs.stop();
  await chat.db.run(sql`DELETE FROM organization`);
  await chat.app.write((tx) => setUpOrganization(chat.app, tx, 'Acme <Team>'));
  owner = await chat.user({ role: ROLE.owner, name: 'Olga' });
  admin = await chat.user({ role: ROLE.administrator });
  member = await chat.user();
  const subscribe = async (name: string, invite_only: boolean) => {
    await admin.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name }], invite_only });
    return (await admin.client.ok('get', '/get_stream_id', { stream: name })).stream_id as number;
  };
  publicId = await subscribe('public', false);
  privateId = await subscribe('private', true);
});
afterAll(async () => {
  await chat.stop();
  await mailbox.stop();
});

const invite = (user: TestUser, params: Record<string, unknown>) =>
  user.client.post('/invites', { stream_ids: [], ...params });
const sendMails = () => chat.app.jobs.idle();
async function linkTo(address: string): Promise<string> {
  await sendMails();
  return /\/join\/([A-Za-z0-9]+)/.exec(mailbox.to(address).at(-1)!.text)![1]!;
}
const joinBy = (token: string, params: Record<string, unknown>) =>
  chat.anonymous().post(`/json/join/${token}`, {
    full_name: 'New Person',
    password: 'a long and unusual phrase',
    ...params,
  });
const invites = async (user: TestUser) => (await user.client.ok('get', '/invites')).invites;

describe('POST /invites', () => {
  it('an invitation is mailed and listed, and clients receive invites_changed', async () => {
    const events = await listen(admin, ['invites_changed']);
    const answer = await invite(member, { invitee_emails: 'A@x.test, Bea <b@x.test>\na@x.test' });
    expect(answer.body).toEqual({ result: 'success', msg: '' });
    await sendMails();
    expect(mailbox.to('A@x.test')).toHaveLength(1);
    expect(mailbox.to('b@x.test')[0]!.text).toContain(`${chat.url}/join/`);
    const [first] = await invites(member);
    expect(first).toEqual({
      id: expect.any(Number),
      email: 'b@x.test',
      invited_by_user_id: member.id,
      invited: Math.floor(clock.now() / 1000),
      expiry_date: Math.floor((clock.now() + 14_400 * MINUTE) / 1000),
      invited_as: 400,
      notify_referrer_on_join: true,
      is_multiuse: false,
    });
    expect((await invites(admin)).length).toBe(2);
    expect(await events.next()).toEqual([{ type: 'invites_changed' }]);
  });

  it('if some addresses already have accounts, the response is INVITATION_FAILED, and the others are still invited', async () => {
    const answer = await invite(admin, { invitee_emails: `${member.email},c@x.test` });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'INVITATION_FAILED',
        daily_limit_reached: false,
        license_limit_reached: false,
        sent_invitations: true,
        errors: [[member.email, expect.any(String), false]],
      },
    });
    await sendMails();
    expect(mailbox.to('c@x.test')).toHaveLength(1);
    expect(await invite(admin, { invitee_emails: member.email })).toMatchObject({
      body: { sent_invitations: false },
    });
    expect(await invite(admin, { invitee_emails: 'd@x.test, not an address' })).toMatchObject({
      body: {
        code: 'INVITATION_FAILED',
        sent_invitations: false,
        errors: [['not an address', expect.any(String), false]],
      },
    });
    await sendMails();
    expect(mailbox.to('d@x.test')).toHaveLength(0);
  });

  it('without the permission, or for a role above the caller’s: BAD_REQUEST', async () => {
    const guest = await chat.user({ role: ROLE.guest });
    const expected = { status: 400, body: { code: 'BAD_REQUEST', msg: 'Insufficient permission' } };
    expect(await invite(guest, { invitee_emails: 'e@x.test' })).toMatchObject(expected);
    expect(await invite(member, { invitee_emails: 'e@x.test', invite_as: 200 })).toMatchObject(expected);
    expect(await invite(admin, { invitee_emails: 'e@x.test', invite_as: 100 })).toMatchObject(expected);
    expect(await invite(admin, { invitee_emails: 'e@x.test', invite_as: 250 })).toMatchObject({
      body: { code: 'REQUEST_VARIABLE_INVALID' },
    });
  });

  it.each(['', ' , \n ,'])('no email address: BAD_REQUEST: %j', async (invitee_emails) => {
    expect(await invite(admin, { invitee_emails })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'You must specify at least one email address.' },
    });
  });

  it('a channel id that is invalid or inaccessible: BAD_REQUEST', async () => {
    for (const [user, id] of [
      [admin, 99_999],
      [member, privateId],
    ] as const) {
      expect(await invite(user, { invitee_emails: 'f@x.test', stream_ids: [id] })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: `Invalid channel ID ${id}. No invites were sent.` },
      });
    }
  });

  it('stream_ids that is not empty, by a caller who cannot subscribe others: BAD_REQUEST', async () => {
    await owner.client.ok('patch', '/realm', { can_add_subscribers_group: { new: 6 } });
    expect(await invite(member, { invitee_emails: 'g@x.test', stream_ids: [publicId] })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'You do not have permission to subscribe other users to channels.' },
    });
    expect((await invite(member, { invitee_emails: 'g@x.test' })).status).toBe(200);
    await owner.client.ok('patch', '/realm', { can_add_subscribers_group: { new: 3 } });
  });

  it('invitations per day are limited', async () => {
    const many = Array.from({ length: 99 }, (_, n) => `many${n}@x.test`).join(',');
    expect(await invite(admin, { invitee_emails: many })).toMatchObject({
      body: { code: 'INVITATION_FAILED', daily_limit_reached: true, sent_invitations: false },
    });
    clock.advance(24 * 60 * MINUTE + 1);
    expect((await invite(admin, { invitee_emails: many })).status).toBe(200);
    clock.advance(24 * 60 * MINUTE + 1);
  });

  it('a newer invitation to the same address replaces the older one', async () => {
    await invite(member, { invitee_emails: 'twice@x.test' });
    const first = await linkTo('twice@x.test');
    await invite(admin, { invitee_emails: 'TWICE@x.test' });
    const second = await linkTo('TWICE@x.test');
    expect((await joinBy(first, {})).status).toBe(404);
    expect((await joinBy(second, {})).status).toBe(200);
  });
});

describe('joining', () => {
  it('creates the account with role, channels, groups and welcome text, and notifies the inviter', async () => {
    const { group_id } = await owner.client.ok('post', '/user_groups/create', {
      name: 'crew',
      description: '',
      members: [owner.id],
    });
    await invite(owner, {
      invitee_emails: 'joiner@x.test',
      invite_as: 300,
      stream_ids: [publicId],
      group_ids: [group_id],
      welcome_message_custom_text: 'Hello **you**',
    });
    const token = await linkTo('joiner@x.test');
    const { user_id } = (await joinBy(token, { email: 'other@x.test' })).body;
    const { user } = await owner.client.ok('get', `/users/${user_id}`);
    expect(user).toMatchObject({ email: 'joiner@x.test', role: 300, full_name: 'New Person' });
    expect((await owner.client.ok('get', `/users/${user_id}/subscriptions/${publicId}`)).is_subscribed).toBe(
      true,
    );
    expect((await owner.client.ok('get', `/user_groups/${group_id}/members`)).members).toContain(user_id);
    const { messages } = await owner.client.ok('get', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['is', 'dm']],
    });
    expect(messages[0].content).toContain(`data-user-id="${user_id}"`);
    // The link works only once.
    expect((await joinBy(token, {})).status).toBe(404);
    const login = await chat
      .anonymous()
      .post('/fetch_api_key', { username: 'joiner@x.test', password: 'a long and unusual phrase' });
    expect(login.status).toBe(200);
    const welcome = await request(`${chat.url}/api/v1/messages?anchor=newest&num_before=5&num_after=0`, {
      headers: { authorization: `Basic ${btoa(`joiner@x.test:${login.body.api_key}`)}` },
    });
    expect(await welcome.body.text()).toContain('Hello <strong>you</strong>');
  });

  it('an invitation expires: its link ends, and the list no longer has it', async () => {
    await invite(member, { invitee_emails: 'late@x.test', invite_expires_in_minutes: 10 });
    const token = await linkTo('late@x.test');
    clock.advance(10 * MINUTE);
    expect((await invites(member)).some((row: { email: string }) => row.email === 'late@x.test')).toBe(false);
    expect((await joinBy(token, {})).status).toBe(404);
    await invite(member, { invitee_emails: 'never@x.test', invite_expires_in_minutes: null });
    expect((await invites(member))[0]).toMatchObject({ email: 'never@x.test', expiry_date: null });
  });

  it('used, revoked, expired and unknown links show the same page', async () => {
    await invite(member, { invitee_emails: 'page@x.test' });
    const token = await linkTo('page@x.test');
    const page = async (link: string) => {
      const answer = await request(`${chat.url}/join/${link}`);
      return { status: answer.statusCode, text: await answer.body.text() };
    };
    const open = await page(token);
    expect(open.status).toBe(200);
    expect(open.text).toContain('Join Acme &#60;Team&#62;');
    const [{ id }] = await invites(member);
    await member.client.ok('delete', `/invites/${id}`);
    const revoked = await page(token);
    expect(revoked.status).toBe(404);
    expect(revoked).toEqual(await page('A'.repeat(43)));
  });

  it('also works by the form on the page of the invitation', async () => {
    await invite(member, { invitee_emails: 'form@x.test' });
    const token = await linkTo('form@x.test');
    const post = (fields: Record<string, string>) =>
      request(`${chat.url}/join/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
    const short = await post({ full_name: 'Form', password: 'short' });
    expect(short.statusCode).toBe(400);
    expect(await short.body.text()).toContain('<form');
    const joined = await post({ full_name: 'Form', password: 'a long and unusual phrase' });
    expect(joined.statusCode).toBe(200);
    await joined.body.dump();
  });
});

describe('reusable links', () => {
  it('admit any number of people until they are revoked', async () => {
    expect(await member.client.post('/invites/multiuse', {})).toMatchObject({
      body: { msg: 'Insufficient permission' },
    });
    const { invite_link } = await admin.client.ok('post', '/invites/multiuse', {
      invite_as: 600,
      stream_ids: [publicId],
    });
    const token = invite_link.split('/').at(-1);
    expect((await joinBy(token, {})).body).toMatchObject({ code: 'BAD_REQUEST' });
    for (const email of ['m1@x.test', 'm2@x.test']) {
      const { user_id } = (await joinBy(token, { email })).body;
      expect((await admin.client.ok('get', `/users/${user_id}`)).user.role).toBe(600);
    }
    expect((await joinBy(token, { email: 'm1@x.test' })).status).toBe(400);
    const [link] = await invites(admin);
    expect(link).toMatchObject({ is_multiuse: true, link_url: invite_link, invited_as: 600 });
    expect(link.email).toBeUndefined();
    await admin.client.ok('patch', `/invites/multiuse/${link.id}`, { invite_as: 400 });
    expect((await invites(admin))[0]).toMatchObject({ invited_as: 400, expiry_date: link.expiry_date });
    await admin.client.ok('delete', `/invites/multiuse/${link.id}`);
    expect((await joinBy(token, { email: 'm3@x.test' })).status).toBe(404);
  });
});

describe('managing', () => {
  it('members manage their own invitations, administrators all except invitations of owners', async () => {
    await invite(owner, { invitee_emails: 'boss@x.test', invite_as: 100 });
    const [boss] = await invites(owner);
    expect((await invites(admin)).map((row: { id: number }) => row.id)).toContain(boss.id);
    expect((await invites(member)).map((row: { id: number }) => row.id)).not.toContain(boss.id);
    for (const user of [admin, member]) {
      expect(await user.client.delete(`/invites/${boss.id}`)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
    }
    const old = await linkTo('boss@x.test');
    await owner.client.ok('post', `/invites/${boss.id}/resend`);
    expect(await linkTo('boss@x.test')).not.toBe(old);
    await owner.client.ok('delete', `/invites/${boss.id}`);
    expect(await owner.client.delete(`/invites/${boss.id}`)).toMatchObject({ status: 400 });
  });

  it('mails and reusable links have separate series of ids', async () => {
    const open = async (isMultiuse: boolean) =>
      (await invites(owner)).filter((row: { is_multiuse: boolean }) => row.is_multiuse === isMultiuse);
    await owner.client.ok('post', '/invites/multiuse');
    const [link] = await open(true);
    await invite(owner, { invitee_emails: 'apart1@x.test,apart2@x.test' });
    await owner.client.ok('post', '/invites/multiuse');
    const [next] = await open(true);
    expect(next.id).toBe(link.id + 1);
    const [second, first] = await open(false);
    expect([first.email, second.email, second.id - first.id]).toEqual(['apart1@x.test', 'apart2@x.test', 1]);
    for (const { id } of [link, next]) await owner.client.ok('delete', `/invites/multiuse/${id}`);
    for (const { id } of [first, second]) await owner.client.ok('delete', `/invites/${id}`);
  });

  it('deactivating the inviter ends the invitations', async () => {
    const inviter = await chat.user();
    await invite(inviter, { invitee_emails: 'orphan@x.test' });
    const token = await linkTo('orphan@x.test');
    await admin.client.ok('delete', `/users/${inviter.id}`);
    expect((await joinBy(token, {})).status).toBe(404);
  });
});

describe('mails', () => {
  it('have a sender, an id of this server, and no header that comes from a name', async () => {
    await owner.client.ok('patch', '/settings', { full_name: 'Olga O’Hara' });
    await invite(owner, { invitee_emails: 'h@x.test' });
    await sendMails();
    const { headers, from } = mailbox.to('h@x.test')[0]!;
    expect(from).toBe('noreply@127.0.0.1');
    expect(headers).toMatch(/^Message-ID: <[A-Za-z0-9]{32}@127\.0\.0\.1>\r?$/im);
    expect(await invite(owner, { invitee_emails: 'i@x.test\r\nBcc: all@x.test' })).toMatchObject({
      body: { code: 'INVITATION_FAILED' },
    });
  });

  it('are tried again after 1 and 5 minutes', async () => {
    mailbox.failures = 2;
    await invite(member, { invitee_emails: 'retry@x.test' });
    await sendMails();
    expect(mailbox.to('retry@x.test')).toHaveLength(0);
    clock.advance(1.2 * MINUTE);
    await sendMails();
    expect(mailbox.to('retry@x.test')).toHaveLength(0);
    clock.advance(5.6 * MINUTE);
    await sendMails();
    expect(mailbox.to('retry@x.test')).toHaveLength(1);
  });
});
