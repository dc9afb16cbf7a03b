import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { listen } from '../support/events.js';

let chat: Chat;
let owner: TestUser;
let member: TestUser;
beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.administrator });
  member = await chat.user();
});
afterAll(() => chat.stop());

const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.test/{id}' };

it('linkifiers are added, changed, ordered and removed; all members get the whole list', async () => {
  const events = await listen(member, ['realm_linkifiers']);
  const { id } = await owner.client.ok('post', '/realm/filters', issue);
  const { id: second } = await owner.client.ok('post', '/realm/filters', {
    pattern: 'pr(?P<n>[0-9]+)',
    url_template: 'https://pr.test/{n}',
  });
  await owner.client.ok('patch', '/realm/linkifiers', { ordered_linkifier_ids: [second, id] });
  expect(
    (await member.client.ok('get', '/realm/linkifiers')).linkifiers.map((l: { id: number }) => l.id),
  ).toEqual([second, id]);
  await owner.client.ok('patch', `/realm/filters/${second}`, {
    pattern: 'PR(?P<n>[0-9]+)',
    url_template: 'https://pr.test/{n}',
  });
  await owner.client.ok('delete', `/realm/filters/${second}`);
  const lists = (await events.next()).map((event) => event.realm_linkifiers.length);
  expect(lists).toEqual([1, 2, 2, 2, 1]);
});

it('a changed linkifier applies to later messages', async () => {
  const render = async () =>
    (await member.client.ok('post', '/messages/render', { content: 'see #7' })).rendered;
  expect(await render()).toContain('href="https://issues.test/7"');
  const { linkifiers } = await member.client.ok('get', '/realm/linkifiers');
  await owner.client.ok('patch', `/realm/filters/${linkifiers[0].id}`, {
    ...issue,
    url_template: 'https://other.test/{id}',
  });
  expect(await render()).toContain('href="https://other.test/7"');
});

it('text links only to channels and people that the author may know of', async () => {
  await owner.client.ok('post', '/users/me/subscriptions', {
    subscriptions: [{ name: 'hidden' }],
    invite_only: true,
  });
  await owner.client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'Öffentlich' }] });
  const ellen = await chat.user({ name: 'Élodie Ö' });
  const content = `@**Élodie Ö** @**|${ellen.id}** @_**Élodie Ö|${ellen.id}** @*role:members* #**hidden** #**öffentlich>x**`;
  const { rendered } = await member.client.ok('post', '/messages/render', { content });
  expect(rendered.match(new RegExp(`data-user-id="${ellen.id}"`, 'g'))).toHaveLength(3);
  expect(rendered).toContain('class="user-group-mention"');
  expect(rendered).toContain('#<strong>hidden</strong>');
  expect(rendered).toMatch(
    /<a class="stream-topic" data-stream-id="\d+" href="[^"]+">#Öffentlich &gt; x<\/a>/,
  );
  const { rendered: forOwner } = await owner.client.ok('post', '/messages/render', {
    content: '#**hidden**',
  });
  expect(forOwner).toContain('class="stream"');
});

it('linkifiers can be changed by administrators only', async () => {
  for (const answer of [
    await member.client.post('/realm/filters', issue),
    await member.client.delete('/realm/filters/1'),
    await member.client.patch('/realm/linkifiers', { ordered_linkifier_ids: [] }),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
  }
});

it('invalid linkifiers are refused, and the others stay as they are', async () => {
  const before = await owner.client.ok('get', '/realm/linkifiers');
  const [{ pattern }] = before.linkifiers;
  for (const params of [
    { pattern, url_template: 'https://x.test/{id}' },
    { pattern: '(?P<id>', url_template: 'https://x.test/{id}' },
    { pattern: '(?=a)(?P<id>a)', url_template: 'https://x.test/{id}' },
    { pattern: '(?P<id>a)', url_template: 'https://x.test/' },
    { pattern: 'a', url_template: 'https://x.test/{id}' },
    { pattern: 'a', url_template: 'ftp://x.test/' },
  ]) {
    expect(await owner.client.post('/realm/filters', params)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  }
  expect(await owner.client.delete('/realm/filters/999')).toMatchObject({ status: 400 });
  expect(await owner.client.patch('/realm/linkifiers', { ordered_linkifier_ids: [] })).toMatchObject({
    status: 400,
  });
  expect(await owner.client.get('/realm/linkifiers')).toMatchObject({ body: before });
});

it('GET /realm/filters is 404, because clients of newer servers expect that it does not exist', async () => {
  expect((await member.client.get('/realm/filters')).status).toBe(404);
});
