/** The search of a reduction with parallel checks, within limits, and after an interruption. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { reduce } from '../../src/attack/reduce/reduce.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { bytesOf, switchesOn } from './models.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const two = (file: Uint8Array) => switchesOn(file, 3) && switchesOn(file, 41);

it('has the same result for any number of jobs, and uses all of them at the same time', async () => {
  const outcomes: string[] = [];
  for (const jobs of [1, 2, 3, 8]) {
    let under = 0;
    let most = 0;
    const check = async (file: Uint8Array) => {
      most = Math.max(most, ++under);
      // A check that starts later often ends earlier.
      await sleep(file.length % 3);
      under--;
      return two(file);
    };
    const { bytes, passes } = await reduce(bytesOf(), check, { jobs });
    outcomes.push(`${hex(bytes)} ${passes.map(({ name, size }) => `${name} ${size}`).join(',')}`);
    expect(most).toBeGreaterThan(jobs > 1 ? 1 : 0);
    // Some of the cancelled checks may still be ending.
    if (jobs === 1) expect(most).toBe(1);
  }
  expect(new Set(outcomes).size).toBe(1);
});

it('cancels unnecessary checks', async () => {
  let calledOff = 0;
  const check = async (file: Uint8Array, signal: AbortSignal) => {
    signal.addEventListener('abort', () => calledOff++, { once: true });
    await sleep(1);
    return two(file);
  };
  await reduce(bytesOf(), check, { jobs: 4 });
  expect(calledOff).toBeGreaterThan(5);
});

it('never checks the same content twice', async () => {
  const asked: string[] = [];
  const check = (file: Uint8Array) => {
    asked.push(hex(file));
    return two(file);
  };
  const { checks } = await reduce(bytesOf(), check, { runs: 1 });
  expect(new Set(asked).size).toBe(asked.length);
  expect(checks).toBe(asked.length);
});

it('continues from verdicts of an earlier run without repeating their checks', async () => {
  const verdicts = new Map<string, boolean>();
  const first = await reduce(bytesOf(), two, { verdicts, runs: 1, maxChecks: 20 });
  expect(first).toMatchObject({ checks: 20, stopped: 'checks' });
  const second = await reduce(bytesOf(), two, { verdicts, runs: 1 });
  const whole = await reduce(bytesOf(), two, { runs: 1 });
  expect(hex(second.bytes)).toBe(hex(whole.bytes));
  expect(second.checks).toBe(whole.checks - 20);
});

it('ends when it is cancelled, with the smallest file that it has found', async () => {
  const controller = new AbortController();
  let asked = 0;
  const check = (file: Uint8Array) => {
    if (++asked === 30) controller.abort();
    return two(file);
  };
  const input = bytesOf();
  const { bytes, stopped } = await reduce(input, check, { signal: controller.signal });
  expect(stopped).toBe('signal');
  expect(asked).toBe(30);
  expect(two(bytes)).toBe(true);
  expect(bytes.length).toBeLessThan(input.length);
});

it('does not wait for a running check when it is cancelled', async () => {
  const controller = new AbortController();
  let asked = 0;
  const check = async (file: Uint8Array, signal: AbortSignal) => {
    if (++asked === 30) {
      setTimeout(() => controller.abort(), 20);
      // The check ends when it is cancelled, and not before.
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
    return two(file);
  };
  const { bytes, stopped } = await reduce(bytesOf(), check, { signal: controller.signal });
  expect(stopped).toBe('signal');
  expect(two(bytes)).toBe(true);
});

it('stops early if nearly all bytes of a file must stay', async () => {
  const input = bytesOf({ contexts: 10, operations: 20, actions: 10, blob: 4 });
  const check = (file: Uint8Array) => file.length > input.length - 10;
  const { checks } = await reduce(input, check, { patience: 50 });
  expect(checks).toBeLessThan(1200);
});

describe('an invalid check', () => {
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    return isProtomdlError(error) ? error.code : String(error);
  };

  it('refuses the input', async () => {
    expect(await codeOf(reduce(bytesOf(), () => false))).toBe('not-interesting');
  });

  it('returns different results for one file', async () => {
    let asked = 0;
    expect(await codeOf(reduce(bytesOf(), () => asked++ % 2 === 0))).toBe('check-unsteady');
    asked = 0;
    const late = () => asked++ < 4;
    expect(await codeOf(reduce(bytesOf(), late, { runs: 5 }))).toBe('check-unsteady');
  });

  it('throws an error: the reduction fails, and no process is left', async () => {
    let under = 0;
    const check = async (file: Uint8Array, signal: AbortSignal) => {
      under++;
      await sleep(5);
      under--;
      if (file.length < 500 && !signal.aborted) throw new Error('out of order');
      return two(file);
    };
    await expect(reduce(bytesOf(), check, { jobs: 4 })).rejects.toThrow('out of order');
    expect(under).toBe(0);
  });
});
