/** The order in which a campaign plans runs and uses their results, whatever the speed of the runs. */
import { afterEach, expect, it, vi } from 'vitest';
import { RunOrder, type RunSlot } from '../../src/attack/campaign/run-order.js';
import type { RunPlan } from '../../src/attack/campaign/schedule.js';

/** Number of runs that may be planned before the result of the first one is used. */
const WINDOW = 64;
const planOf = (seed: number) => ({ seed }) as RunPlan;

function started(issued = 0, unfinished: ConstructorParameters<typeof RunOrder>[1] = []) {
  const order = new RunOrder(issued, unfinished);
  const used: number[] = [];
  const use = async (slot: RunSlot) => {
    order.take(slot);
    used.push(slot.run);
  };
  const next = async () => (await order.next(() => false, planOf, use)) as RunSlot;
  return { order, used, use, next };
}

const answer = (slot: RunSlot): void => {
  slot.outcome = {} as NonNullable<RunSlot['outcome']>;
};

/** Starts as many runs as may be planned without a result. */
async function filled() {
  const all = started();
  const slots: RunSlot[] = [];
  for (let run = 0; run < WINDOW; run++) slots.push(await all.next());
  return { ...all, slots };
}

afterEach(() => {
  vi.useRealTimers();
});

it('uses results in the order of the runs, each as late as possible', async () => {
  const { order, used, next, slots } = await filled();
  expect(slots.map(({ run, plan }) => [run, plan.seed])).toEqual(slots.map((_, at) => [at, at]));
  expect([used, order.waiting]).toEqual([[], 0]);
  for (const slot of slots.toReversed()) answer(slot);
  expect(order.waiting).toBe(WINDOW);
  expect([(await next()).run, (await next()).run]).toEqual([64, 65]);
  expect([used, order.waiting, order.issued]).toEqual([[0, 1], WINDOW - 2, 66]);
  // Runs whose results were used by the caller are not waited for.
  for (const slot of slots.slice(2, 5)) order.take(slot);
  expect([(await next()).run, (await next()).run, (await next()).run, (await next()).run]).toEqual([
    66, 67, 68, 69,
  ]);
  expect(used).toEqual([0, 1, 5]);
});

it('waits for the result of a run, but not for a slow run, whose result is used when it arrives', async () => {
  vi.useFakeTimers();
  const { order, used, next, slots } = await filled();
  const [first, second] = slots as [RunSlot, RunSlot];
  let end = () => {};
  first.done = new Promise((resolve) => {
    end = resolve;
  });
  second.done = new Promise(() => {});
  const after = next();
  await vi.advanceTimersByTimeAsync(200);
  answer(first);
  end();
  expect([(await after).run, used]).toEqual([64, [0]]);
  expect(vi.getTimerCount()).toBe(0);
  let planned: RunSlot | undefined;
  void next().then((slot) => {
    planned = slot;
  });
  await vi.advanceTimersByTimeAsync(99);
  expect([planned, order.isLate(second)]).toEqual([undefined, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([planned?.run, order.isLate(second), used]).toEqual([65, true, [0]]);
  // The session may end before the slow run does.
  expect(order.unfinished[0]).toEqual({ run: 1, plan: planOf(1) });
  order.take(second);
  expect(order.unfinished[0]).toEqual({ run: 2, plan: planOf(2) });
});

it('repeats the unfinished runs of the session before, and counts them', async () => {
  const { order, used, next } = started(10, [{ run: 3, plan: planOf(33) }]);
  expect([order.hasIssued(10), order.hasIssued(undefined)]).toEqual([false, false]);
  const again = await next();
  expect(again).toMatchObject({ run: 3, plan: planOf(33) });
  expect([order.isLate(again), order.hasIssued(10), order.hasIssued(11)]).toEqual([true, true, false]);
  order.gaveUp(again);
  expect(order.unfinished).toEqual([{ run: 3, plan: planOf(33) }]);
  order.take(await next());
  const fresh = await next();
  expect([fresh.run, order.isLate(fresh), used]).toEqual([10, false, []]);
});

it('keeps runs without a result for the next session, each once', async () => {
  const { order, used, use, next } = started();
  const slots = [await next(), await next(), await next(), await next()] as const;
  order.gaveUp(slots[1]);
  answer(slots[3]);
  answer(slots[0]);
  expect(order.unfinished.map(({ run }) => run)).toEqual([0, 1, 2, 3]);
  await order.drain(use);
  expect(used).toEqual([0, 3]);
  expect(order.unfinished).toEqual([1, 2].map((run) => ({ run, plan: planOf(run) })));
  expect([order.waiting, order.hasIssued(4)]).toEqual([0, false]);
});

it('plans nothing after the end', async () => {
  const { order, use } = started(5, [{ run: 2, plan: planOf(2) }]);
  expect(await order.next(() => true, planOf, use)).toBeUndefined();
  expect([order.issued, order.unfinished.length]).toEqual([5, 1]);
});
