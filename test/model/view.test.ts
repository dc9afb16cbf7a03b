import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { ProtoMDLHeaderSchema } from '../../src/generated/mdl_pb.js';
import { BlobHandle } from '../../src/read/model/blob.js';
import {
  EdgeLayerBaseView,
  EdgeLayerMuxDataView,
  EdgeLayerView,
} from '../../src/read/model/edge-layer.gen.js';
import {
  ActionView,
  ActionWriteDataView,
  ContextView,
  EdgeLayerDirection,
  ExtensionType,
  HeaderView,
  MdlView,
  NetworkGroupView,
  type OperationView,
} from '../../src/read/model/mdl.gen.js';
import { mergedViewOf, viewOf } from '../../src/read/model/typed-view.js';
import {
  concat,
  fixed32,
  fixed32Record,
  fixed64,
  groupRecord,
  lenRecord,
  prefixed,
  tag,
  varint,
  varintRecord,
} from '../arbitrary/wire-writer.js';
import { everyField } from './schemas.js';
import { inMemory, inPages } from './stores.js';

const action = (id: number) => lenRecord(2, varintRecord(1, id));

describe('positions', () => {
  const header = lenRecord(1, concat(varintRecord(2, 300), varintRecord(2, 5)));
  const operation = lenRecord(2, concat(action(1), action(2)));
  const context = lenRecord(3, concat(operation, operation));
  const group = lenRecord(2, context);
  const bytes = concat(header, group, groupRecord(9, varintRecord(1, 1)), varintRecord(200, 7));
  const base = 2 ** 33;
  const root = viewOf(MdlView, bytes, 0, bytes.length, base);

  it('spans cover records, tags included, and are absolute', () => {
    expect(root.span).toEqual({ offset: base, length: bytes.length });
    expect(root.header?.span).toEqual({ offset: base, length: header.length });
    expect(root.networkGroups.at(0)?.span).toEqual({ offset: base + header.length, length: group.length });
    expect(root.view.fieldSpan(1)).toEqual(root.header?.span);
    expect(root.fieldSpan(2, 0)).toEqual(root.networkGroups.at(0)?.span);
    expect(root.fieldSpan(2, 1)).toBeUndefined();
    expect(root.fieldSpan(3)).toBeUndefined();
    // Of several records of a scalar, the last counts.
    expect(root.header?.fieldSpan(2)).toEqual({ offset: base + 5, length: 2 });
    expect(root.header?.timestamp).toBe(5n);
  });

  it('paths use the names of the schema', () => {
    const last = root.networkGroups.at(0)?.contexts.at(0)?.operations.at(1)?.actions.at(-1);
    expect(last?.path).toBe('network_groups[0].contexts[0].operations[1].actions[1]');
    expect(last?.uniqueId).toBe(2);
    const within = viewOf(
      ContextView,
      concat(operation),
      0,
      operation.length,
      0,
      undefined,
      'network_groups[7].contexts[1]',
    );
    expect(within.operations.at(0)?.path).toBe('network_groups[7].contexts[1].operations[0]');
  });

  it('the record of a nested message is where the caller placed it', () => {
    const record = { offset: 1000, length: 2 + operation.length };
    const view = viewOf(
      ContextView,
      concat(new Uint8Array(5), operation),
      5,
      5 + operation.length,
      997,
      record,
    );
    expect(view.span).toEqual(record);
    expect(view.operations.at(0)?.span).toEqual({ offset: 1002, length: operation.length });
  });

  it.each([
    { tagLength: 1, lengthLength: 1 },
    { tagLength: 2, lengthLength: 2 },
    { tagLength: 3, lengthLength: 4 },
    { tagLength: 5, lengthLength: 5 },
  ])(
    'heads are as long as they were written: $tagLength and $lengthLength',
    ({ tagLength, lengthLength }) => {
      const long = concat(tag(1, 2, tagLength), prefixed(varintRecord(4, 9), lengthLength));
      for (const view of [inMemory(long, MdlView.layout), inPages(long, MdlView.layout)]) {
        const { offset } = view.span;
        expect(view.message(1)?.span).toEqual({ offset, length: long.length });
        expect(view.message(1)?.fieldSpan(4)).toEqual({
          offset: offset + tagLength + lengthLength,
          length: 2,
        });
      }
    },
  );

  it('unknown fields can be read, as records and as messages of another schema', async () => {
    const unknown = [...root.view.unknownFields()];
    expect(unknown.map(({ number, wireType }) => [number, wireType])).toEqual([
      [9, 3],
      [200, 0],
    ]);
    expect(unknown[0]?.span).toEqual({ offset: base + header.length + group.length, length: 4 });
    expect(await unknown[0]?.record.read()).toEqual(groupRecord(9, varintRecord(1, 1)));
    expect(await unknown[0]?.value.read()).toEqual(varintRecord(1, 1));
    expect(await unknown[1]?.value.read()).toEqual(varint(7));
    expect(() => unknown[1]?.as(HeaderView.layout)).toThrow(/not a LEN record/);

    const later = lenRecord(12, concat(lenRecord(3, ''), lenRecord(3, varintRecord(1, 4))));
    for (const view of [inMemory(later, NetworkGroupView.layout), inPages(later, NetworkGroupView.layout)]) {
      const [field] = view.unknownFields();
      const inner = new NetworkGroupView(field!.as(NetworkGroupView.layout));
      expect(inner.contexts.at(1)?.contextIndex).toBe(4);
      expect(inner.contexts.at(1)?.path).toBe('#12.contexts[1]');
      expect(inner.span).toEqual(view.span);
    }
  });
});

