/** Parts of the database's driver that need no database. */
import { sql } from '@services/kit/db';
import { describe, expect, it, vi } from 'vitest';
import {
  DatabaseUnavailable,
  isRetried,
  isUniqueViolation,
  leavesConnectionWhole,
  translated,
  UnsafeInteger,
  violatedConstraint,
} from '../../src/db/errors.js';
import { Groups } from '../../src/db/groups.js';

/** An error as the driver passes it on from the server. */
const ofServer = (code: string, message = 'x', constraint?: string) =>
  Object.assign(new Error(message), { severity: 'ERROR', code, constraint });

describe('errors', () => {
  it.each<[string, unknown, boolean]>([
    ['a lost connection', new Error('Connection terminated'), true],
    ['a system error', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    ['a code that is a number', Object.assign(new Error('x'), { severity: 'ERROR', code: 23505 }), true],
    ['08', ofServer('08006'), true],
    ['53', ofServer('53100'), true],
    ['57', ofServer('57014'), true],
    ['58', ofServer('58030'), true],
    ['a failed write of the embedded database', ofServer('XX000', 'could not extend file "x"'), true],
    ['another internal error', ofServer('XX000', 'cache lookup failed'), false],
    ['a file error of another class', ofServer('42501', 'could not open file "x"'), false],
    ['a unique violation', ofServer('23505'), false],
    ['a large number', new UnsafeInteger('9'), false],
    ['a text', 'thrown', false],
  ])('%s: the database is unavailable', (_what, error, isUnavailable) => {
    const passed = translated(error);
    expect(passed instanceof DatabaseUnavailable).toBe(isUnavailable);
    if (isUnavailable) expect((passed as Error).cause).toBe(error);
    else expect(passed).toBe(error);
  });

  it('of the server, and of reading its answer, leave the connection usable', () => {
    expect([ofServer('57014'), new UnsafeInteger('9')].every(leavesConnectionWhole)).toBe(true);
    expect([new Error('x'), { severity: 'ERROR', code: '57014' }].some(leavesConnectionWhole)).toBe(false);
  });

  it('that concurrent transactions cause are retried', () => {
    expect(['40001', '40P01'].map((code) => isRetried(ofServer(code)))).toEqual([true, true]);
    expect(['40002', '23505'].map((code) => isRetried(ofServer(code)))).toEqual([false, false]);
    expect(isRetried(Object.assign(new Error('x'), { code: '40001' }))).toBe(false);
  });

  it('name a constraint of any kind', () => {
    const codes = ['23505', '23503', '23514', '42601'];
    expect(codes.map((code) => violatedConstraint(ofServer(code, 'x', 'c')))).toEqual([
      'c',
      'c',
      'c',
      undefined,
    ]);
    expect(isUniqueViolation(ofServer('23503', 'x', 'c'), 'c')).toBe(false);
    expect(isUniqueViolation(ofServer('23505', 'x', 'c'), 'd')).toBe(false);
    expect(isUniqueViolation(ofServer('23505', 'x', 'c'), 'c')).toBe(true);
  });
});

it('requests of one iteration of the event loop share a statement, up to the limit; later requests wait for the next statement', async () => {
  const groups: number[][] = [];
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Groups<{ n: number }, number>(3, async (group) => {
    groups.push(group.map(({ n }) => n));
    if (groups.length === 2) await held;
    for (const { n, done, failed } of group) n === 2 ? failed(new Error('two')) : done(10 * n);
  });
  const first = [1, 2, 3, 4].map((n) => asked.ask({ n }).catch((error: Error) => error.message));
  await vi.waitFor(() => expect(groups).toEqual([[1, 2, 3], [4]]));
  const later = [5, 6].map((n) => asked.ask({ n }));
  const idle = asked.idle();
  release();
  expect(await Promise.all([...first, ...later])).toEqual([10, 'two', 30, 40, 50, 60]);
  await idle;
  expect(groups).toEqual([[1, 2, 3], [4], [5, 6]]);
  await asked.idle();
  expect(await asked.ask({ n: 7 })).toBe(70);
});

describe('names of statements', () => {
  const fresh = async () => {
    vi.resetModules();
    return import('../../src/db/statement.js');
  };

  it('are given to texts that occur three times, for up to 500 texts', async () => {
    const { nameOf, statementOf } = await fresh();
    expect(['a', 'a', 'a', 'a'].map((text) => nameOf(text))).toEqual([undefined, undefined, 's1', 's1']);
    for (let n = 2; n <= 600; n++) {
      const names = [0, 1, 2].map(() => nameOf(`text ${n}`));
      expect(names).toEqual([undefined, undefined, n <= 500 ? `s${n}` : undefined]);
    }
    expect(nameOf('a')).toBe('s1');
    expect(statementOf(sql`select ${1}`)).toEqual({ text: 'select $1', values: [1] });
  });

  it('are not given to rare texts', async () => {
    const { nameOf, statementOf } = await fresh();
    const others = (count: number, prefix: string) => {
      for (let n = 0; n < count; n++) nameOf(`${prefix} ${n}`);
    };
    for (const [between, name] of [
      [999, 's1'],
      [1000, undefined],
    ] as const) {
      nameOf(`rare ${between}`);
      nameOf(`rare ${between}`);
      others(between, `other ${between}`);
      expect(nameOf(`rare ${between}`)).toBe(name);
    }
    for (let n = 0; n < 2; n++) statementOf(sql`select ${n}`);
    expect(statementOf(sql`select ${3}`)).toEqual({ name: 's2', text: 'select $1', values: [3] });
  });
});
