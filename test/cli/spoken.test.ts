/** What commands write to standard error, and when they stop. Expected texts are written by hand. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { complain, exitCodeOf, reportBug, withName, withoutName } from '../../src/cli/complain.js';
import { EXIT } from '../../src/cli/exit-code.js';
import type { Host } from '../../src/cli/host.js';
import { StatusLine } from '../../src/cli/progress.js';
import { ReduceProgress } from '../../src/cli/reduce-progress.js';
import { Stopper } from '../../src/cli/stopper.js';
import { valueKind } from '../../src/cli/value-kinds.js';
import { capturedHost } from './captured-host.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A host whose standard error has gone. */
const deaf = (env: Record<string, string> = {}): Host =>
  capturedHost({
    env,
    stderr: { isTerminal: true, columns: 80, write: () => Promise.reject(new Error('EPIPE')) },
  });

describe('a message', () => {
  it('is one line with the name of the program, escaped, and no error if nobody reads it', async () => {
    const host = capturedHost();
    await complain(host, 'a\nb\u001b[2J');
    expect(host.err()).toBe('protomdl: a\\nb\\x1b[2J\n');
    await complain(deaf(), 'x');
  });

  it('about a bug has no stack unless it is asked for', async () => {
    const said = async (thrown: unknown, about: string, env: Record<string, string> = {}) => {
      const host = capturedHost({ env });
      await reportBug(host, thrown, about);
      return host.err();
    };
    const error = new TypeError('no');
    expect(await said(error, '')).toMatch(
      /^protomdl: internal error: TypeError: no \(a bug in protomdl [\d.]+.*\)\n$/,
    );
    expect(await said(error, 'a.mdl')).toMatch(/^protomdl: a\.mdl: internal error: TypeError: no/);
    expect(await said('text', '')).toMatch(/: internal error: Error: text /);
    expect(await said(null, '')).toMatch(/: internal error: Error: null /);
    expect(await said({ message: 'only' }, '')).toMatch(/: internal error: Error: \[object Object\] /);
    // Errors of workers are plain data.
    expect(await said({ name: 'X', message: 'y' }, '')).toMatch(/: internal error: X: y /);
    const debug = { PROTOMDL_DEBUG: '1' };
    expect(await said({ name: 'X', message: 'y', stack: 'at z' }, '', debug)).toMatch(/\)\nat z\n$/);
    expect(await said({ name: 'X', message: 'y', stack: 'at z' }, '', { PROTOMDL_DEBUG: '0' })).not.toContain(
      'at z',
    );
    await reportBug(deaf(debug), error);
  });

  it('about a file names the file once', () => {
    expect([withName('gone', 'a'), withName('a: gone', 'a'), withName('ab: gone', 'a')]).toEqual([
      'a: gone',
      'a: gone',
      'a: ab: gone',
    ]);
    expect(withoutName('a: gone', 'a')).toBe('gone');
    expect([exitCodeOf('source-changed'), exitCodeOf('wire-source-x')]).toEqual([
      EXIT.unreadable,
      EXIT.found,
    ]);
  });
});

describe('a progress line', () => {
  const at = (...times: number[]) =>
    vi.spyOn(performance, 'now').mockImplementation(() => times.shift() as number);

  it('changes five times a second at most, and is erased at the end', async () => {
    at(0, 199, 200, 399, 400);
    const host = capturedHost({ terminal: true });
    const line = new StatusLine(host, true);
    const made: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      line.show(() => {
        made.push(text);
        return text;
      });
    }
    expect(made).toEqual(['a', 'c', 'e']);
    await line.clear();
    await line.clear();
    expect(host.err()).toBe('\r\x1b[Ka\r\x1b[Kc\r\x1b[Ke\r\x1b[K');
  });

  it('waits for the first interval, and is shown on terminals, if it is wanted', async () => {
    for (const [terminal, isWanted, text] of [
      [true, true, '\r\x1b[Kx\r\x1b[K'],
      [false, true, ''],
      [true, false, ''],
    ] as const) {
      const host = capturedHost({ terminal });
      const line = new StatusLine(host, isWanted, 1000);
      at(1199, 1200);
      line.show(() => 'early');
      line.show(() => 'x');
      await line.clear();
      expect(host.err()).toBe(text);
    }
  });

  it('is no error if nobody reads it', async () => {
    const line = new StatusLine(deaf(), true);
    line.show(() => 'x');
    await line.clear();
  });

  it('of a reduction has its size, its checks and its rate, and one line remains', async () => {
    at(1000, 3000, 3000);
    const host = capturedHost({ terminal: true });
    const progress = new ReduceProgress(12_345, host, false);
    progress.show({ size: 5000, checks: 1500, pass: 'records' } as never);
    const result = { bytes: new Uint8Array(77), checks: 1501, cached: 0, stopped: undefined };
    await progress.end(result as never, 2345);
    expect(host.err()).toBe(
      '\r\x1b[K5,000 bytes, 1,500 checks, 750/s, records\r\x1b[K' +
        'reduced 12,345 bytes to 77 (1,501 checks, 2.3 s)\n',
    );
    const plain = capturedHost();
    const stopped = { ...result, cached: 1200, stopped: 'budget' };
    await new ReduceProgress(100, plain, false).end(stopped as never, 50);
    expect(plain.err()).toBe(
      'reduced 100 bytes to 77 (1,501 checks, 1,200 verdicts known, 0.1 s; stopped early)\n',
    );
    const quiet = capturedHost({ terminal: true });
    await new ReduceProgress(100, quiet, true).end(result as never, 50);
    expect(quiet.err()).toBe('');
    await new ReduceProgress(100, deaf(), false).end(result as never, 50);
  });
});

