import { afterAll, describe, expect, it } from 'vitest';
import { balances } from '../../src/transactions/store.js';
import { FRAUD_SMS, pagesOf, startFixture } from './fixture.js';

const service = await startFixture();
const { id: userId, ...ann } = await service.user('ann', { scopes: ['transactions', 'admin'] });
afterAll(() => service.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function pay(sender_id: string, receiver_id: string, amount: number, description = '', as = ann) {
  const body = { sender_id, receiver_id, amount, description };
  const { json, status, text } = await as.post('/api/transactions/submit', body);
  expect(status, text).toBe(200);
  return { id: json.transaction_id as string, ...json.fraud_check } as {
    id: string;
    status: string;
    rules: string[];
    fraud_score: number;
  };
}

async function balance(account: string): Promise<number | undefined> {
  return (await balances(service.db, userId, [account]))[0]?.balance;
}

describe('a payment', () => {
  it('of 50.00 is approved as an ordinary first payment, and moves the money', async () => {
    const { id: _, ...check } = await pay('first', 'shop', 50);
    expect(check).toEqual({ requires_review: false, fraud_score: 0, status: 'approved', rules: [] });
    expect([await balance('first'), await balance('shop')]).toEqual([995_000, 1_005_000]);
  });

  it('that overdraws the account is declined with score 1, and moves nothing', async () => {
    const check = await pay('poor', 'shop', 10_000.01);
    expect(check).toMatchObject({ fraud_score: 1, status: 'declined', requires_review: false });
    expect([check.rules[0], await balance('poor')]).toEqual(['balance.overdraft', 1_000_000]);
    expect((await pay('all', 'shop2', 10_000)).rules).not.toContain('balance.overdraft');
  });

  it('that is repeated within a minute waits for review; after a minute, it is approved', async () => {
    await pay('twice', 'shop', 20);
    const { id: _, ...again } = await pay('twice', 'shop', 20);
    const rules = ['flow.double_submit'];
    expect(again).toEqual({ requires_review: true, fraud_score: 0.5, status: 'review', rules });
    expect(await balance('twice')).toBe(998_000);
    service.clock.advance(MINUTE + 1);
    expect((await pay('twice', 'shop', 20)).status).toBe('approved');
  });

  it('far above the usual amount to a new receiver fires two rules', async () => {
    for (let i = 0; i < 6; i += 1) {
      await pay('steady', 'grocer', 20 + i);
      service.clock.advance(DAY);
    }
    const rules = ['amount.unusual', 'receiver.new_large'];
    expect(await pay('steady', 'stranger', 2_000)).toMatchObject({
      rules,
      fraud_score: 0.775,
      status: 'review',
    });
  });

  it('fires rules for many payments in ten minutes and many receivers in an hour', async () => {
    for (let i = 0; i < 8; i += 1) await pay('busy', `r${i}`, 1 + i);
    expect((await pay('busy', 'r9', 4)).rules.sort()).toEqual(['receiver.many', 'velocity.high']);
  });

  it('fires a rule for many senders to one young account', async () => {
    for (let i = 0; i < 7; i += 1) expect((await pay(`victim${i}`, 'mule', 10 + i)).rules).toEqual([]);
    expect((await pay('victim8', 'mule', 30)).rules).toEqual(['receiver.mule']);
  });

  // The last payment of each row fires the rule; the number is the time before it in days.
  it.each<[string, number, ...[string, string, number][]]>([
    [
      'amount.structuring',
      1,
      ['splitter', 'x1', 2_900],
      ['splitter', 'x2', 2_950],
      ['splitter', 'x3', 2_999],
    ],
    ['flow.round_trip', 0, ['p', 'q', 500], ['q', 'p', 480]],
    ['flow.round_trip', 0, ['u', 'v', 400], ['v', 'w', 390], ['w', 'u', 385]],
    ['account.dormant_large', 90, ['sleeper', 'shop', 10], ['sleeper', 'shop', 1_500]],
  ])('fires the rule %s', async (rule, days, ...payments) => {
    const fired: boolean[] = [];
    for (const payment of payments) {
      if (fired.length > 0) service.clock.advance(days * DAY);
      fired.push((await pay(...payment)).rules.includes(rule));
    }
    expect(fired).toEqual(payments.map((payment) => payment === payments.at(-1)));
  });

  it('fires a rule if its description reads like fraud', async () => {
    expect((await pay('reader', 'shop', 12, FRAUD_SMS)).rules).toContain('description.suspicious');
    expect((await pay('reader', 'shop', 13, 'rent for May')).rules).toEqual([]);
  });

  it('does not affect the accounts of another user', async () => {
    const zoe = await service.user('zoe');
    const { id, rules } = await pay('first', 'shop', 10_000, '', zoe);
    expect(rules).not.toContain('balance.overdraft');
    expect((await zoe.get(`/api/transactions/${id}`)).status).toBe(200);
    expect((await ann.get(`/api/transactions/${id}`)).status).toBe(404);
  });
});

describe('fifty payments at once', () => {
  it('never overdraw, and do not change the sum of the ledger', async () => {
    const bounds = ['in10Minutes', 'inHour', 'inDay'].flatMap((span) => [
      [`transactions.velocity.${span}.count`, 1_000],
      [`transactions.velocity.${span}.sum`, 1e9],
    ]);
    const settings = Object.fromEntries([
      ...bounds,
      ['transactions.receiversInHour', 1_000],
      ['transactions.reportingLimits', []],
    ]);
    const relaxed = await startFixture({ beside: service, settings });
    const mine = await relaxed.user('rob');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => pay('rich', `r${i}`, 700 + i / 100, '', mine)),
    );
    await relaxed.stop();
    expect(answers.filter(({ status }) => status === 'approved')).toHaveLength(14);
    const all = await balances(service.db, mine.id, ['rich', ...answers.map((_, i) => `r${i}`)]);
    expect(all.find((one) => one.accountId === 'rich')!.balance).toBeGreaterThanOrEqual(0);
    expect(all.reduce((sum, { balance: cents }) => sum + cents, 0)).toBe(51 * 1_000_000);
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
  const submit = (key: string, change: object = {}, as = ann) =>
    as.post('/api/transactions/submit', { ...body, ...change }, { 'idempotency-key': key });

  it('turns ten simultaneous retries into one payment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit('once')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9);
    expect(await balance('retry')).toBe(999_700);
  });

  it('belongs to one caller, is forgotten after a day, and has at most 255 characters', async () => {
    expect((await submit('once', { amount: 4 }, await service.user('yan'))).status).toBe(200);
    expect((await submit('once', { amount: 4 })).status).toBe(409);
    service.clock.advance(DAY);
    expect((await submit('once', { amount: 4 })).status).toBe(200);
    expect((await submit('a'.repeat(256))).status).toBe(400);
  });
});

