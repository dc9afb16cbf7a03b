import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../src/base/container/take-apart.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { encodePieces, encodeRecord, encodeTree } from '../../src/read/tree/encode.js';
import { ensureMessage, groupRecord, scalarRecord, setField } from '../../src/read/tree/make.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { packedValues, setPackedValues } from '../../src/read/tree/packed.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { placeOf } from '../../src/read/tree/place.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { SharedSpans } from '../../src/read/tree/record-spans.js';
import { recordsAt, walkOffsets, walkTree } from '../../src/read/tree/walk.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat } from '../arbitrary/wire-writer.js';

const corpus = join(fileURLToPath(new URL('../../corpus', import.meta.url)));
const modelsIn = (folder: string): string[] =>
  readdirSync(join(corpus, folder))
    .filter((name) => /\.(mdl|hef)$/.test(name))
    .map((name) => join(corpus, folder, name));
const messageOf = (path: string): Uint8Array => {
  const file = takeApart(new Uint8Array(readFileSync(path)));
  return file.framing === 'unknown' ? file.bytes : file.message;
};
const everyRecord = (root: MessageNode): RecordNode[] => [
  ...walkTree(root, (record) => record.message !== undefined),
];
/** Changes a record, so that its original bytes cannot be copied. */
function rewriteAll(root: MessageNode): void {
  for (const record of everyRecord(root)) record.setStyle({});
}

