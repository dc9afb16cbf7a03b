import { sql } from '@services/kit/db';
import { rows } from '@services/kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/cli/actions.js';
import { keyIdsInUse } from '../../src/vault/rotation.js';
import { FINE_SMS, FRAUD_SMS, sms, startFixture } from './fixture.js';

const service = await startFixture();
const ann = await service.user('ann', { scopes: ['check', 'admin'] });
const bob = await service.user('bob', { scopes: ['check'] });
const { get, post } = ann;
afterAll(() => service.stop());

const check = async (content: string, as = ann, extra: object = {}) =>
  (await as.post('/api/fraud-check', { ...sms(content), ...extra })).json;
const codesOf = async (content: string, extra: object = {}): Promise<string[]> =>
  (await check(content, ann, extra)).result.fraud_indicators;
const run = (name: string, args: object) => actions[name]!(service.app, args as never);
const set = (key: string, value: string) => run('user.set', { name: 'ann', key, value });

describe('feedback', () => {
  it('is stored with the result, which another user cannot see', async () => {
    const { request_id } = await check(FINE_SMS);
    const path = `/api/fraud-check/${request_id}/feedback`;
    const said = { label: 'fraud', comment: 'MARK-COMMENT', content: 'MARK-CONTENT of the message' };
    expect((await bob.post(path, said)).status).toBe(404);
    expect((await post(path, { label: 'spam' })).status).toBe(400);
    const first = await post(path, said);
    expect(first.json).toEqual({ status: 'success', content_stored: false });
    const shown = await get(`/api/fraud-check/${request_id}`);
    expect(shown.json.result).toMatchObject({ feedback: 'fraud', feedback_comment: 'MARK-COMMENT' });
    expect(await run('user.export-feedback', { name: 'ann' })).toEqual([]);
  });

  it('stores content only if that is switched on, encrypted, until it expires', async () => {
    await set('feedback.store', 'on');
    const { request_id } = await check(FINE_SMS);
    const body = { label: 'legitimate', content: 'MARK-CONTENT of the message' };
    const answer = await post(`/api/fraud-check/${request_id}/feedback`, body);
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
  const add = (list: string, kind: string, value: string) => post(`/api/lists/${list}`, { kind, value });
  const remove = (list: string, id: string) => ann.delete(`/api/lists/${list}/${id}`);
  /** Adds an entry while `work` runs. */
  async function during(list: 'allow' | 'block', kind: string, value: string, work: () => Promise<void>) {
    const { entry } = (await add(list, kind, value)).json;
    await work();
    expect((await remove(list, entry.id)).status).toBe(200);
  }

  it('allow and block, with a reason that adds to the score', async () => {
    await during('block', 'phrase', 'Bring the CAKE', async () => {
      const { result } = await check(FINE_SMS);
      expect(result).toMatchObject({ is_fraud: true, decision: 'block' });
      expect(result.fraud_indicators[0]).toBe('list.block');
      expect(result.explanation).toContain('block list');
      const contributions = result.reasons.map((reason: { contribution: number }) => reason.contribution);
      const sum = contributions.reduce((total: number, one: number) => total + one, 0);
      const score = result.confidence_score;
      expect(sum).toBeCloseTo(Math.log(score / (1 - score)), 2);
      expect((await check(FINE_SMS, bob)).result.is_fraud).toBe(false);
      expect((await add('allow', 'phrase', 'bring the cake')).status).toBe(409);
    });
    expect((await check(FINE_SMS)).result.is_fraud).toBe(false);
    await during('allow', 'link', 'https://example.top/anything', async () => {
      const { result } = await check(FRAUD_SMS);
      expect(result).toMatchObject({ is_fraud: false, decision: 'allow' });
      expect(result.fraud_indicators[0]).toBe('list.allow');
      expect((await get('/api/lists/allow')).json.entries).toMatchObject([{ value: 'example.top' }]);
    });
  });

  it.each(
    rows<string[]>(`
    yes | phrase | 中奖通知 | 恭喜您中奖通知请点击 example.cn
    yes | phrase | ご当選 | あなたはご当選おめでとうございます
    yes | phrase | 당첨 축하 | 고객님 당첨 축하 드립니다
    no | phrase | 中奖通知 | ${FINE_SMS}
    yes | phrase | apple 銀行 | apple 銀行からのお知らせ
    yes | phrase | apple 銀行 | 私のapple銀行口座
    no | phrase | apple 銀行 | pineapple 銀行からのお知らせ
    yes | phrase | 銀行 apple | 中央銀行 apple です
    no | phrase | 銀行 apple | 銀行 applepie です
    yes | phrase | 中奖 通知 | 恭喜中奖通知
    yes | phrase | スーパー 銀行 | スーパー銀行です
    yes | number | +44 20 7946 0018 | Please call 0044 2079460018 about the invoice
    yes | link | bücher.de | The list is at https://shop.bücher.de/list
    yes | link | bücher.de | The list is at https://xn--bcher-kva.de/list
    yes | domain | münchen.example | From: <post@münchen.example>¶Subject: Hi¶¶See you.
    yes | domain | münchen.example | From: <post@xn--mnchen-3ya.example>¶Subject: Hi¶¶See you.
  `),
  )('match, %s: the %s %s in "%s"', async (found, kind, value, content) => {
    await during('block', kind!, value!, async () => {
      const data_type = kind === 'domain' ? 'email' : 'sms';
      const codes = await codesOf(content!.replaceAll('¶', '\r\n'), { data_type });
      expect(codes.includes('list.block')).toBe(found === 'yes');
    });
  });

  it('allow no link whose domain only looks like the domain of the entry', async () => {
    const disguised = FRAUD_SMS.replace('example.top', 'ex\u0430mple.top');
    await during('allow', 'link', 'example.top', async () => {
      expect(await codesOf(disguised)).not.toContain('list.allow');
      expect(await codesOf(FRAUD_SMS)).toContain('list.allow');
    });
    await during('block', 'link', 'example.top', async () => {
      expect(await codesOf(disguised)).toContain('list.block');
    });
  });

  it('allow a sender only if the sender’s domain vouches for the mail', async () => {
    await add('allow', 'domain', 'firm.example');
    const mail = (domain: string) =>
      `Received: from a.example by mx.mine.example; Mon, 1 Jun 2026 10:00:00 +0000\r\nAuthentication-Results: mx.mine.example; dkim=pass header.d=${domain}\r\nFrom: Firm <post@firm.example>\r\nTo: me@mine.example\r\nSubject: Account\r\n\r\n${FRAUD_SMS}`;
    const email = { data_type: 'email' };
    expect(await codesOf(mail('firm.example'), email)).toContain('list.allow');
    expect(await codesOf(mail('thief.example'), email)).not.toContain('list.allow');
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
      if (waiting.result.decision === 'review') break;
      await set('threshold.sms', threshold);
      waiting = await check(text);
    }
    expect(waiting.result.decision).toBe('review');
    const id = waiting.request_id;
    const path = `/api/reviews/${id}`;
    const list = async (state: string) => (await get(`/api/reviews?state=${state}`)).json.reviews;
    expect(await list('waiting')).toMatchObject([{ request_id: id, state: 'open' }]);
    expect((await bob.post(path, { decision: 'block' })).status).toBe(403);
    expect((await post(path, {})).status).toBe(400);
    const taken = await post(path, { assignee: 'carol' });
    expect(taken.json.review).toMatchObject({ state: 'taken', assignee: 'carol' });
    const note = 'MARK-NOTE seen before';
    const decided = await post(path, { decision: 'block', note, assignee: 'carol' });
    expect(decided.json.review).toMatchObject({ state: 'decided', outcome: 'block', note });
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
    const before = (await check(FRAUD_SMS)).result.confidence_score;
    await set('prior', '0.001');
    expect((await check(FRAUD_SMS)).result.confidence_score).toBeLessThan(before);
    await set('prior', '0.03');
    expect((await check(FRAUD_SMS)).result.confidence_score).toBe(before);
    await expect(set('prior', '0.9')).rejects.toThrow(/none of its values/);
    await expect(set('threshold.sms', '0.01')).rejects.toThrow(/none of its values/);
    await expect(set('colour', 'red')).rejects.toThrow(/no setting/);
  });
});