describe('work', () => {
  const never = new Promise<never>(() => {});

  it('ends with its result or its error while there is time', async () => {
    const stopper = new Stopper(undefined, capturedHost());
    expect(await stopper.orStopped(Promise.resolve(5))).toBe(5);
    await expect(stopper.orStopped(Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(stopper.reason).toBeUndefined();
    stopper.dispose();
  });

  it('ends at the time limit, by the timer or by the clock', async () => {
    vi.useFakeTimers();
    const stopper = new Stopper(50, capturedHost());
    const waiting = stopper.orStopped(never);
    await vi.advanceTimersByTimeAsync(49);
    expect(stopper.reason).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect([await waiting, stopper.reason]).toEqual([undefined, 'budget']);
    expect(await stopper.orStopped(Promise.resolve(5))).toBeUndefined();
    stopper.dispose();
    const busy = new Stopper(50, capturedHost());
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 50);
    expect([await busy.orStopped(Promise.resolve(5)), busy.reason]).toEqual([undefined, 'budget']);
    busy.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no timer if the limit is longer than timers can be', async () => {
    vi.useFakeTimers();
    for (const limit of [2 ** 31, undefined]) {
      const stopper = new Stopper(limit, capturedHost());
      expect(vi.getTimerCount()).toBe(0);
      expect(await stopper.orStopped(Promise.resolve(5))).toBe(5);
    }
  });

  it('ends with a signal; the first reason stays, and no signal is received after the end', async () => {
    let receive: ((code: never) => void) | undefined;
    const onSignal = (listener: typeof receive) => {
      receive = listener;
    };
    const stopper = new Stopper(undefined, capturedHost({ onSignal } as never));
    const waiting = stopper.orStopped(never);
    receive?.(EXIT.terminated as never);
    receive?.(EXIT.interrupted as never);
    expect([await waiting, stopper.reason]).toEqual([undefined, EXIT.terminated]);
    stopper.dispose();
    expect(receive).toBeUndefined();
  });
});

describe('the values that a shell completes', () => {
  const kind = (verb: string, name: string, more: object = {}) =>
    valueKind({ verb: [verb], name, isOperand: false, ...more });
  it.each<[ReturnType<typeof kind>, object]>([
    [kind('info', 'file', { choices: ['a'] }), { is: 'words', words: ['a'] }],
    [kind('smith', 'code', { option: '--invalid' }), { is: 'set', set: 'faults', isList: false }],
    [kind('explain', 'code', { isOperand: true }), { is: 'set', set: 'codes', isList: false }],
    [kind('validate', 'codes', { option: '--only' }), { is: 'set', set: 'codes', isList: true }],
    [kind('fuzz', 'codes', { option: '--exit' }), { is: 'free' }],
    [kind('x', 'Releases'), { is: 'set', set: 'releases', isList: true }],
    [kind('mutate', 'names'), { is: 'set', set: 'mutators', isList: true }],
    [kind('other', 'names'), { is: 'free' }],
    [kind('x', 'mutators'), { is: 'set', set: 'mutators', isList: true }],
    [kind('x', 'features'), { is: 'set', set: 'features', isList: true }],
    [kind('info', 'format'), { is: 'free' }],
    [kind('x', 'folder'), { is: 'folders' }],
    [kind('x', 'log'), { is: 'files' }],
    [kind('info', 'file', { isOperand: true }), { is: 'models' }],
    [kind('assemble', 'input', { isOperand: true }), { is: 'files' }],
    [kind('fuzz', 'command', { isOperand: true }), { is: 'programs' }],
    [kind('fuzz', 'command'), { is: 'free' }],
    [kind('x', 'filename'), { is: 'free' }],
  ])('%#: %j', (found, wanted) => {
    expect(found).toEqual(wanted);
  });
  it('are the formats of reports for validate, with or without a file', () => {
    expect(kind('validate', 'format')).toMatchObject({
      is: 'outputs',
      words: expect.arrayContaining(['json']),
    });
    expect(kind('x', 'code=level')).toMatchObject({ is: 'levels', levels: expect.arrayContaining(['off']) });
  });
});
