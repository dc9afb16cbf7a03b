import { EventEmitter, once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EmbeddedStream } from '../../src/db/embedded-stream.js';

/** A thread that records its messages, and ends on request. */
class Thread extends EventEmitter {
  readonly messages: unknown[] = [];
  terminated = 0;
  postMessage(message: unknown): void {
    this.messages.push(typeof message === 'string' ? message : Buffer.from(message as Uint8Array).toString());
  }
  async terminate(): Promise<number> {
    this.terminated++;
    return 0;
  }
}

let thread: Thread;
let ends: number;
let stream: EmbeddedStream;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  thread = new Thread();
  ends = 0;
  stream = new EmbeddedStream(
    async () => thread as unknown as Worker,
    () => ends++,
  );
  stream.on('error', () => {});
});
afterEach(() => vi.useRealTimers());

async function connected(): Promise<void> {
  const connecting = once(stream, 'connect');
  stream.connect();
  await connecting;
}

it('passes on requests and answers; the requests of one statement are one message', async () => {
  await connected();
  stream.write('one');
  stream.cork();
  for (const part of ['t', 'w', 'o']) stream.write(part);
  stream.uncork();
  await vi.waitFor(() => expect(thread.messages).toEqual(['one', 'two']));
  const answer = once(stream, 'data');
  thread.emit('message', new Uint8Array(Buffer.from('xanswer')).subarray(1));
  expect(String((await answer)[0])).toBe('answer');
});

it('closes the database at the end of the stream, not at the message that ends a connection', async () => {
  await connected();
  const closed = once(stream, 'close');
  stream.write('X....');
  stream.end();
  await vi.waitFor(() => expect(thread.messages).toEqual(['close']));
  expect([stream.destroyed, thread.terminated]).toEqual([false, 0]);
  thread.emit('exit', 0);
  await closed;
  expect([thread.terminated, ends, vi.getTimerCount()]).toEqual([1, 1, 0]);
});

it('terminates a database that does not close in 5 s', async () => {
  await connected();
  stream.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(thread.messages).toEqual(['close']);
  vi.advanceTimersByTime(4_999);
  expect(thread.terminated).toBe(0);
  const closed = once(stream, 'close');
  vi.advanceTimersByTime(1);
  await closed;
  expect([thread.terminated, ends]).toEqual([1, 1]);
});

it('ends with the error or the code of its thread', async () => {
  for (const [event, value, message] of [
    ['error', new Error('out of memory'), 'out of memory'],
    ['exit', 7, 'the embedded database ended with code 7'],
  ] as const) {
    const own = new Thread();
    const other = new EmbeddedStream(
      async () => own as unknown as Worker,
      () => {},
    );
    const failed = once(other, 'error');
    const connecting = once(other, 'connect');
    other.connect();
    await connecting;
    own.emit(event, value);
    expect((await failed)[0]).toMatchObject({ message });
    await vi.waitFor(() => expect(own.terminated).toBe(1));
    expect([own.listenerCount('message'), own.listenerCount('exit')]).toEqual([0, 0]);
  }
});

it('ends the thread if the stream was destroyed before the thread was ready', async () => {
  stream.connect().destroy();
  await vi.waitFor(() => expect([thread.terminated, ends]).toEqual([1, 1]));
  const refused = new EmbeddedStream(
    () => Promise.reject(new Error('no folder')),
    () => ends++,
  );
  const failed = once(refused, 'error');
  refused.connect();
  expect((await failed)[0]).toMatchObject({ message: 'no folder' });
  expect(ends).toBe(1);
});
