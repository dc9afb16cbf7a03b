import { EventEmitter } from 'node:events';
import { runUntilSignal } from '@services/kit/lifecycle';
import { createLogger } from '@services/kit/log';
import { expect, it, vi } from 'vitest';

const log = createLogger({ level: 'silent' });

async function stopped(stops: Record<string, () => Promise<void>>): Promise<number> {
  const signals = new EventEmitter();
  const steps = Object.entries(stops).map(([name, stop]) => ({ name, stop }));
  const code = runUntilSignal({ steps, log, graceMs: 30, signals });
  signals.emit('SIGTERM', 'SIGTERM');
  return code;
}

it('the parts end one after the other', async () => {
  const order: string[] = [];
  const part = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    order.push(`${name} ends`);
  };
  expect(await stopped({ a: part('a'), b: part('b') })).toBe(0);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('a second signal ends the process at once, and signals are not handled after the end', async () => {
  const signals = new EventEmitter();
  let release: () => void = () => {};
  const stop = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  try {
    const code = runUntilSignal({ steps: [{ name: 'held', stop }], log, graceMs: 10_000, signals });
    signals.emit('SIGINT', 'SIGINT');
    expect(exit).not.toHaveBeenCalled();
    signals.emit('SIGTERM', 'SIGTERM');
    signals.emit('SIGINT', 'SIGINT');
    expect(exit.mock.calls).toEqual([[143], [130]]);
    release();
    expect(await code).toBe(0);
    expect([signals.listenerCount('SIGTERM'), signals.listenerCount('SIGINT')]).toEqual([0, 0]);
  } finally {
    exit.mockRestore();
  }
});

it('a part that takes too long is abandoned, and the next parts end even if one fails', async () => {
  const order: string[] = [];
  const code = await stopped({
    slow: () => new Promise(() => {}),
    broken: async () => {
      throw new Error('cannot end');
    },
    last: async () => void order.push('last'),
  });
  expect(code).toBe(4);
  expect(order).toEqual(['last']);
});
