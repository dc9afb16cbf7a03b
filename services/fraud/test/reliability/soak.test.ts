import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memorySlope, type ProcessSample, type Running, sampleProcess } from '@services/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../train/generator/index.js';
import { Client, initData } from '../cli/client.js';
import { serve } from '../cli/process.js';

/** The full check sets an hour; the default is long enough to show that the test itself works. */
const SECONDS = Number(process.env.SERVICES_SOAK_SECONDS ?? 20);
/** Half of the rate that the benchmark reaches on the slowest machine. */
const ROUNDS_PER_SECOND = 15;
/** Allowed growth of memory: a rate per hour, and a fixed amount until caches and the heap have reached their size. */
const MB_PER_HOUR = 60;
const MB_AT_FIRST = 350;

let folder: string;
let server: Running;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fraud-soak-'));
  const dataDir = await initData(folder);
  const counts = ['IN10_MINUTES', 'IN_HOUR', 'IN_DAY'].map(
    (span) => `FRAUD_TRANSACTIONS_VELOCITY_${span}_COUNT`,
  );
  const bounds = Object.fromEntries(counts.map((name) => [name, '9000000']));
  server = await serve(dataDir, { ...bounds, FRAUD_TIERS_FREE: '100000000' });
  client = await new Client(server.url).logIn();
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it(`${SECONDS} s of checks, payments, tokens and questions do not increase memory or open handles`, {
  timeout: SECONDS * 2000 + 120_000,
}, async () => {
  const texts = generate('sms', 200, 5).map(({ content }) => content);
  const mails = generate('email', 40, 5).map(({ content }) => content);
  const failed = new Map<number, number>();
  const start = Date.now();
  const samples: ProcessSample[] = [];
  let round = 0;
  let loggedIn = start;
  while (Date.now() - start < SECONDS * 1000) {
    const second = delay(1000);
    for (let n = 0; n < ROUNDS_PER_SECOND; n++, round++) {
      const answers = await Promise.all([
        client.call('/api/fraud-check', { data_type: 'sms', content: texts[round % texts.length] }),
        client.call('/api/fraud-check', { data_type: 'email', content: mails[round % mails.length] }),
        client.pay(`soak-${round}`, {
          from: `payer-${round % 500}`,
          to: `shop-${round % 300}`,
          amount: 0.05,
        }),
        client.call('/api/tokenize', { data: `person-${round % 1000}@example.com`, type: 'email' }),
        client.call('/api/chat', { message: 'How large should my emergency fund be?', history: [] }),
      ]);
      for (const { status } of answers) if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
    }
    samples.push(await sampleProcess(server.child.pid as number, start));
    // A token is valid for an hour, so a longer test needs new ones.
    if (Date.now() - loggedIn > 1_800_000) {
      await client.logIn();
      loggedIn = Date.now();
    }
    await second;
  }
  expect(failed).toEqual(new Map());
  // Memory settles during the first third.
  const settled = samples.slice(Math.floor(samples.length / 3));
  expect(settled.at(-1)!.mb - samples[0]!.mb).toBeLessThan(MB_AT_FIRST);
  if (SECONDS >= 600) expect(memorySlope(settled) * 3600).toBeLessThan(MB_PER_HOUR);
  expect(settled.at(-1)!.handles - settled[0]!.handles).toBeLessThan(10);
});
