import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BenchRow, startScript, writeBenchResults } from '@services/kit/testing';
import { BROWSER, NO_BROWSER, startBrowser } from '@services/kit/testing/browser';
import { render } from '../src/markdown/renderer.js';
import { call, send } from './client.js';
import { DatabaseAlone } from './database-alone.js';
import { deliveryDelays, quantile, thousandPolls } from './fan-out.js';
import { type FirstMessage, firstMessage } from './first-message.js';
import { type LoadResult, load } from './load.js';
import { CHANNEL, COOKIE, HISTORY, PEOPLE } from './organization.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    'no-write': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** CHAT_DATABASE_URL names an empty database of a PostgreSQL server; without it, the embedded database is measured. */
const databaseUrl = process.env.CHAT_DATABASE_URL ?? '';
const database = databaseUrl === '' ? 'embedded' : 'PostgreSQL';

const CHAT = new URL('../', import.meta.url);
const start = (file: string, args: readonly string[] = []) => startScript(fileURLToPath(CHAT), file, args);

/** Starts the compiled service, as an installation runs it, without limits. */
const serve = () => {
  const limits = ['User', 'Address', 'Send'].flatMap((name) => [
    `rate${name}.points=1000000000`,
    `rate${name}.windowSeconds=60`,
  ]);
  const flags = ['logLevel=error', 'adminPort=0', ...limits].flatMap((setting) => ['--set', setting]);
  return start('dist/cli/main.js', ['serve', folder, '--port', '0', ...flags]);
};

const median = (results: LoadResult[], field: keyof LoadResult) =>
  quantile(
    results.map((result) => result[field]),
    0.5,
  );

async function timed(work: () => Promise<unknown>, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const begin = performance.now();
    await work();
    taken.push(performance.now() - begin);
  }
  return taken;
}

/** This row needs a browser; without a browser, the table does not have the row. */
async function firstMessages(url: string, userId: number): Promise<FirstMessage[]> {
  if (BROWSER === undefined) {
    console.warn(`The page is not measured: ${NO_BROWSER}.`);
    return [];
  }
  const { stream_id: id } = await call(url, userId, 'GET', '/get_stream_id', { stream: CHANNEL.long });
  const browser = await startBrowser();
  const measured: FirstMessage[] = [];
  for (let n = 0; n < 9; n++)
    measured.push(await firstMessage(browser, `${url}/#narrow/channel/${id}`, COOKIE));
  await browser.close();
  return measured;
}

const folder = await mkdtemp(join(tmpdir(), 'chat-bench-'));
const bare = await start('bench/bare.ts');
await (await start('bench/serve.ts', [folder])).stop();
const begin = performance.now();
const small = await serve();
const startMs = performance.now() - begin;
const { first } = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8')) as { first: number };
const registers = await timed(() => call(small.url, first, 'POST', '/register'), 9);
const pages = await firstMessages(small.url, first);
await small.stop();
await (await start('bench/serve.ts', [folder, 'grow'])).stop();
const service = await serve();
const { url } = service;

const polls = await thousandPolls(url, first, service.child.pid!);
const listPath = `/api/v1/messages?anchor=newest&num_before=100&num_after=0&narrow=${encodeURIComponent(
  JSON.stringify([['channel', CHANNEL.long]]),
)}`;
const form = (n: number) => ({
  type: 'channel',
  to: CHANNEL.small,
  topic: 'load',
  content: `message ${n} of the load`,
});
const taken = {
  bareGet: [] as LoadResult[],
  settings: [] as LoadResult[],
  list: [] as LoadResult[],
  barePost: [] as LoadResult[],
  send: [] as LoadResult[],
  alone: [] as number[],
};
const alone = await DatabaseAlone.open(folder, databaseUrl);
// The measurements alternate, so that a slow minute of the machine affects all measurements equally.
for (let round = 0; round < rounds; round++) {
  taken.bareGet.push(await load({ url: bare.url, path: '/bare', connections: 50, seconds }));
  taken.settings.push(await load({ url, path: '/api/v1/server_settings', connections: 50, seconds }));
  taken.list.push(await load({ url, path: listPath, userId: first, connections: 10, seconds }));
  taken.barePost.push(await load({ url: bare.url, path: '/bare', connections: 50, seconds, form }));
  taken.send.push(
    await load({ url, path: '/api/v1/messages', userId: first, connections: 50, seconds, form }),
  );
  taken.alone.push(await alone.rate(seconds / 2));
}
await alone.close();
const delays = await deliveryDelays(url, first, seconds);
const large = await timed(() => send(url, first, CHANNEL.large, 'to all of them'), 9);
const long = 'Some **bold** words, a [link](https://example.com/) and `code`. '.repeat(200).slice(0, 10_000);
const renders = await timed(async () => render(long), 50);
await service.stop();
await bare.stop();
await rm(folder, { recursive: true, force: true });