describe('presence', () => {
  it('of a plain scalar means a value other than the default', () => {
    const view = inMemory(
      concat(varintRecord(5, 0), varintRecord(13, 1), lenRecord(9, '')),
      everyField.layout,
    );
    expect([5, 13, 9, 12].map((number) => view.has(number))).toEqual([false, true, false, false]);
    expect(view.fieldSpan(5)).toEqual({ offset: 0, length: 2 });
    const negativeZero = inMemory(fixed32Record(2, 0x80000000), everyField.layout);
    expect(negativeZero.has(2)).toBe(true);
    expect(inMemory(fixed32Record(2, 0x7fc00001), everyField.layout).has(2)).toBe(true);
  });

  it('of `optional` fields, messages and members of oneofs means a record', () => {
    const view = inMemory(
      concat(varintRecord(20, 0), varintRecord(40, 0), lenRecord(22, '')),
      everyField.layout,
    );
    expect([20, 40, 22].map((number) => view.has(number))).toEqual([true, true, true]);
    expect([20, 40].map((number) => view.get(number))).toEqual([0, 0]);
    expect([21, 41, 45, 50].map((number) => view.get(number))).toEqual(Array(4).fill(undefined));
    expect(view.whichOneof('first_choice')).toBe(40);
    expect(view.whichOneof('second_choice')).toBeUndefined();
  });

  it('a missing field has the default of its type', () => {
    const base = viewOf(EdgeLayerBaseView, new Uint8Array(0));
    expect([base.height, base.hostArgmax, base.additionalInfo, base.bufferIndices.length]).toEqual([
      0,
      false,
      undefined,
      0,
    ]);
    expect(viewOf(HeaderView, new Uint8Array(0)).timestamp).toBe(0n);
    expect(viewOf(HeaderView, new Uint8Array(0)).sdkVersion).toBe('');
    expect(viewOf(ActionWriteDataView, new Uint8Array(0)).data).toMatchObject({ offset: -1, length: 0 });
  });
});