describe('a tree', () => {
  it('that is unchanged is written with its original bytes, and reading its records changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          arbitraryMessage(ProtoMDLMdlSchema).map(({ bytes }) => bytes),
          fc.uint8Array(),
        ),
        (bytes) => {
          const root = parseTree(bytes);
          for (const record of everyRecord(root)) void record.payload;
          expect(encodeTree(root)).toEqual(bytes);
          expect(root.raw).toBe(bytes);
        },
      ),
    );
  });

  it('of a long list has the records of the list, whichever were read, and after any change', () => {
    const change = fc.tuple(
      fc.constantFrom('clone', 'look', 'remove', 'repeat', 'reverse', 'thin'),
      fc.nat(),
      fc.nat(),
    );
    const kinds = [
      [8, 1],
      [18, 0],
      [26, 2, 8, 3],
      [43, 44],
      [0x82, 0x7d, 0],
    ].map((bytes) => Uint8Array.from(bytes));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...kinds), { minLength: 60, maxLength: 200 }),
        fc.array(change, { maxLength: 8 }),
        (records, changes) => {
          const bytes = concat(...records);
          const shared = new SharedSpans(bytes);
          for (let i = 0; i < 2; i++) {
            let root = parseTree(bytes, undefined, undefined, shared);
            let naive = [...records];
            for (const [what, a, b] of changes) {
              const at = naive.length === 0 ? 0 : a % naive.length;
              const record = root.at(at);
              if (what === 'clone') root = root.clone();
              else if (what === 'reverse') {
                root.arrange(naive.map((_, index) => naive.length - 1 - index));
                naive.reverse();
              } else if (what === 'thin') {
                const number = root.count === 0 ? 0 : root.kindAt(at).number;
                root.retain((kind) => kind.number !== number);
                naive = naive.filter((one) => parseTree(one).at(0)?.number !== number);
              } else if (record === undefined) continue;
              else if (what === 'look') expect(encodeRecord(record)).toEqual(naive[at]);
              else if (what === 'remove') {
                expect(root.replace(record)).toBe(at);
                naive.splice(at, 1);
              } else {
                const copies = 1 + (b % 3);
                root.insertAll(at, record.clones(copies));
                naive.splice(at, 0, ...new Array(copies).fill(naive[at]));
              }
            }
            expect(root.count).toBe(naive.length);
            expect(root.size).toBe(concat(...naive).length);
            expect(encodeTree(root.clone())).toEqual(concat(...naive));
            for (const number of [1, 2, 3, 5, 2000]) {
              const indexes = naive.flatMap((one, index) =>
                parseTree(one).at(0)?.number === number ? [index] : [],
              );
              expect(root.countOf(number)).toBe(indexes.length);
              expect(root.field(number)).toBe(root.at(indexes.at(-1) ?? -1));
              expect(root.fields(number)).toEqual(indexes.map((index) => root.at(index)));
            }
            expect(root.sizeBefore(Math.min(70, root.count))).toBe(concat(...naive.slice(0, 70)).length);
            expect(encodeTree(root)).toEqual(concat(...naive));
            expect(root.records.map((record) => encodeRecord(record))).toEqual(naive);
            expect(encodeTree(root)).toEqual(concat(...naive));
          }
        },
      ),
    );
  });

  it('consists of all readable bytes, in order', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const root = parseTree(bytes);
        expect(concat(...root.records.map((record) => encodeRecord(record)), root.rest)).toEqual(bytes);
      }),
    );
  });

  it('has the shortest encoding when it is written again, with the same meaning', () => {
    fc.assert(
      fc.property(arbitraryMessage(ProtoMDLMdlSchema), ({ bytes }) => {
        const root = parseTree(bytes);
        rewriteAll(root);
        const once = encodeTree(root);
        expect(once.length).toBeLessThanOrEqual(bytes.length);
        expect(root.size).toBe(once.length);
        const again = parseTree(once);
        rewriteAll(again);
        expect(encodeTree(again)).toEqual(once);
        expect(everyRecord(again).map(({ number, wireType, bits }) => [number, wireType, bits])).toEqual(
          everyRecord(parseTree(bytes)).map(({ number, wireType, bits }) => [number, wireType, bits]),
        );
      }),
    );
  });

  it.each(modelsIn('valid'))('of %s written anew is the same where encoders write so', (path) => {
    const message = messageOf(path);
    const root = parseTree(message);
    rewriteAll(root);
    expect(concat(...encodePieces(root))).toEqual(encodeTree(root));
    if (/overlong|unpacked/.test(path)) expect(encodeTree(root).length).toBeLessThanOrEqual(message.length);
    else expect(encodeTree(root)).toEqual(message);
  });

  it('and its clone are independent', () => {
    const root = parseTree(messageOf(join(corpus, 'valid/two-contexts.mdl')));
    const before = encodeTree(root);
    const [context] = recordsAt(root, 'network_groups', 'contexts');
    setField(context!.message!, 'context_index', 7);
    const copy = root.clone();
    const changed = encodeTree(root);
    expect(encodeTree(copy)).toEqual(changed);
    for (const { message } of recordsAt(copy, 'network_groups', 'contexts'))
      setField(message!, 'context_index', 0);
    expect(encodeTree(root)).toEqual(changed);
    expect(encodeTree(copy)).not.toEqual(changed);
    expect(changed).not.toEqual(before);
  });

  it('and copies of a record are independent, whether the records were read or not', () => {
    const root = parseTree(messageOf(join(corpus, 'valid/two-contexts.mdl')));
    const [context] = recordsAt(root, 'network_groups', 'contexts') as [RecordNode];
    setField(context.message!, 'context_index', 7);
    const bytes = encodeRecord(context);
    const copies = context.clones(4);
    setField(context.message!, 'context_index', 8);
    const [first, second, third, fourth] = copies as [RecordNode, RecordNode, RecordNode, RecordNode];
    setField(second.message!, 'context_index', 9);
    const copyOfThird = third.clone();
    setField(third.message!, 'context_index', 10);
    void fourth.message?.records;
    expect(copies.map((copy) => copy.isAsRead)).toEqual([false, false, false, false]);
    for (const copy of [first, copyOfThird, fourth]) {
      expect(copy.size).toBe(bytes.length);
      expect(encodeRecord(copy)).toEqual(bytes);
    }
    for (const copy of [context, second, third]) expect(encodeRecord(copy)).not.toEqual(bytes);
    for (const copy of [second, third, fourth]) expect(copy.message?.owner).toBe(copy);
  });
});

describe('places', () => {
  let compared = 0;

  it.each([...modelsIn('invalid'), ...modelsIn('valid')])(
    'in %s are those that a report names',
    async (path) => {
      const bytes = new Uint8Array(readFileSync(path));
      const file = takeApart(bytes);
      if (file.framing === 'unknown') return;
      const base = bytes.length - file.message.length;
      const offset = file.framing === 'bare' ? base : file.frame.messageOffset;
      const root = parseTree(file.message);
      const byOffset = new Map(
        [...walkOffsets(root, (record) => record.message !== undefined)].map(([record, at]) => [
          offset + at,
          record,
        ]),
      );
      const { diagnostics } = await validate(memorySource(bytes));
      for (const found of diagnostics) {
        const record = byOffset.get(found.offset);
        if (record === undefined || found.path === '' || found.length === 0) continue;
        const place = placeOf(record, offset);
        // A finding may point at a record because a field in it is missing, or at an element of a packed
        // list.
        if (place.length !== found.length) continue;
        compared++;
        expect(place.offset).toBe(found.offset);
        expect([found.code, found.path]).toEqual([found.code, place.path]);
      }
    },
  );

  it('were compared for most findings', () => {
    expect(compared).toBeGreaterThan(150);
  });
});