const rate = (results: LoadResult[]) => median(results, 'perSecond');
const round = (value: number, digits = 0) => Number(value.toFixed(digits));
const ratio = (own: LoadResult[], other: LoadResult[]) => round(rate(own) / rate(other), 3);
const aloneRate = quantile(taken.alone, 0.5);
const rows: BenchRow[] = [
  {
    name: 'bare Fastify, 50 connections',
    value: `GET ${round(rate(taken.bareGet))}/s, POST ${round(rate(taken.barePost))}/s`,
    goal: '',
    least: '',
  },
  {
    name: '`GET /server_settings`, 50 connections',
    value: `${round(rate(taken.settings))}/s, ${ratio(taken.settings, taken.bareGet)} × bare`,
    goal: '0.6 × bare',
    least: '0.4 × bare',
  },
  {
    name: `\`GET /messages\`, 100 of ${HISTORY}, 10 connections`,
    value: `${round(rate(taken.list))}/s, p99 ${median(taken.list, 'p99Ms')} ms`,
    goal: '200/s, p99 ≤ 100 ms',
    least: '100/s',
  },
  {
    name: 'the database alone: messages to 10 users, one statement each, in sequence',
    value: `${round(aloneRate)}/s`,
    goal: '',
    least: '',
  },
  {
    name: '`POST /messages`, 10 subscribers, 50 connections',
    value: `${round(rate(taken.send))}/s, ${ratio(taken.send, taken.barePost)} × bare, ${round(
      rate(taken.send) / aloneRate,
      2,
    )} × the database alone, p99 ${median(taken.send, 'p99Ms')} ms`,
    ...(database === 'embedded'
      ? { goal: '0.025 × bare, p99 ≤ 400 ms', least: '0.015 × bare' }
      : { goal: '2 × the database alone', least: '1 ×' }),
  },
  {
    name: 'message to event at another client, 50 messages/s',
    value: `p50 ${round(quantile(delays, 0.5), 1)} ms, p99 ${round(quantile(delays, 0.99), 1)} ms`,
    goal: 'p50 ≤ 10 ms, p99 ≤ 60 ms',
    least: 'p99 ≤ 100 ms',
  },
  {
    name: 'one message to 1,000 waiting polls',
    value: `${round(polls.lastMs)} ms`,
    goal: '1 s',
    least: '2 s',
  },
  { name: '1,000 idle polls', value: `${polls.mb} MB`, goal: '50 MB', least: '150 MB' },
  {
    name: `send to a channel of ${PEOPLE.many}`,
    value: `p50 ${round(quantile(large, 0.5))} ms`,
    goal: '300 ms',
    least: '600 ms',
  },
  {
    name: `register with ${PEOPLE.few} users, 100 channels`,
    value: `p50 ${round(quantile(registers, 0.5))} ms`,
    goal: '150 ms',
    least: '400 ms',
  },
  ...(pages.length === 0 ? [] : [pageRow(pages)]),
  { name: 'start to ready', value: `${round(startMs / 1000, 1)} s`, goal: '4 s', least: '6 s' },
  {
    name: 'render 10,000 characters',
    value: `${round(quantile(renders, 0.5), 1)} ms`,
    goal: '10 ms',
    least: '50 ms',
  },
];
function pageRow(measured: FirstMessage[]): BenchRow {
  const middle = (field: keyof FirstMessage) =>
    quantile(
      measured.map((one) => one[field]),
      0.5,
    );
  return {
    name: `first message on the page, cold cache, ${HISTORY} in the channel`,
    value: `p50 ${round(middle('ms'))} ms, ${middle('requests')} requests, ${round(middle('bytes') / 1000)} kB`,
    goal: '1 s',
    least: '1 s',
  };
}

for (const { name, value } of rows) console.log(`${name}: ${value}`);
if (!values['no-write'])
  await writeBenchResults(CHAT, {
    at: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    database,
    rounds,
    seconds,
    rows,
  });
process.exit(0);
