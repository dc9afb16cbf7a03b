/** Verdicts of a reduction: the order of attempts, and what is checked once, kept, and read again. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AttemptQueue, type Waiting } from '../../src/attack/reduce/attempt-queue.js';
import { Oracle } from '../../src/attack/reduce/oracle.js';
import { shorten } from '../../src/attack/reduce/stretch.js';
import { identityOfCommand, VerdictFile } from '../../src/attack/reduce/verdict-file.js';
import { wasmChecksums } from '../../src/base/container/checksum.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'protomdl-verdicts-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it('attempts wait by their weight, then in the order of arrival, as in a sorted list', () => {
  const step = fc.oneof(
    fc.record({ add: fc.array(fc.nat(3), { maxLength: 5 }) }),
    fc.constant({ take: true }),
    fc.constant({ back: true }),
    fc.record({ drop: fc.nat(3) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const queue = new AttemptQueue();
      let sorted: Waiting[] = [];
      let taken: Waiting | undefined;
      let arrived = 0;
      const put = (...more: Waiting[]) => {
        sorted = [...sorted, ...more].sort(
          (a, b) => b.attempt.weight - a.attempt.weight || a.order - b.order,
        );
      };
      for (const one of steps) {
        if ('add' in one) {
          const added = queue.add(one.add.map((weight) => ({ weight, candidate: () => undefined })));
          expect(added.map(({ order }) => order)).toEqual(one.add.map(() => arrived++));
          put(...added);
        } else if ('take' in one) {
          taken = queue.take();
          expect(taken).toBe(sorted.shift());
        } else if ('back' in one) {
          if (taken !== undefined) {
            queue.putBack(taken);
            put(taken);
          }
          taken = undefined;
        } else {
          const unwanted = new Set(sorted.filter(({ attempt }) => attempt.weight === one.drop));
          queue.drop(unwanted);
          sorted = sorted.filter((waiting) => !unwanted.has(waiting));
        }
        expect(queue.size).toBe(sorted.length);
      }
      for (const waiting of sorted) expect(queue.take()).toBe(waiting);
      expect([queue.take(), queue.size]).toEqual([undefined, 0]);
    }),
    { numRuns: 200 },
  );
});

describe('a file of verdicts', () => {
  const key = (at: number) => `${'0'.repeat(15)}${at}-7`;

  it('has them again for the same check, also after a torn line', () => {
    const path = folder();
    const first = new VerdictFile(join(path, 'new'), ['a', 'b']);
    first.set(key(1), true);
    first.set(key(2), false);
    first.close();
    const [name] = readdirSync(join(path, 'new')) as [string];
    const file = join(path, 'new', name);
    expect(readFileSync(file, 'utf8')).toBe(`protomdl verdicts 1\n${key(1)} 1\n${key(2)} 0\n`);
    writeFileSync(file, `${readFileSync(file, 'utf8')}${key(3)}`);
    const again = new VerdictFile(join(path, 'new'), ['a', 'b']);
    expect([again.size, again.get(key(1)), again.get(key(2)), again.get(key(3))]).toEqual([
      2,
      true,
      false,
      undefined,
    ]);
    again.set(key(4), true);
    again.close();
    const third = new VerdictFile(join(path, 'new'), ['a', 'b']);
    expect([third.size, third.get(key(4)), third.problem]).toEqual([3, true, undefined]);
    third.close();
    // Words are not joined: another command has a file of its own.
    const other = new VerdictFile(join(path, 'new'), ['ab']);
    expect([other.size, readdirSync(join(path, 'new')).length]).toEqual([0, 2]);
    other.close();
  });

  it('of another layout is written anew, and of no keys is ignored', () => {
    const path = folder();
    new VerdictFile(path, ['a']).close();
    const file = join(path, readdirSync(path)[0] as string);
    writeFileSync(file, `protomdl verdicts 2\n${key(1)} 1\n`);
    const anew = new VerdictFile(path, ['a']);
    expect(anew.size).toBe(0);
    anew.close();
    expect(readFileSync(file, 'utf8')).toBe('protomdl verdicts 1\n');
    writeFileSync(file, `protomdl verdicts 1\n${key(1)} 2\nx 1\n ${key(1)} 1\n`);
    const odd = new VerdictFile(path, ['a']);
    expect(odd.size).toBe(0);
    odd.close();
  });

  it('that can no longer be written is a problem, not an error', () => {
    const file = new VerdictFile(folder(), ['a']);
    file.close();
    file.set(key(1), true);
    expect([file.get(key(1)), file.problem]).toEqual([true, expect.stringContaining('EBADF')]);
    file.set(key(2), true);
    expect(file.size).toBe(2);
  });

  it('belongs to the contents of the files among the words', () => {
    const script = join(folder(), 'check.sh');
    writeFileSync(script, 'one');
    const before = identityOfCommand([script, '-x']);
    expect(before[2]).toBe('-x');
    expect(identityOfCommand([script, '-x'])).toEqual(before);
    writeFileSync(script, 'two');
    expect(identityOfCommand([script, '-x'])).not.toEqual(before);
  });
});

describe('an oracle', () => {
  const alive = new AbortController().signal;
  const oracleOf = (bounds: object, check = async () => true) => {
    let calls = 0;
    const oracle = new Oracle(
      () => {
        calls++;
        return check();
      },
      wasmChecksums,
      { maxChecks: 10, signal: undefined, store: undefined, ...bounds } as never,
    );
    const ask = async (text: string, signal = alive) => {
      const bytes = new TextEncoder().encode(text);
      return oracle.verdict(await oracle.keyOf(bytes), bytes, signal);
    };
    return { oracle, ask, calls: () => calls };
  };

  it('checks equal contents once, and asks its store first', async () => {
    const store = new Map<string, boolean>();
    const { oracle, ask, calls } = oracleOf({ store });
    expect([await ask('a'), await ask('a'), await ask('b')]).toEqual([true, true, true]);
    expect([calls(), oracle.checks, oracle.cached, store.size]).toEqual([2, 2, 1, 2]);
    const later = oracleOf({ store, maxChecks: 0 });
    expect([await later.ask('b'), later.calls(), later.oracle.cached]).toEqual([true, 0, 1]);
    expect(await oracle.keyOf(new TextEncoder().encode('ab'))).toMatch(/^[0-9a-f]{16}-2$/);
  });

  it('stops at its limit, and keeps no verdict of an aborted check', async () => {
    const { ask } = oracleOf({ maxChecks: 1 });
    expect(await ask('a')).toBe(true);
    await expect(ask('b')).rejects.toMatchObject({ reason: 'checks' });
    expect(await ask('a')).toBe(true);
    const store = new Map<string, boolean>();
    const one = new AbortController();
    const aborting = oracleOf({ store }, async () => {
      one.abort();
      return true;
    });
    expect([await aborting.ask('a', one.signal), store.size]).toEqual([false, 0]);
    expect([await aborting.ask('a'), store.size]).toEqual([true, 1]);
  });

  it('stops with the reduction, before and during a check', async () => {
    const stop = new AbortController();
    const store = new Map<string, boolean>();
    const { ask, calls } = oracleOf({ signal: stop.signal, store }, async () => {
      stop.abort();
      return true;
    });
    await expect(ask('a')).rejects.toMatchObject({ reason: 'signal' });
    await expect(ask('b')).rejects.toMatchObject({ reason: 'signal' });
    expect([calls(), store.size]).toEqual([1, 0]);
  });
});

describe('a stretch of bytes', () => {
  /** Makes all attempts, the heaviest first, and returns the bytes that remain. */
  async function shortened(
    text: string,
    isWanted: (text: string) => boolean,
    more: object = {},
  ): Promise<{ left: string; tried: string[] }> {
    let left = text;
    const tried: string[] = [];
    const queue = new AttemptQueue();
    const write = (_: unknown, bytes: Uint8Array) => ({
      bytes,
      adopt: async () => {
        left = new TextDecoder().decode(bytes);
      },
    });
    queue.add(shorten({ bytes: new TextEncoder().encode(text), write, ...more } as never));
    for (let waiting = queue.take(); waiting !== undefined; waiting = queue.take()) {
      const { attempt } = waiting;
      const candidate = await attempt.candidate({} as never);
      const found = candidate === undefined ? undefined : new TextDecoder().decode(candidate.bytes);
      if (found !== undefined) tried.push(found);
      const works = found !== undefined && isWanted(found);
      if (works) await candidate?.adopt();
      queue.add((works ? attempt.worked?.() : attempt.failed?.()) ?? []);
    }
    return { left, tried };
  }

  it.each<[string, string, (text: string) => boolean, string, object?]>([
    ['goes', 'abcdef', () => true, ''],
    ['stays', 'abcdef', (text) => text === 'abcdef', 'abcdef'],
    ['keeps its shortest beginning', 'abcdefgh', (text) => text.length >= 3, 'abc'],
    ['keeps the significant bytes', 'abcdefgh', (text) => /b.*g/.test(text), 'bg'],
    ['keeps whole elements', 'aabbbcdd', (text) => text.includes('c'), 'c', { elements: [0, 2, 5, 6] }],
    ['is filled', 'abcdef', (text) => text.length === 6, '......', { filler: 0x2e }],
    ['stays text', 'aäb', (text) => text.length >= 2, 'aä', { isText: true }],
  ])('%s', async (_, text, isWanted, wanted, more) => {
    const { left, tried } = await shortened(text, isWanted, more);
    expect(left).toBe(wanted);
    if (more !== undefined && 'isText' in more) for (const one of tried) expect(one).not.toContain('\ufffd');
  });

  it.each([
    [512, 2],
    [513, 2 * 9],
  ])('of %i bytes, of which the last and another one matter, is left with about %i', async (length, most) => {
    const text = `${'x'.repeat(100)}b${'x'.repeat(length - 102)}g`;
    const { left } = await shortened(text, (one) => /b.*g/.test(one));
    expect(left).toMatch(/^x*bx*g$/);
    expect(left.length).toBeLessThanOrEqual(most);
    expect(left.length === 2).toBe(length === 512);
  });

  it('of no bytes has no attempts, and a long one has few', async () => {
    expect(shorten({ bytes: new Uint8Array(0), write: () => undefined })).toEqual([]);
    const { left, tried } = await shortened('x'.repeat(100_000), (text) => text.length >= 50_000);
    expect(left.length).toBeGreaterThanOrEqual(50_000);
    expect(left.length).toBeLessThan(51_000);
    expect(tried.length).toBeLessThan(400);
  });
});