describe('records', () => {
  const root = (): MessageNode => parseTree(messageOf(join(corpus, 'valid/two-contexts.mdl')));

  it('are recognised by the schema, packed lists included', () => {
    const [shape] = everyRecord(parseTree(messageOf(join(corpus, 'valid/unpacked-list.mdl')))).filter(
      (record) => record.isPacked,
    );
    expect(shape).toBeDefined();
    const values = packedValues(shape!);
    setPackedValues(shape!, [...values, 300n]);
    expect(packedValues(shape!)).toEqual([...values, 300n]);
  });

  it('can have false lengths, and can be longer than necessary', () => {
    const tree = root();
    const [header] = tree.fields('header');
    const size = tree.size;
    header!.setStyle({ tagWidth: 3, lengthWidth: 4, claim: 2n ** 31n });
    expect(tree.size).toBe(size + 2 + (5 - 1));
    const bytes = encodeTree(tree);
    expect([...bytes.subarray(0, 8)]).toEqual([0x8a, 0x80, 0x00, 0x80, 0x80, 0x80, 0x80, 0x08]);
    expect(parseTree(bytes).records).toEqual([]);
    expect(parseTree(bytes).rest).toEqual(bytes);
  });

  it('are inserted where an encoder would put them', () => {
    const tree = root();
    const [context] = recordsAt(tree, 'network_groups', 'contexts');
    const { message } = context!;
    message!.remove(message!.field('context_index') ?? message!.records[0]!);
    setField(message!, 'context_index', 5);
    expect(message!.records[0]).toMatchObject({ number: 1, bits: 5n });
  });

  it('of groups end at their end tags, whatever the bytes before them are', () => {
    const group = groupRecord(99, [scalarRecord({ ...fieldOfNumber(1), type: 7 }, 0xffffffff)]);
    const bytes = encodeRecord(group);
    const [read] = parseTree(bytes).records;
    expect(read?.message?.records).toHaveLength(1);
    read?.message?.records[0]?.setBits(1n);
    expect(encodeRecord(read!).length).toBe(bytes.length);
  });

  it('of a group are not a message, whatever the number of the group is', () => {
    const tree = parseTree(Uint8Array.of(0x0b, 0x20, 0x01, 0x0c, 0x12, 0x00));
    expect(tree.inner('header')).toBeUndefined();
    setField(ensureMessage(tree, 'header'), 'version', 4n);
    expect([...encodeTree(tree)]).toEqual([0x0b, 0x20, 0x01, 0x0c, 0x0a, 0x02, 0x20, 0x04, 0x12, 0x00]);
  });

  it('belong to one message at a time', () => {
    const tree = root();
    expect(() => tree.append(tree.records[0]!)).toThrow(/one message/);
    expect(() => tree.append(tree.records[0]!.clone())).not.toThrow();
  });
});

function fieldOfNumber(number: number) {
  return { ...parseTree(new Uint8Array()).table!.fields[0]!, number };
}

it('finds the next record of a field as a walk from record to record does, also after changes', () => {
  const one = fc.constantFrom<readonly number[]>(
    [0x08, 1],
    [0x12, 0],
    [0x1d, 0, 0, 0, 0],
    [0x22, 0],
    [0x0a, 0],
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 80 }), fc.nat(), (records, random) => {
      const root = parseTree(Uint8Array.from(records.flat()));
      const first = root.records[0];
      for (let round = 0; round < 2; round++) {
        const count = root.records.length;
        const start = count === 0 ? 0 : random % count;
        for (let number = 1; number < 6; number++) {
          const inOrder = [...root.records.keys()].map((i) => (start + i) % count);
          const expected = inOrder.find(
            (i) => root.records[i]?.number === number && root.records[i]?.isKnown,
          );
          expect(root.nextOf(number, start)).toBe(expected ?? -1);
        }
        if (first !== undefined && round === 0) root.remove(first);
      }
    }),
  );
});

it('are counted in a path without records of other wire types', () => {
  // Field 2 of the file is a list of messages, so a varint with that number is not an element.
  const { records } = parseTree(Uint8Array.of(0x12, 0, 0x10, 1, 0x12, 0, 0x10, 1));
  expect([...records].map((record) => placeOf(record).path)).toEqual([
    'network_groups[0]',
    'network_groups',
    'network_groups[1]',
    'network_groups',
  ]);
});
