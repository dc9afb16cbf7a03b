/** Lines are printed in a fast way where messages are as encoders write them. It is the same text in any other way. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageByName } from '../../src/base/schema/lookup.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { ProtoMDLMdlSchema, ProtoMDLOperationSchema } from '../../src/generated/mdl_pb.js';
import { BlobPrinter } from '../../src/tools/text/blobs.js';
import { CompactPrinter } from '../../src/tools/text/compact-message.js';
import { type Cells, COMPACT, type Notation, notationOf, PRETTY } from '../../src/tools/text/notation.js';
import { Printer } from '../../src/tools/text/printer.js';
import { originAt } from '../../src/tools/text/regular.js';
import { TextBuffer } from '../../src/tools/text/text-buffer.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 50);

const notation = notationOf(MDL, COMPACT, false);
const blobs = await BlobPrinter.open('hash', COMPACT);
// There is no fast way in any other layout.
const prettyNotation = notationOf(MDL, PRETTY, false);
const prettyBlobs = await BlobPrinter.open('hash', PRETTY);

function cellsOf(name: string, { messages }: Notation = notation): Cells {
  const table = messageByName(MDL, name);
  if (table === undefined) throw new Error(`the schema has no ${name}`);
  return messages[table.index] as Cells;
}

/** With what may be looked at after it. */
function padded(bytes: Uint8Array | readonly number[]): Uint8Array {
  const there = new Uint8Array(bytes.length + 16).fill(0xff);
  there.set(bytes);
  return there;
}

const textOf = (out: TextBuffer): string => Buffer.from(out.written).toString();

/** What the general way makes of a message, without spaces. */
function slowly(name: string, bytes: Uint8Array | readonly number[]): { text: string; problems: number } {
  const out = new TextBuffer();
  let problems = 0;
  const printer = new Printer(prettyNotation, out, prettyBlobs, () => problems++);
  printer.begin(cellsOf(name, prettyNotation));
  printer.contents(padded(bytes), 0, bytes.length, originAt(0));
  printer.end();
  return { text: normalized(textOf(out)), problems };
}

const normalized = (json: string): string => JSON.stringify(JSON.parse(json));

/** What the fast way makes of it; undefined where it leaves it alone. */
function fast(name: string, bytes: Uint8Array | readonly number[]): string | undefined {
  const out = new TextBuffer(4);
  out.text('before');
  const room = 64 + Math.max(...notation.byEntry.map(({ keyLength }) => keyLength));
  const isPrinted = new CompactPrinter(notation, out, blobs, room).message(
    cellsOf(name),
    padded(bytes),
    0,
    bytes.length,
    0,
  );
  const text = textOf(out);
  expect(text.startsWith('before')).toBe(true);
  if (!isPrinted) expect(text).toBe('before');
  return isPrinted ? text.slice('before'.length) : undefined;
}

describe('the fast way', () => {
  it.each([
    ['operations', ProtoMDLOperationSchema, 'ProtoMDLOperation'],
    ['whole models', ProtoMDLMdlSchema, 'ProtoMDLMdl'],
  ] as const)('of any %s is the general one, or none', (_, schema, name) => {
    let printed = 0;
    fc.assert(
      fc.property(arbitraryMessage(schema, { depth: 4, records: 6 }), ({ bytes }) => {
        const text = fast(name, bytes);
        if (text === undefined) return;
        printed++;
        expect({ text: normalized(text), problems: 0 }).toEqual(slowly(name, bytes));
      }),
      { numRuns: RUNS },
    );
    expect(printed).toBeGreaterThan(0);
  });

  it('of a model that was cut or changed anywhere is the general one, or none', () => {
    const name = 'ProtoMDLMdl';
    const corpus = fileURLToPath(new URL('../../corpus/valid/every-action.mdl', import.meta.url));
    const whole = new Uint8Array(readFileSync(corpus));
    expect(normalized(fast(name, whole) as string)).toBe(slowly(name, whole).text);
    const changes = fc.record({
      at: fc.nat(whole.length - 1),
      byte: fc.nat(255),
      length: fc.oneof(fc.constant(whole.length), fc.nat(whole.length)),
    });
    fc.assert(
      fc.property(changes, ({ at, byte, length }) => {
        const bytes = whole.slice(0, length);
        if (at < length) bytes[at] = byte;
        const text = fast(name, bytes);
        if (text !== undefined) expect({ text: normalized(text), problems: 0 }).toEqual(slowly(name, bytes));
      }),
      { numRuns: RUNS },
    );
  });

  // Of ProtoMDLOperation: 1 is the trigger, 2 an action; of an action 1 is its id.
  it.each([
    ['nothing', [], '{}'],
    ['empty messages', [0x12, 0, 0x12, 0], '{"actions":[{},{}]}'],
    ['numbers', [0x12, 2, 8, 9, 0x12, 3, 8, 0x80, 1], '{"actions":[{"uniqueId":9},{"uniqueId":128}]}'],
    ['a zero', [0x12, 2, 8, 0], '{"actions":[{}]}'],
  ])('prints %s', (_, bytes, text) => {
    const name = 'ProtoMDLOperation';
    expect(fast(name, bytes)).toBe(text);
    expect(slowly(name, bytes)).toEqual({ text, problems: 0 });
  });

  it.each([
    ['fields out of order', [0x12, 0, 0x0a, 0]],
    ['a singular message in two pieces', [0x0a, 0, 0x0a, 0]],
    ['a number twice', [0x12, 4, 8, 1, 8, 2]],
    ['an unknown field', [0x12, 3, 0xf8, 0x7f, 1]],
    ['a field of zero', [0x12, 2, 0, 1]],
    ['another wire type', [0x12, 5, 0x0d, 1, 1, 1, 1]],
    ['a message that is cut', [0x12, 5, 8, 1]],
    ['a number that is cut', [0x12, 2, 8, 0x80]],
    ['a number without an end', [0x12, 12, 8, ...new Array<number>(11).fill(0x80)]],
    ['a length past all bounds', [0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('leaves %s alone', (_, bytes) => {
    const name = 'ProtoMDLOperation';
    expect(fast(name, bytes)).toBeUndefined();
    expect(slowly(name, bytes).text).toMatch(/^\{.*\}$/);
  });
});

describe('numbers', () => {
  it('are decimal, of any length', () => {
    const edges = Array.from({ length: 10 }, (_, i) => 10 ** i).flatMap((power) => [power - 1, power]);
    const numbers = [...edges, 9_999, 12_340_056, 100_000_000, 4_000_000_004, 2 ** 31, 2 ** 32 - 1];
    for (let value = 0; value <= 11_000; value += 7) numbers.push(value, value * 10_000 + 7);
    const texts = numbers.map((value) => {
      const out = new TextBuffer(16);
      out.uint32(value);
      return textOf(out);
    });
    expect(texts).toEqual(numbers.map(String));
  });
});
