import { afterAll, describe, expect, it } from 'vitest';
import { balances } from '../../src/transactions/store.js';
import { FRAUD_SMS, startFixture } from './fixture.js';

const service = await startFixture();
const { token, id: userId } = await service.user('ann', { scopes: ['transactions', 'admin'] });
afterAll(() => service.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function pay(sender_id: string, receiver_id: string, amount: number, change: object = {}) {
  const body = { sender_id, receiver_id, amount, description: '', ...change };
  const { json, status, text } = await service.call('POST', '/api/transactions/submit', { token, body });
  expect(status, text).toBe(200);
  return json as {
    transaction_id: string;
    fraud_check: { status: string; rules: string[]; fraud_score: number };
  };
}

async function balance(account: string): Promise<number | undefined> {
  return (await balances(service.db, userId, [account]))[0]?.balance;
}

describe('a payment', () => {
  it('of 50.00 is approved as an ordinary first payment, and moves the money', async () => {
    const { fraud_check } = await pay('first', 'shop', 50);
    expect(fraud_check).toEqual({ requires_review: false, fraud_score: 0, status: 'approved', rules: [] });
    expect(await balance('first')).toBe(995_000);
    expect(await balance('shop')).toBe(1_005_000);
  });

  it('that overdraws the account is declined with score 1, and moves nothing', async () => {
    const { fraud_check } = await pay('poor', 'shop', 10_000.01);
    expect(fraud_check).toMatchObject({ fraud_score: 1, status: 'declined', requires_review: false });
    expect(fraud_check.rules[0]).toBe('balance.overdraft');
    expect(await balance('poor')).toBe(1_000_000);
  });

  it('may take the whole balance', async () => {
    const { fraud_check } = await pay('all', 'shop2', 10_000);
    expect(fraud_check.rules).not.toContain('balance.overdraft');
  });

  it('that is repeated within a minute waits for review; after a minute, it is approved', async () => {
    await pay('twice', 'shop', 20);
    const again = await pay('twice', 'shop', 20);
    expect(again.fraud_check).toEqual({
      requires_review: true,
      fraud_score: 0.5,
      status: 'review',
      rules: ['flow.double_submit'],
    });
    expect(await balance('twice')).toBe(998_000);
    service.clock.advance(MINUTE + 1);
    expect((await pay('twice', 'shop', 20)).fraud_check.status).toBe('approved');
  });

  it('far above the usual amount to a new receiver fires two rules', async () => {
    for (let i = 0; i < 6; i += 1) {
      await pay('steady', 'grocer', 20 + i);
      service.clock.advance(DAY);
    }
    const { fraud_check } = await pay('steady', 'stranger', 2_000);
    expect(fraud_check.rules).toEqual(['amount.unusual', 'receiver.new_large']);
    expect(fraud_check.fraud_score).toBe(0.775);
    expect(fraud_check.status).toBe('review');
  });

  it('fires rules for many payments in ten minutes and many receivers in an hour', async () => {
    for (let i = 0; i < 8; i += 1) await pay('busy', `r${i}`, 1 + i);
    const { fraud_check } = await pay('busy', 'r9', 4);
    expect(fraud_check.rules.sort()).toEqual(['receiver.many', 'velocity.high']);
  });

  it('fires a rule for many senders to one young account', async () => {
    for (let i = 0; i < 7; i += 1) {
      expect((await pay(`victim${i}`, 'mule', 10 + i)).fraud_check.rules).toEqual([]);
    }
    expect((await pay('victim8', 'mule', 30)).fraud_check.rules).toEqual(['receiver.mule']);
  });

  it('fires a rule for three payments just below a reporting limit', async () => {
    await pay('splitter', 'x1', 2_900);
    service.clock.advance(DAY);
    await pay('splitter', 'x2', 2_950);
    service.clock.advance(DAY);
    expect((await pay('splitter', 'x3', 2_999)).fraud_check.rules).toContain('amount.structuring');
  });

  it('fires a rule if the money returns, directly or through another account', async () => {
    await pay('p', 'q', 500);
    expect((await pay('q', 'p', 480)).fraud_check.rules).toContain('flow.round_trip');
    await pay('u', 'v', 400);
    await pay('v', 'w', 390);
    expect((await pay('w', 'u', 385)).fraud_check.rules).toContain('flow.round_trip');
  });

  it('fires a rule if it is large and follows 90 days without payments', async () => {
    await pay('sleeper', 'shop', 10);
    service.clock.advance(90 * DAY);
    expect((await pay('sleeper', 'shop', 1_500)).fraud_check.rules).toContain('account.dormant_large');
  });

  it('fires a rule if its description reads like fraud', async () => {
    const { fraud_check } = await pay('reader', 'shop', 12, { description: FRAUD_SMS });
    expect(fraud_check.rules).toContain('description.suspicious');
    expect((await pay('reader', 'shop', 13, { description: 'rent for May' })).fraud_check.rules).toEqual([]);
  });

  it('does not affect the accounts of another user', async () => {
    const other = await service.user('zoe');
    const { json } = await service.call('POST', '/api/transactions/submit', {
      token: other.token,
      body: { sender_id: 'first', receiver_id: 'shop', amount: 10_000, description: '' },
    });
    expect(json.fraud_check.rules).not.toContain('balance.overdraft');
    const own = await service.call('GET', `/api/transactions/${json.transaction_id}`, { token: other.token });
    expect(own.status).toBe(200);
    const foreign = await service.call('GET', `/api/transactions/${json.transaction_id}`, { token });
    expect(foreign.status).toBe(404);
  });
});

describe('fifty payments at once', () => {
  it('never overdraw, and do not change the sum of the ledger', async () => {
    const relaxed = await startFixture({
      settings: {
        'transactions.velocity.in10Minutes.count': 1_000,
        'transactions.velocity.in10Minutes.sum': 1e9,
        'transactions.velocity.inHour.count': 1_000,
        'transactions.velocity.inHour.sum': 1e9,
        'transactions.velocity.inDay.count': 1_000,
        'transactions.velocity.inDay.sum': 1e9,
        'transactions.receiversInHour': 1_000,
        'transactions.reportingLimits': [],
      },
    });
    const { token: mine, id } = await relaxed.user('ann');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        relaxed.call('POST', '/api/transactions/submit', {
          token: mine,
          body: { sender_id: 'rich', receiver_id: `r${i}`, amount: 700 + i / 100, description: '' },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
    const approved = answers.filter(({ json }) => json.fraud_check.status === 'approved');
    const [rich] = await balances(relaxed.db, id, ['rich']);
    expect(approved).toHaveLength(14);
    expect(rich!.balance).toBeGreaterThanOrEqual(0);
    const all = await balances(relaxed.db, id, ['rich', ...answers.map((_, i) => `r${i}`)]);
    expect(all.reduce((sum, { balance: cents }) => sum + cents, 0)).toBe(51 * 1_000_000);
    await relaxed.stop();
  });

  it('in both directions do not deadlock', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        pay(...((i % 2 ? ['east', 'west'] : ['west', 'east']) as [string, string]), 1 + i),
      ),
    );
    expect(answers).toHaveLength(20);
    expect((await balance('east'))! + (await balance('west'))!).toBe(2_000_000);
  });
});

