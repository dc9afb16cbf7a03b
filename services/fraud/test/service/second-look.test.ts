import { sql } from '@services/kit/db';
import { afterAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/cli/actions.js';
import { keyIdsInUse } from '../../src/vault/rotation.js';
import { FINE_SMS, FRAUD_SMS, sms, startFixture } from './fixture.js';

const service = await startFixture();
const {
  token,
  id: userId,
  get,
  post,
} = await service.user('ann', { tier: 'enterprise', scopes: ['check', 'admin'] });
const { token: stranger } = await service.user('bob', { tier: 'enterprise', scopes: ['check'] });
afterAll(() => service.stop());

const check = (content: string, as = token, extra: object = {}) =>
  service.call('POST', '/api/fraud-check', { token: as, body: { ...sms(content), ...extra } });
const run = (name: string, args: object) => actions[name]!(service.app, args as never);
const set = (key: string, value: string) => run('user.set', { name: 'ann', key, value });

describe('feedback', () => {
  it('is stored with the result, which another user cannot see', async () => {
    const { json } = await check(FINE_SMS);
    const path = `/api/fraud-check/${json.request_id}/feedback`;
    const said = { label: 'fraud', comment: 'MARK-COMMENT', content: 'MARK-CONTENT of the message' };
    expect((await service.call('POST', path, { token: stranger, body: said })).status).toBe(404);
    expect((await post(path, { label: 'spam' })).status).toBe(400);
    const first = await post(path, said);
    expect(first.json).toEqual({ status: 'success', content_stored: false });
    const shown = await get(`/api/fraud-check/${json.request_id}`);
    expect(shown.json.result).toMatchObject({ feedback: 'fraud', feedback_comment: 'MARK-COMMENT' });
    expect(await run('user.export-feedback', { name: 'ann' })).toEqual([]);
  });

  it('stores content only if that is switched on, encrypted, until it expires', async () => {
    await set('feedback.store', 'on');
    const { json } = await check(FINE_SMS);
    const body = { label: 'legitimate', content: 'MARK-CONTENT of the message' };
    const answer = await post(`/api/fraud-check/${json.request_id}/feedback`, body);
    expect(answer.json.content_stored).toBe(true);
    expect(await run('user.export-feedback', { name: 'ann' })).toEqual([
      { type: 'sms', label: 'legitimate', content: 'MARK-CONTENT of the message' },
    ]);
    const rows = await service.db.rows(sql`select feedback::text as row from feedback`);
    expect(JSON.stringify(rows)).not.toMatch(/MARK-/);
    await set('feedback.store', 'off');
  });
});

describe('lists', () => {
  const add = (list: string, kind: string, value: string, as = token) =>
    service.call('POST', `/api/lists/${list}`, { token: as, body: { kind, value } });

  it('allow and block, with a reason that adds to the score', async () => {
    const block = await add('block', 'phrase', 'Bring the CAKE');
    expect(block.json.entry.value).toBe('bring the cake');
    const { json } = await check(FINE_SMS);
    expect(json.result).toMatchObject({ is_fraud: true, decision: 'block' });
    expect(json.result.fraud_indicators[0]).toBe('list.block');
    expect(json.result.explanation).toContain('block list');
    const sum = json.result.reasons.reduce(
      (total: number, { contribution }: { contribution: number }) => total + contribution,
      0,
    );
    const score = json.result.confidence_score;
    expect(sum).toBeCloseTo(Math.log(score / (1 - score)), 2);
    expect((await check(FINE_SMS, stranger)).json.result.is_fraud).toBe(false);
    expect((await add('allow', 'phrase', 'bring the cake')).status).toBe(409);
    const removed = await service.call('DELETE', `/api/lists/block/${block.json.entry.id}`, { token });
    expect(removed.status).toBe(200);
    expect((await check(FINE_SMS)).json.result.is_fraud).toBe(false);

    await add('allow', 'link', 'https://example.top/anything');
    const allowed = await check(FRAUD_SMS);
    expect(allowed.json.result).toMatchObject({ is_fraud: false, decision: 'allow' });
    expect(allowed.json.result.fraud_indicators[0]).toBe('list.allow');
    const { json: listed } = await get('/api/lists/allow');
    expect(listed.entries.map(({ value }: { value: string }) => value)).toEqual(['example.top']);
    await service.call('DELETE', `/api/lists/allow/${listed.entries[0].id}`, { token });
  });

  it.each([
    ['中奖通知', '恭喜您中奖通知请点击 example.cn'],
    ['ご当選', 'あなたはご当選おめでとうございます'],
    ['당첨 축하', '고객님 당첨 축하 드립니다'],
  ])('match the phrase %s in scripts whose words have no spaces or few letters', async (phrase, text) => {
    const { json } = await add('block', 'phrase', phrase);
    expect((await check(text)).json.result.fraud_indicators).toContain('list.block');
    expect((await check(FINE_SMS)).json.result.fraud_indicators).not.toContain('list.block');
    await service.call('DELETE', `/api/lists/block/${json.entry.id}`, { token });
  });

  it.each([
    ['apple 銀行', 'apple 銀行からのお知らせ', true],
    ['apple 銀行', '私のapple銀行口座', true],
    ['apple 銀行', 'pineapple 銀行からのお知らせ', false],
    ['銀行 apple', '中央銀行 apple です', true],
    ['銀行 apple', '銀行 applepie です', false],
    ['中奖 通知', '恭喜中奖通知', true],
    ['スーパー 銀行', 'スーパー銀行です', true],
  ])('match the phrase %s in "%s" only at the edges of its words: %s', async (phrase, text, found) => {
    const { json } = await add('block', 'phrase', phrase);
    const { fraud_indicators: codes } = (await check(text)).json.result;
    expect(codes.includes('list.block')).toBe(found);
    await service.call('DELETE', `/api/lists/block/${json.entry.id}`, { token });
  });

  it('match a phone number in any notation', async () => {
    const { json } = await add('block', 'number', '+44 20 7946 0018');
    const met = await check('Please call 0044 2079460018 about the invoice');
    expect(met.json.result.fraud_indicators).toContain('list.block');
    await service.call('DELETE', `/api/lists/block/${json.entry.id}`, { token });
  });

  it.each([
    ['domain', 'münchen.example', 'From: <post@münchen.example>\r\nSubject: Hi\r\n\r\nSee you.', 'email'],
    [
      'domain',
      'münchen.example',
      'From: <post@xn--mnchen-3ya.example>\r\nSubject: Hi\r\n\r\nSee you.',
      'email',
    ],
    ['link', 'bücher.de', 'The list is at https://shop.bücher.de/list', 'sms'],
    ['link', 'bücher.de', 'The list is at https://xn--bcher-kva.de/list', 'sms'],
  ])('match the %s %s in both of its forms', async (kind, value, content, data_type) => {
    const { json } = await add('block', kind, value);
    expect((await check(content, token, { data_type })).json.result.fraud_indicators).toContain('list.block');
    await service.call('DELETE', `/api/lists/block/${json.entry.id}`, { token });
  });

  it('allow no link whose domain only looks like the domain of the entry', async () => {
    const { json } = await add('allow', 'link', 'example.top');
    const disguised = FRAUD_SMS.replace('example.top', 'ex\u0430mple.top');
    expect((await check(disguised)).json.result.fraud_indicators).not.toContain('list.allow');
    expect((await check(FRAUD_SMS)).json.result.fraud_indicators).toContain('list.allow');
    await service.call('DELETE', `/api/lists/allow/${json.entry.id}`, { token });
    const blocked = await add('block', 'link', 'example.top');
    expect((await check(disguised)).json.result.fraud_indicators).toContain('list.block');
    await service.call('DELETE', `/api/lists/block/${blocked.json.entry.id}`, { token });
  });

  it('allow a sender only if the sender’s domain vouches for the mail', async () => {
    await add('allow', 'domain', 'firm.example');
    const mail = (domain: string) =>
      `Received: from a.example by mx.mine.example; Mon, 1 Jun 2026 10:00:00 +0000\r\nAuthentication-Results: mx.mine.example; dkim=pass header.d=${domain}\r\nFrom: Firm <post@firm.example>\r\nTo: me@mine.example\r\nSubject: Account\r\n\r\n${FRAUD_SMS}`;
    const judged = async (domain: string) =>
      (await post('/api/fraud-check', { data_type: 'email', content: mail(domain) })).json.result
        .fraud_indicators as string[];
    expect(await judged('firm.example')).toContain('list.allow');
    expect(await judged('thief.example')).not.toContain('list.allow');
  });

  it.each([
    ['domain', 'no domain'],
    ['address', 'nobody'],
    ['number', '12'],
    ['phrase', 'a b'],
  ])('refuse an invalid %s: %s', async (kind, value) => {
    expect((await add('block', kind, value)).status).toBe(400);
  });
});

describe('the queue of messages to review', () => {
  it('has the messages that a person should review, and each is decided once', async () => {
    await set('threshold.sms', '0.95');
    const text = 'Your parcel waits. Pay 1.99 at http://parcel.example.com/fee today';
    let waiting = await check(text);
    for (const threshold of ['0.9', '0.8', '0.7', '0.6', '0.5', '0.4', '0.3', '0.2']) {
      if (waiting.json.result.decision === 'review') break;
      await set('threshold.sms', threshold);
      waiting = await check(text);
    }
    expect(waiting.json.result.decision).toBe('review');
    const id = waiting.json.request_id;
    const path = `/api/reviews/${id}`;
    const list = async (state: string) =>
      (await get(`/api/reviews?state=${state}`)).json.reviews as {
        request_id: string;
      }[];
    expect(await list('waiting')).toMatchObject([{ request_id: id, state: 'open' }]);
    expect((await service.call('POST', path, { token: stranger, body: { decision: 'block' } })).status).toBe(
      403,
    );
    expect((await post(path, {})).status).toBe(400);
    const taken = await post(path, { assignee: 'carol' });
    expect(taken.json.review).toMatchObject({ state: 'taken', assignee: 'carol' });
    const decided = await post(path, { decision: 'block', note: 'MARK-NOTE seen before', assignee: 'carol' });
    expect(decided.json.review).toMatchObject({
      state: 'decided',
      outcome: 'block',
      note: 'MARK-NOTE seen before',
    });
    expect((await post(path, { decision: 'allow' })).status).toBe(409);
    expect(await list('waiting')).toEqual([]);
    expect(await list('decided')).toMatchObject([{ request_id: id }]);
    expect((await post('/api/reviews/fc_none', { decision: 'allow' })).status).toBe(404);
  });
});

describe('a new master key', () => {
  it('wraps the data keys of entries, notes and feedback again', async () => {
    const body = { kind: 'phrase', value: 'a phrase of its own' };
    await post('/api/lists/block', body);
    await run('keys.rotate-master', {});
    await service.app.jobs.idle();
    const keys = await keyIdsInUse(service.db);
    expect(keys).toEqual(new Set([await service.app.masterKeys.currentKeyId()]));
    const { json } = await get('/api/lists/block');
    expect(json.entries.map(({ value }: { value: string }) => value)).toContain('a phrase of its own');
    const reviews = await get('/api/reviews?state=all');
    expect(reviews.json.reviews[0].note).toBe('MARK-NOTE seen before');
    expect(await run('user.export-feedback', { name: 'ann' })).toHaveLength(1);
  });
});

describe('settings of a user', () => {
  it('change the scores and the threshold of that user only, within bounds', async () => {
    const before = (await check(FRAUD_SMS)).json.result.confidence_score;
    await set('prior', '0.001');
    expect((await check(FRAUD_SMS)).json.result.confidence_score).toBeLessThan(before);
    await set('prior', '0.03');
    expect((await check(FRAUD_SMS)).json.result.confidence_score).toBe(before);
    await expect(set('prior', '0.9')).rejects.toThrow(/none of its values/);
    await expect(set('threshold.sms', '0.01')).rejects.toThrow(/none of its values/);
    await expect(set('colour', 'red')).rejects.toThrow(/no setting/);
    expect(userId).toBeGreaterThan(0);
  });
});
