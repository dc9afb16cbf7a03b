import { EventEmitter } from 'node:events';
import { runUntilSignal } from '@services/kit/lifecycle';
import { createLogger } from '@services/kit/log';
import { expect, it } from 'vitest';

const log = createLogger({ level: 'silent' });

async function stopped(stops: Record<string, () => Promise<void>>): Promise<number> {
  const signals = new EventEmitter();
  const steps = Object.entries(stops).map(([name, stop]) => ({ name, stop }));
  const code = runUntilSignal({ steps, log, graceMs: 30, signals });
  signals.emit('SIGTERM', 'SIGTERM');
  return code;
}

it('ends the parts one after the other', async () => {
  const order: string[] = [];
  const part = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    order.push(`${name} ends`);
  };
  expect(await stopped({ a: part('a'), b: part('b') })).toBe(0);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('abandons a part that takes too long, and continues after a part that fails', async () => {
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
