import { setTimeout as delay } from 'node:timers/promises';
import { sampleProcess } from '@services/kit/testing';
import { openQueue, poll, type Queue, send } from './client.js';
import { CHANNEL } from './organization.js';

export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;

/** Measures the milliseconds from a send to the event at another client, at 50 messages a second. */
export async function deliveryDelays(url: string, first: number, seconds: number): Promise<number[]> {
  const queue = await openQueue(url, first + 1);
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const total = seconds * 50;
  const reading = (async () => {
    while (delays.length < total)
      for (const event of await poll(url, queue)) {
        const number = /#(\d+)#/.exec(event.message?.content ?? '')?.[1];
        const sent = number === undefined ? undefined : sentAt.get(number);
        if (sent !== undefined) delays.push(performance.now() - sent);
      }
  })();
  const sends: Promise<unknown>[] = [];
  for (let n = 0; n < total; n++) {
    sentAt.set(String(n), performance.now());
    sends.push(send(url, first, CHANNEL.small, `number #${n}#`));
    await delay(20);
  }
  await Promise.all(sends);
  await reading;
  return delays;
}

/** Measures the memory of a thousand waiting polls, and the milliseconds until every poll has received one message. */
export async function thousandPolls(
  url: string,
  first: number,
  pid: number,
): Promise<{ mb: number; lastMs: number }> {
  const { mb: before } = await sampleProcess(pid, 0);
  const queues: Queue[] = [];
  for (let n = 0; n < 1000; n++) queues.push(await openQueue(url, first + n));
  const polls = queues.map((queue) => poll(url, queue));
  await delay(5000);
  const { mb: held } = await sampleProcess(pid, 0);
  const start = performance.now();
  await send(url, first, CHANNEL.thousand, 'for all');
  await Promise.all(polls);
  return { mb: Math.round(held - before), lastMs: performance.now() - start };
}
