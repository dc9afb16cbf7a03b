import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memorySlope, type ProcessSample, sampleProcess } from '@services/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../support/client.js';
import { OWNER, Program } from '../support/program.js';

/**
 * Duration of the test. The full check takes an hour; the default is just long enough to check that the test works.
 */
const SECONDS = Number(process.env.SERVICES_SOAK_SECONDS ?? 20);
/** Rate of requests: half of the rate that the benchmark reaches on the slowest machine. */
const SENDS_PER_SECOND = 40;
/**
 * Permitted growth of memory in an hour, in addition to a fixed amount until caches and the heap have reached their
 * size.
 */
const MB_PER_HOUR = 60;
const MB_AT_FIRST = 250;

let folder: string;
let program: Program;
let owner: ApiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-soak-'));
  const limit = JSON.stringify({ points: 1_000_000, windowSeconds: 60 });
  program = new Program(join(folder, 'data'), { CHAT_RATE_USER: limit, CHAT_RATE_SEND: limit });
  await program.init();
  await program.serve();
  const { api_key: key } = await new ApiClient(program.url).ok('post', '/fetch_api_key', {
    ...{ username: OWNER.email, password: OWNER.password },
  });
  owner = new ApiClient(program.url, { email: OWNER.email, key });
});
afterAll(async () => {
  await program.kill();
  await rm(folder, { recursive: true, force: true });
});

it(`${SECONDS} s of requests leave the memory constant and no handle open`, {
  timeout: SECONDS * 2000 + 120_000,
}, async () => {
  const queue = await owner.ok('post', '/register', { event_types: ['message'], fetch_event_types: [] });
  let last = queue.last_event_id as number;
  let heard = 0;
  let sent = 0;
  const start = Date.now();
  const samples: ProcessSample[] = [];
  while (Date.now() - start < SECONDS * 1000) {
    const second = delay(1000);
    for (let n = 0; n < SENDS_PER_SECOND; n++) {
      await owner.ok('post', '/messages', {
        type: 'stream',
        to: 'general',
        topic: `t${sent % 50}`,
        content: `**${sent}**`,
      });
      sent++;
    }
    await owner.ok('get', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [['channel', 'general']],
    });
    const { events } = await owner.ok('get', '/events', {
      ...{ queue_id: queue.queue_id, last_event_id: last },
      dont_block: true,
    });
    heard += events.length;
    last = events.at(-1)?.id ?? last;
    samples.push(await sampleProcess(program.pid, start));
    await second;
  }
  expect(heard).toBe(sent);
  // Memory settles during the first third.
  const settled = samples.slice(Math.floor(samples.length / 3));
  const course = `MB in the course of it: ${samples
    .filter((_, n) => n % Math.ceil(samples.length / 20) === 0)
    .map(({ mb }) => Math.round(mb))
    .join(' ')}`;
  expect(settled.at(-1)!.mb - samples[0]!.mb, course).toBeLessThan(MB_AT_FIRST);
  if (SECONDS >= 600) expect(memorySlope(settled) * 3600, course).toBeLessThan(MB_PER_HOUR);
  expect(settled.at(-1)!.handles - settled[0]!.handles).toBeLessThan(10);
});
