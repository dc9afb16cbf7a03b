import { expect, it } from 'vitest';
import { EXIT, heaviestExit } from '../../src/cli/exit-code.js';

it('the most severe code wins: 130, 143, 4, 2, 5, 3, 1, 0', () => {
  const order = [
    EXIT.interrupted,
    EXIT.terminated,
    EXIT.bug,
    EXIT.usage,
    EXIT.budget,
    EXIT.unreadable,
    EXIT.found,
    EXIT.ok,
  ];
  expect(order).toEqual([130, 143, 4, 2, 5, 3, 1, 0]);
  for (let first = 0; first < order.length; first++) {
    expect(heaviestExit(order.slice(first).reverse())).toBe(order[first]);
  }
  expect(heaviestExit([])).toBe(0);
});