describe('Idempotency-Key', () => {
  const body = { sender_id: 'retry', receiver_id: 'shop', amount: 3, description: 'x' };
  const submit = (key: string, change: object = {}, as = token) =>
    service.call('POST', '/api/transactions/submit', {
      token: as,
      headers: { 'idempotency-key': key },
      body: { ...body, ...change },
    });

  it('turns ten simultaneous retries into one payment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit('once')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9);
    expect(await balance('retry')).toBe(999_700);
  });

  it('belongs to one caller, and is forgotten after a day', async () => {
    const other = await service.user('yan');
    expect((await submit('once', { amount: 4 }, other.token)).status).toBe(200);
    expect((await submit('once', { amount: 4 })).status).toBe(409);
    service.clock.advance(DAY);
    expect((await submit('once', { amount: 4 })).status).toBe(200);
  });

  it('is refused if invalid', async () => {
    expect((await submit('a'.repeat(256))).status).toBe(400);
  });
});

describe('review', () => {
  const decide = (id: string, decision: string, as = token) =>
    service.call('POST', `/api/transactions/${id}/review`, { token: as, body: { decision } });

  async function waiting(sender: string): Promise<string> {
    await pay(sender, 'shop', 20);
    return (await pay(sender, 'shop', 20)).transaction_id;
  }

  it('approves a payment once, and moves the money', async () => {
    const id = await waiting('judged');
    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'decline'), decide(id, 'approve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { json } = await service.call('GET', `/api/transactions/${id}`, { token });
    expect(json.transaction.reviewed_at).toBe(new Date(service.clock.now()).toISOString());
    const approved = json.transaction.fraud_check.status === 'approved';
    expect(await balance('judged')).toBe(approved ? 996_000 : 998_000);
  });

  it('declines a payment, and moves nothing', async () => {
    const id = await waiting('refused');
    const { json } = await decide(id, 'decline');
    expect(json.transaction.fraud_check).toMatchObject({ status: 'declined', requires_review: false });
    expect(await balance('refused')).toBe(998_000);
  });

  it('flags a receiver with declined payments, unless the receiver is a shop', async () => {
    const { transaction_id } = await pay('careful', 'dubious', 6_000);
    await decide(transaction_id, 'decline');
    const next = await pay('newcomer', 'dubious', 1);
    expect(next.fraud_check).toMatchObject({ status: 'review', rules: ['receiver.flagged'] });
    expect((await pay('newcomer', 'shop', 1)).fraud_check.rules).toEqual([]);
  });

  it('does not overdraw the account, and refuses payments that are approved already', async () => {
    await pay('thin', 'shop', 6_000);
    const late = await pay('thin', 'shop', 6_000, { description: 'again' });
    expect(late.fraud_check.status).toBe('declined');
    service.clock.advance(DAY);
    const { transaction_id } = await pay('thin', 'other', 1);
    expect((await decide(transaction_id, 'approve')).status).toBe(409);
  });

  it("does not find another user's transaction", async () => {
    const id = await waiting('guarded');
    const other = await service.user('xena', { scopes: ['transactions', 'admin'] });
    expect((await decide(id, 'approve', other.token)).status).toBe(404);
    expect((await decide(id, 'maybe')).status).toBe(400);
  });
});

describe('a listing', () => {
  it('has pages and filters', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor ? `?limit=7&cursor=${cursor}` : '?limit=7';
      const { json } = await service.call('GET', `/api/transactions${query}`, { token });
      seen.push(...json.transactions.map((row: { transaction_id: string }) => row.transaction_id));
      cursor = json.next_cursor;
    } while (cursor);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
    const { json } = await service.call('GET', '/api/transactions?status=declined', { token });
    expect(
      json.transactions.every(
        (row: { fraud_check: { status: string } }) => row.fraud_check.status === 'declined',
      ),
    ).toBe(true);
    expect(json.transactions.length).toBeGreaterThan(0);
  });
});