describe('oneofs', () => {
  const none = lenRecord(9, '');
  const lcu = (...records: Uint8Array[]) => lenRecord(8, concat(...records));

  it('the last member counts, and merges only with its records after another member', () => {
    const bytes = concat(lcu(varintRecord(1, 1)), none, lcu(varintRecord(2, 2)), lcu(varintRecord(3, 3)));
    const view = viewOf(ActionView, bytes);
    expect(view.actionCase).toBe('enableLcu');
    expect(view.none).toBeUndefined();
    const { value } = view.action as { value: NonNullable<ActionView['enableLcu']> };
    expect([value.lcuIndex, value.clusterIndex, value.lcuKernelDoneAddress]).toEqual([0, 2, 3]);
  });

  it('an empty member is set', () => {
    expect(viewOf(ActionView, none).action.case).toBe('none');
    expect(viewOf(ActionView, none).none?.span).toEqual({ offset: 0, length: 2 });
    expect(viewOf(ActionView, varintRecord(1, 3)).action).toEqual({ case: undefined });
  });

  it('a newer member is an unknown field', () => {
    const view = viewOf(ActionView, lenRecord(30, ''));
    expect(view.actionCase).toBeUndefined();
    expect([...view.view.unknownFields()].map(({ number }) => number)).toEqual([30]);
  });
});

describe('merging', () => {
  it('records of a singular message are merged, wherever they are', () => {
    const first = concat(varintRecord(1, 1), lenRecord(5, concat(varintRecord(6, 7), varintRecord(1, 2))));
    const second = concat(lenRecord(5, concat(varintRecord(1, 3), lenRecord(2, 'ctx'))));
    const edge = mergedViewOf(EdgeLayerView, [
      { bytes: first, start: 0, end: first.length, base: 100, head: 2 },
      { bytes: second, start: 0, end: second.length, base: 900, head: 2 },
    ]);
    expect(edge.direction).toBe(EdgeLayerDirection.DEVICE_TO_HOST);
    expect(edge.contextSwitchInfo?.buffers).toBe(7);
    expect(edge.contextSwitchInfo?.contextIndex).toBe(3);
    expect(edge.contextSwitchInfo?.contextName).toBe('ctx');
    expect(edge.contextSwitchInfo?.fieldSpan(1)).toEqual({ offset: 902, length: 2 });
    expect(edge.span).toEqual({ offset: 98, length: 2 + first.length });
  });
});

describe('values', () => {
  it('of 32 bits are cut as parsers cut them', () => {
    const view = inMemory(
      concat(varintRecord(13, 2n ** 32n + 7n), varintRecord(8, 2n ** 40n)),
      everyField.layout,
    );
    expect(view.uint32(13)).toBe(7);
    expect(view.bool(8)).toBe(true);
  });

  it('of enums are numbers, even unknown ones', () => {
    expect(viewOf(EdgeLayerView, varintRecord(1, 77)).direction).toBe(77);
    expect(viewOf(EdgeLayerView, varintRecord(1, -1)).direction).toBe(-1);
    expect(ExtensionType.UNUSED).toBe(0xffff);
  });

  it('keep every bit of a NaN', () => {
    const single = concat(tag(2, 5), fixed32(0x7f800001));
    const double = concat(tag(1, 1), fixed64(0x7ff0_0000_0000_0001n));
    const view = inMemory(concat(single, double), everyField.layout);
    expect(view.float(2)).toBeNaN();
    expect(view.double(1)).toBeNaN();
    expect(view.floatBits(2)).toBe(0x7f800001);
    expect(view.doubleBits(1)).toBe(0x7ff0_0000_0000_0001n);
  });

  it('lists mix packed and unpacked records', () => {
    const packed = concat(tag(4, 2), prefixed(concat(varint(2), varint(300))));
    const bytes = concat(varintRecord(4, 1), packed, concat(tag(4, 2), varint(0)), varintRecord(4, 4));
    const list = viewOf(EdgeLayerMuxDataView, bytes).heightRatiosList;
    expect([...list]).toEqual([1, 2, 300, 4]);
    expect(list.length).toBe(4);
    expect([list.at(2), list.at(-1), list.at(4), list.at(-5), list.at(0.5)]).toEqual([
      300,
      4,
      undefined,
      undefined,
      undefined,
    ]);
    const view = viewOf(EdgeLayerMuxDataView, bytes);
    expect(view.fieldSpan(4, 2)?.offset).toBeDefined();
  });

  it('maps keep the last value of a key, and use defaults for missing parts of an entry', () => {
    const entry = (key: string, ...records: Uint8Array[]) =>
      lenRecord(60, concat(lenRecord(1, key), ...records));
    const bytes = concat(
      entry('a'),
      entry('b', lenRecord(2, '')),
      lenRecord(62, ''),
      entry('a', lenRecord(2, varintRecord(9, 9))),
    );
    const view = inMemory(bytes, everyField.layout);
    const leaves = view.map<string, typeof view>(60);
    expect([...leaves.keys()]).toEqual(['a', 'b']);
    expect([...leaves.get('a')!.unknownFields()]).toHaveLength(1);
    expect([...view.map(62)]).toEqual([[0n, 0]]);
    const empty = inMemory(entry('x'), everyField.layout).map<string, typeof view>(60).get('x')!;
    expect(empty.span).toEqual({ offset: entry('x').length, length: 0 });
  });

  it('strings keep their byte order mark, which the oracle removes', () => {
    const bytes = lenRecord(3, '\uFEFF1.0');
    expect(viewOf(HeaderView, bytes).sdkVersion).toBe('\uFEFF1.0');
    expect(fromBinary(ProtoMDLHeaderSchema, bytes).sdkVersion).toBe('1.0');
  });

  it('blobs are handles', async () => {
    const data = Uint8Array.from({ length: 3000 }, (_, i) => i);
    const bytes = concat(varintRecord(1, 5), lenRecord(2, data));
    for (const view of [
      inMemory(bytes, ActionWriteDataView.layout),
      inPages(bytes, ActionWriteDataView.layout),
    ]) {
      const blob = new ActionWriteDataView(view).data;
      expect({ offset: blob.offset - view.span.offset, length: blob.length }).toEqual({
        offset: 5,
        length: 3000,
      });
      expect(await blob.read()).toEqual(data);
      expect(blob.peek(8)).toEqual(data.slice(0, 8));
      expect(blob.peek(5000)).toEqual(data);
      const target = new Uint8Array(10);
      expect(await blob.readInto(target, 2995)).toBe(5);
      expect(target).toEqual(concat(data.slice(2995), new Uint8Array(5)));
      expect(await blob.readInto(target, 3000)).toBe(0);
      expect(await blob.readInto(target, 4000)).toBe(0);
      // A read returns a copy of the bytes.
      (await blob.read()).fill(0xee);
      expect(await blob.read()).toEqual(data);
    }
  });
});

