/** Logs of mutations are untrusted input: every part is checked. */
import { describe, expect, it } from 'vitest';
import { parseMutationLog } from '../../src/attack/mutate/log.js';
import { Args, type StepArgs, toBase64 } from '../../src/attack/mutate/step-args.js';

const LOG = {
  format: 'protomdl-mutations',
  version: 1,
  seed: 0,
  base: { xxh3: '0123456789abcdef', size: 0 },
  framing: 'auto',
  keepChecksum: false,
  maxSize: 100,
  entries: [{ mutator: 'x', args: {} }],
};

describe('a log', () => {
  it('is read as it was written, also with later members', () => {
    for (const log of [LOG, { ...LOG, more: 1 }, { ...LOG, entries: [] }, { ...LOG, framing: 'framed' }]) {
      expect(parseMutationLog(JSON.stringify(log))).toEqual(log);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', [LOG], /no log/],
    ['null', null, /no log/],
    ['another format', { ...LOG, format: 'x' }, /no log/],
    ['no base', { ...LOG, base: undefined }, /which file/],
    ['a base that is a list', { ...LOG, base: [] }, /which file/],
    ['a hash that is a number', { ...LOG, base: { xxh3: 5, size: 0 } }, /which file/],
    ['a negative size', { ...LOG, base: { xxh3: '', size: -1 } }, /which file/],
    ['no seed', { ...LOG, seed: undefined }, /seed, maxSize/],
    ['a broken seed', { ...LOG, seed: 0.5 }, /seed, maxSize/],
    ['a huge limit', { ...LOG, maxSize: 2 ** 53 }, /seed, maxSize/],
    ['a word for a flag', { ...LOG, keepChecksum: 'false' }, /seed, maxSize/],
    ['an unknown framing', { ...LOG, framing: 'none' }, /framing/],
    ['no entries', { ...LOG, entries: {} }, /no entries/],
    ['an entry without a mutator', { ...LOG, entries: [LOG.entries[0], { args: {} }] }, /entry 1 /],
    ['an entry without arguments', { ...LOG, entries: [{ mutator: 'x', args: [] }] }, /entry 0 /],
    ['an entry that is null', { ...LOG, entries: [null] }, /entry 0 /],
  ])('with %s is refused', (_, log, why) => {
    expect(() => parseMutationLog(JSON.stringify(log))).toThrow(
      expect.objectContaining({ code: 'log-invalid', message: expect.stringMatching(why) }),
    );
  });

  it('is refused if it is no JSON, and as one of another version if it is one', () => {
    expect(() => parseMutationLog('{')).toThrow(expect.objectContaining({ code: 'log-invalid' }));
    const later = { format: LOG.format, version: '9'.repeat(100) };
    expect(() => parseMutationLog(JSON.stringify(later))).toThrow(
      expect.objectContaining({
        code: 'log-version',
        message: expect.stringContaining(` ${'9'.repeat(20)};`),
      }),
    );
  });
});

describe('the arguments of a mutation', () => {
  const read = <T>(value: unknown, use: (args: Args) => T): T => use(new Args('x', { v: value } as StepArgs));
  it.each<[string, (args: Args) => unknown, unknown[], unknown[]]>([
    ['number', (args) => args.number('v', 7), [0, 7], [-1, 8, 0.5, '5', null, Number.NaN, undefined]],
    ['number of 32 bits', (args) => args.number('v'), [0xffff_ffff], [2 ** 32]],
    ['flag', (args) => args.flag('v'), [true, false], [0, 'true', null]],
    ['word', (args) => args.word('v', ['a', 'b']), ['a', 'b'], ['c', 'toString', 0]],
    [
      'list',
      (args) => args.numbers('v'),
      [[], [0, 2 ** 53 - 1]],
      [[-1], [0.5], [2 ** 53], ['1'], 'ab', null],
    ],
  ])('%s', (_, use, good, bad) => {
    for (const value of good) expect(read(value, use)).toEqual(value);
    for (const value of bad) {
      expect(() => read(value, use)).toThrow(
        expect.objectContaining({
          code: 'replay-mismatch',
          message: expect.stringMatching(/^x: .* v is not /),
        }),
      );
    }
  });

  it('are numbers of 64 bits in decimal, and bytes in base64', () => {
    const bits = (value: unknown) => read(value, (args) => args.bits('v'));
    expect(['0', '18446744073709551615', '00000000000000000007'].map(bits)).toEqual([0n, 2n ** 64n - 1n, 7n]);
    for (const bad of ['18446744073709551616', '-1', '0x1', '', '1'.repeat(21), 5]) {
      expect(() => bits(bad)).toThrow('64-bit');
    }
    const all = Uint8Array.from({ length: 20_000 }, (_, at) => at % 251);
    expect(toBase64(all)).toBe(Buffer.from(all).toString('base64'));
    expect(read(toBase64(all), (args) => args.bytes('v'))).toEqual(all);
    for (const bad of ['*', 5, undefined])
      expect(() => read(bad, (args) => args.bytes('v'))).toThrow('base64');
  });

  it('are own members only', () => {
    const args = new Args('x', { own: 1 });
    expect([args.has('own'), args.has('toString')]).toEqual([true, false]);
    expect(() => args.word('constructor', ['a'])).toThrow('is not one of a');
  });
});
