/**
 * Measures sent messages per second, and the delay of delivery, with one, two and three processes on one PostgreSQL
 * database.
 *   CHAT_DATABASE_URL=postgres://… node --conditions=source --import tsx bench/processes.ts [SECONDS]
 * The database has to be empty. Prints one line for each number of processes.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Running, startScript } from '@services/kit/testing';
import { openQueue, poll, send } from './client.js';
import { quantile } from './fan-out.js';
import { load } from './load.js';
import { CHANNEL } from './organization.js';

const seconds = Number(process.argv[2] ?? 8);
const CONNECTIONS = 48;
const SEND_EVERY_MS = 20;
const PROCESSES = [1, 2, 3];

const folder = await mkdtemp(join(tmpdir(), 'chat-processes-'));
const start = (n: number) =>
  startScript(fileURLToPath(new URL('../', import.meta.url)), 'bench/serve.ts', [join(folder, String(n))]);

/** Measures the milliseconds from a send at one process until a poll at another process has the event. */
async function delays(urls: readonly string[], first: number): Promise<number[]> {
  const from = urls[0]!;
  const queue = await openQueue(urls.at(-1)!, first + 1);
  const sentAt = new Map<string, number>();
  const found: number[] = [];
  const total = (seconds * 1000) / SEND_EVERY_MS / 2;
  const reading = (async () => {
    while (found.length < total)
      for (const event of await poll(urls.at(-1)!, queue)) {
        const number = /#(\d+)#/.exec(event.message?.content ?? '')?.[1];
        const sent = number === undefined ? undefined : sentAt.get(number);
        if (sent !== undefined) found.push(performance.now() - sent);
      }
  })();
  const sends: Promise<unknown>[] = [];
  for (let n = 0; n < total; n++) {
    sentAt.set(String(n), performance.now());
    sends.push(send(from, first, CHANNEL.small, `number #${n}#`));
    await new Promise((resolve) => setTimeout(resolve, SEND_EVERY_MS));
  }
  await Promise.all(sends);
  await reading;
  return found;
}

const running: Running[] = [];
try {
  for (const count of PROCESSES) {
    while (running.length < count) running.push(await start(running.length));
    const urls = running.map(({ url }) => url);
    const { first } = JSON.parse(await readFile(join(folder, '0', 'bench.json'), 'utf8')) as {
      first: number;
    };
    const form = (n: number) => ({
      type: 'channel',
      to: CHANNEL.small,
      topic: 'load',
      content: `message ${n} of the load`,
    });
    const results = await Promise.all(
      urls.map((url, n) =>
        load({
          url,
          path: '/api/v1/messages',
          userId: first + n,
          connections: CONNECTIONS / count,
          seconds,
          form,
        }),
      ),
    );
    const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
    const p99 = Math.max(...results.map((result) => result.p99Ms));
    const late = await delays(urls, first);
    console.log(
      `${count} processes: ${Math.round(perSecond)} sends/s, p99 ${p99} ms; delivery p50 ${quantile(late, 0.5).toFixed(1)} ms, p99 ${quantile(late, 0.99).toFixed(1)} ms`,
    );
  }
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await rm(folder, { recursive: true, force: true });
}