it('a blob that does not fit in memory is refused, with its size and position', async () => {
  const blob = new BlobHandle(5, Number.MAX_SAFE_INTEGER);
  await expect(blob.read()).rejects.toMatchObject({
    code: 'blob-too-large',
    offset: 5,
    message: expect.stringContaining(`${Number.MAX_SAFE_INTEGER} bytes`),
  });
});

describe('typed lists', () => {
  const bytes = concat(...[10, 11, 12].map((id) => lenRecord(2, concat(action(id), action(id + 100)))));

  it('return a new view for every step of a loop, and one view for all steps of forEach', () => {
    const { operations } = viewOf(ContextView, bytes);
    const kept: OperationView[] = [...operations];
    expect(kept.map((one) => one.actions.at(0)?.uniqueId)).toEqual([10, 11, 12]);
    expect(kept.map((one) => one.path)).toEqual(['operations[0]', 'operations[1]', 'operations[2]']);
    const seen = new Set<OperationView>();
    const ids: unknown[] = [];
    operations.forEach((one, index) => {
      seen.add(one);
      ids.push([index, one.path, one.actions.at(1)?.uniqueId, one.span.offset]);
    });
    expect(seen.size).toBe(1);
    expect(ids).toEqual([
      [0, 'operations[0]', 110, 0],
      [1, 'operations[1]', 111, 10],
      [2, 'operations[2]', 112, 20],
    ]);
  });

  it('can be iterated several times at once', () => {
    const { operations } = viewOf(ContextView, bytes);
    let pairs = 0;
    operations.forEach((outer) => {
      operations.forEach((inner) => {
        if (inner.actions.at(0)?.uniqueId === outer.actions.at(0)?.uniqueId) pairs++;
      });
    });
    expect(pairs).toBe(3);
    for (const outer of operations) for (const inner of operations) if (outer.path === inner.path) pairs++;
    expect(pairs).toBe(6);
  });
});