describe('review', () => {
  const decide = (id: string, decision: string, as = ann) =>
    as.post(`/api/transactions/${id}/review`, { decision });

  async function waiting(sender: string): Promise<string> {
    await pay(sender, 'shop', 20);
    return (await pay(sender, 'shop', 20)).id;
  }

  it('approves a payment once, and moves the money', async () => {
    const id = await waiting('judged');
    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'decline'), decide(id, 'approve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { json } = await ann.get(`/api/transactions/${id}`);
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
    await decide((await pay('careful', 'dubious', 6_000)).id, 'decline');
    const flagged = { status: 'review', rules: ['receiver.flagged'] };
    expect(await pay('newcomer', 'dubious', 1)).toMatchObject(flagged);
    expect((await pay('newcomer', 'shop', 1)).rules).toEqual([]);
  });

  it('does not overdraw the account, and refuses payments that are approved already', async () => {
    await pay('thin', 'shop', 6_000);
    expect((await pay('thin', 'shop', 6_000, 'again')).status).toBe('declined');
    service.clock.advance(DAY);
    expect((await decide((await pay('thin', 'other', 1)).id, 'approve')).status).toBe(409);
  });

  it("does not find another user's transaction", async () => {
    const id = await waiting('guarded');
    const other = await service.user('xena', { scopes: ['transactions', 'admin'] });
    expect((await decide(id, 'approve', other)).status).toBe(404);
    expect((await decide(id, 'maybe')).status).toBe(400);
  });
});

it('a listing has pages and filters', async () => {
  const pages = await pagesOf(ann.get, '/api/transactions?limit=7', 'transactions');
  expect(pages.slice(0, -1).every(({ length }) => length === 7)).toBe(true);
  const seen = pages.flat().map((row) => row.transaction_id);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  const { json } = await ann.get('/api/transactions?status=declined');
  const statuses = json.transactions.map(
    (row: { fraud_check: { status: string } }) => row.fraud_check.status,
  );
  expect([...new Set(statuses)]).toEqual(['declined']);
});
