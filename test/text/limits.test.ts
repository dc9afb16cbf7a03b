/** For each limit of a text, the largest value within it, and the next value. */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { assemble } from '../../src/tools/text/assemble.js';
import { dump } from '../../src/tools/text/dump.js';
import { InputText, readText } from '../../src/tools/text/input-text.js';
import type { ValueSink } from '../../src/tools/text/parse-json.js';
import { YamlReader } from '../../src/tools/text/parse-yaml.js';
import { wholeOf } from '../../src/tools/text/scalar-bits.js';
import { groupRecord, lenRecord } from '../arbitrary/wire-writer.js';
import { failure } from '../source/bytes.js';
import { dumped } from './dumped.js';

/** Returns true if a text is assembled; the code of the error if it is not. */
async function taken(text: string, format: 'json' | 'yaml' | 'textproto'): Promise<unknown> {
  try {
    return (await assemble(text, { format })).message.length > 0;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('messages in 100 levels are read, as libprotobuf reads them, and no deeper ones', () => {
  const names = (levels: number) =>
    Array.from(
      { length: levels },
      (_, at) =>
        ['network_groups', 'contexts', 'metadata', 'edge_layers', 'layer_mux'][at] ??
        (at % 2 === 1 ? 'predecessors' : 'layer_mux'),
    );
  const isList = (name: string) => !['metadata', 'layer_mux'].includes(name);
  const json = (path: readonly string[]) =>
    path.reduceRight((inner, name) => `{"${name}": ${isList(name) ? `[${inner}]` : inner}}`, '{}');
  const textproto = (path: readonly string[], inner = '') =>
    path.reduceRight((content, name) => `${name} {${content}}`, inner);
  const groups = (levels: number) => '{"number": 99, "group": ['.repeat(levels) + ']}'.repeat(levels);
  const DEEP = 'message-nesting-too-deep';

  it.each([
    ['json', json],
    ['yaml', json],
    ['textproto', textproto],
  ] as const)('%s', async (format, write) => {
    expect([await taken(write(names(100)), format), await taken(write(names(101)), format)]).toEqual([
      true,
      DEEP,
    ]);
  });

  it.each([
    ['json', (levels: number) => `{"$unknown": [${groups(levels)}]}`],
    ['textproto', (levels: number) => textproto(Array(levels).fill('99'))],
  ] as const)('unknown groups: %s', async (format, write) => {
    expect([await taken(write(100), format), await taken(write(101), format)]).toEqual([true, DEEP]);
  });
});

it('a pipe may have as many bytes as the limit, in any pieces', async () => {
  const piped = (bytes: Uint8Array, piece: number, size?: number): Source => ({
    size,
    randomAccess: false,
    read: (offset, target) => {
      const part = bytes.subarray(offset, offset + Math.min(piece, target.length));
      target.set(part);
      return part.length;
    },
    close: () => {},
  });
  for (const most of [100, 400_000]) {
    const bytes = Uint8Array.from({ length: most + 1 }, (_, at) => at * 7);
    for (const piece of [99, 1 << 20]) {
      for (const size of [undefined, most]) {
        const read = await readText(piped(bytes.subarray(0, most), piece, size), most);
        expect(Buffer.compare(read.bytes, bytes.subarray(0, most))).toBe(0);
      }
      const tooLong = expect.objectContaining({ code: 'source-too-large' });
      expect(await failure(() => readText(piped(bytes, piece), most))).toEqual(tooLong);
      expect(await failure(() => readText(piped(bytes, piece, most + 1), most))).toEqual(tooLong);
    }
  }
});

describe('YAML', () => {
  it('may have 32 MiB', async () => {
    // Neither text is parsed: the lines of the shorter one are too many.
    for (const [length, message] of [
      [2 ** 25, 'marks'],
      [2 ** 25 + 1, '32 MiB'],
    ] as const) {
      const text = new Uint8Array(length).fill(0x0a);
      expect(await failure(() => new YamlReader(new InputText(text), () => IGNORES).read())).toMatchObject({
        code: 'text-syntax',
        message: expect.stringContaining(message),
      });
    }
  });

  it('has to be UTF-8', async () => {
    const text = Uint8Array.of(0x61, 0x3a, 0x20, 0xff);
    expect(await failure(() => new YamlReader(new InputText(text), () => IGNORES).read())).toMatchObject({
      code: 'text-syntax',
      message: expect.stringContaining('the text is not UTF-8'),
      offset: 0,
    });
  });

  it('may have 512 levels', async () => {
    const levels = (count: number) => new TextEncoder().encode('['.repeat(count) + ']'.repeat(count));
    const read = (count: number) => new YamlReader(new InputText(levels(count)), () => IGNORES).read();
    await read(512);
    expect(await failure(() => read(513))).toMatchObject({ message: expect.stringContaining('512 levels') });
  });
});

const IGNORES = new Proxy({}, { get: () => () => {} }) as ValueSink;

it.each<[text: string, value: bigint | undefined]>([
  ['1e400', 10n ** 400n],
  ['1e401', undefined],
  ['0e-400', 0n],
  ['0e-401', undefined],
  ['0'.repeat(800), 0n],
  ['0'.repeat(801), undefined],
])('a whole number has an exponent of up to 400, and up to 800 characters: %s', (text, value) => {
  expect(wholeOf(text)).toBe(value);
});

describe('padding of a frame', () => {
  it.each<[padding: string, length: number | undefined]>([
    ['0', 0],
    ['"5"', undefined],
    ['7', 7],
    ['1048576', 1_048_576],
    ['1048577', undefined],
    ['-1', undefined],
    ['"AAAA"', 3],
    ['{"$bytes": {"hex": "0001"}}', 2],
  ])('%s', async (padding, length) => {
    const text = `{"$frame": {"version": 3, "padding": ${padding}}, "header": {}}`;
    const made = await assemble(text, { format: 'json' }).catch(() => undefined);
    const size = made?.pieces.reduce((sum, piece) => sum + piece.length, 0);
    // A header of version 3 has 56 bytes.
    expect(size).toBe(length === undefined ? undefined : 56 + 2 + length);
  });
});

describe('unknown bytes in textproto', () => {
  const text = async (record: Uint8Array) =>
    (await dumped(record, { framing: 'bare', format: 'textproto' })).text.replace(/^(#[^\n]*\n)+/, '');

  it.each([
    [1024, true],
    [1025, false],
  ])('of %i are shown as a message: %s', async (length, isOpen) => {
    const payload = lenRecord(1, new Uint8Array(length - 3));
    expect(payload).toHaveLength(length);
    expect((await text(lenRecord(200, payload))).startsWith('200 {')).toBe(isOpen);
  });

  it('are shown if they are 32 or fewer', async () => {
    expect(await text(lenRecord(200, 'z'.repeat(32)))).toContain('z'.repeat(32));
    expect(await text(lenRecord(200, 'z'.repeat(33)))).not.toContain('zz');
  });

  it('are tried as a message in 10 levels, as in libprotobuf', async () => {
    let record = lenRecord(5, '');
    for (let level = 0; level < 12; level++) record = lenRecord(5, record);
    expect((await text(record)).match(/5 \{/g)).toHaveLength(10);
    expect((await text(groupRecord(5, groupRecord(6)))).replace(/\s+/g, ' ')).toBe('5 { 6 { } } ');
  });
});

it('a dump is written in pieces of little more than 512 KiB', async () => {
  const record = lenRecord(5, Uint8Array.of(0x08, 0x07));
  const message = Buffer.concat(Array(100_000).fill(record));
  for (const format of ['json', 'textproto', 'yaml'] as const) {
    const sizes: number[] = [];
    const options = { framing: 'bare', format } as const;
    await dump(memorySource(message), options, (text) => void sizes.push(text.length));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(600 * 1024);
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(500 * 1024);
  }
});
