import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  fromSources,
  memorySlope,
  type ProcessSample,
  sampleProcess,
  startNode,
} from '@services/kit/testing';
import { openQueue, poll, send } from './client.js';
import { CHANNEL } from './organization.js';

/**
 * Measures the growth of memory while people send, poll and open new queues at a low rate:
 * `npm run bench:soak -- --seconds 3600`. The heap is sampled after full garbage collections.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    people: { type: 'string', default: '10' },
    every: { type: 'string', default: '30' },
  },
});
const seconds = Number(values.seconds);
const people = Number(values.people);
/** After this number of polls, a person opens a new queue without deleting the former one. */
const POLLS_PER_QUEUE = 50;

const CHAT = fileURLToPath(new URL('../', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'chat-soak-'));
const service = await startNode(CHAT, ['--expose-gc', ...fromSources(), 'bench/serve.ts', folder], {});
const { url, child } = service;
const { first } = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8')) as { first: number };

let sent = 0;
let heard = 0;
let opened = 0;
const start = Date.now();
const isOver = () => Date.now() - start > seconds * 1000;

async function listen(userId: number): Promise<void> {
  while (!isOver()) {
    const queue = await openQueue(url, userId);
    opened++;
    for (let n = 0; n < POLLS_PER_QUEUE && !isOver(); n++) {
      const events = await poll(url, queue);
      heard += events.length;
    }
  }
}

async function talk(): Promise<void> {
  while (!isOver()) {
    await send(url, first + (sent % people), CHANNEL.small, `message **${sent++}** of a long day`);
    await delay(200);
  }
}

const heapAfterCollection = (): Promise<number> =>
  new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      const bytes = /heap (\d+)/.exec(chunk.toString())?.[1];
      if (bytes === undefined) return;
      child.stdout!.off('data', read);
      resolve(Number(bytes));
    };
    child.stdout!.on('data', read);
    child.kill('SIGUSR2');
  });

const heaps: ProcessSample[] = [];
const totals: ProcessSample[] = [];
async function sample(): Promise<void> {
  while (!isOver()) {
    const mb = (await heapAfterCollection()) / 2 ** 20;
    const total = await sampleProcess(child.pid!, start);
    heaps.push({ ...total, mb });
    totals.push(total);
    console.log(
      `${Math.round(total.seconds)} s: heap ${mb.toFixed(1)} MB, process ${total.mb.toFixed(0)} MB, ${total.handles} handles`,
    );
    await delay(Number(values.every) * 1000);
  }
}

await Promise.all([talk(), sample(), ...Array.from({ length: people }, (_, n) => listen(first + n))]);
await service.stop();
await rm(folder, { recursive: true, force: true });
// Only the second half is measured: in the first half, the number of each person's queues grows to the maximum of 20.
const settled = (samples: ProcessSample[]) => samples.slice(Math.floor(samples.length / 2));
const growth = (samples: ProcessSample[]) => (memorySlope(settled(samples)) * 3600).toFixed(1);
console.log(`${sent} messages, ${heard} events, ${opened} queues in ${seconds} s`);
console.log(`growth in an hour: heap ${growth(heaps)} MB, process ${growth(totals)} MB`);
process.exit(0);
