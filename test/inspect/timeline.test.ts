import { fromBinary, type Message } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import {
  ProtoMDLActionSchema,
  type ProtoMDLCoreOp,
  ProtoMDLMdlSchema,
  type ProtoMDLNetworkGroup,
  type ProtoMDLOperation,
  ProtoMDLOperationSchema,
} from '../../src/generated/mdl_pb.js';
import { timeline } from '../../src/show/inspect/timeline.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { corpusFiles, mutants, SparseSource } from './files.js';

const reading = (bytes: Uint8Array) => countingSource(memorySource(bytes), { hideBytes: true });

/** Operations of the generated codec, with the path of the message that contains them. */
type Listed = readonly [path: string, operations: readonly ProtoMDLOperation[]];

function listedIn(scope: ProtoMDLNetworkGroup | ProtoMDLCoreOp | undefined, path: string): Listed[] {
  if (scope === undefined) return [];
  const { preliminaryConfig } = scope;
  const inner =
    scope.$typeName === 'ProtoMDLNetworkGroup'
      ? [
          ...scope.partialNetworkGroups.flatMap(({ networkGroup }, i) =>
            listedIn(networkGroup, `${path}.partial_network_groups[${i}].network_group`),
          ),
          ...scope.ops.flatMap(({ op }, i) =>
            listedIn(op.case === 'coreOp' ? op.value : undefined, `${path}.ops[${i}].core_op`),
          ),
        ]
      : scope.partialCoreOps.flatMap(({ coreOp }, i) =>
          listedIn(coreOp, `${path}.partial_core_ops[${i}].core_op`),
        );
  return [
    ...(preliminaryConfig ? [[`${path}.preliminary_config`, preliminaryConfig.operation] as const] : []),
    ...scope.contexts.map(({ operations }, i) => [`${path}.contexts[${i}]`, operations] as const),
    ...inner,
  ];
}

/** Returns the schema's name of the member of a oneof. */
function memberOf(member: { case?: string | undefined } | undefined, unknown: Message['$unknown']): string {
  const isLater = unknown?.some(({ wireType }) => wireType === 2);
  return (
    member?.case?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? (isLater ? 'unknown' : 'unset')
  );
}

function payloadOf(record: Uint8Array): Uint8Array {
  const reader = new BinaryReader(record);
  reader.tag();
  const payload = reader.bytes();
  expect(reader.pos).toBe(record.length);
  return payload;
}

/** Compares the timelines of a file's contexts with the generated codec. @returns the number of contexts */
async function expectSame(name: string, bytes: Uint8Array): Promise<number> {
  const file = takeApart(bytes);
  if (file.framing === 'unknown') throw new Error(name);
  const { networkGroups } = fromBinary(ProtoMDLMdlSchema, file.message);
  const all = networkGroups.flatMap((group, i) => listedIn(group, `network_groups[${i}]`));
  for (const [path, listed] of all) {
    const found = (await timeline(reading(bytes), path))!;
    expect([name, path, found.problems, found.isCut]).toEqual([name, path, [], false]);
    const { operations, actions, triggerKinds, actionKinds } = found;
    const read = (offset: number, length: number) => payloadOf(bytes.subarray(offset, offset + length));
    expect(operations.kind.length, `${name} ${path}`).toBe(listed.length);
    for (const [i, wanted] of listed.entries()) {
      expect(fromBinary(ProtoMDLOperationSchema, read(operations.offset[i]!, operations.bytes[i]!))).toEqual(
        wanted,
      );
      expect(triggerKinds[operations.kind[i]!]!.name).toBe(
        memberOf(wanted.trigger?.trigger, wanted.trigger?.$unknown),
      );
      const first = operations.firstAction[i]!;
      for (const [at, { action, $unknown }] of wanted.actions.entries()) {
        const value = action.value as { data?: Uint8Array; size?: number } | undefined;
        const written = action.case === 'writeDataCcwPtr' ? value?.size : value?.data?.length;
        const index = first + at;
        const kind = actionKinds[actions.kind[index]!]!.name;
        expect([kind, actions.operation[index], actions.configuration[index]], `${name} ${path}`).toEqual([
          memberOf(action, $unknown),
          i,
          written ?? 0,
        ]);
        const own = fromBinary(ProtoMDLActionSchema, read(actions.offset[index]!, actions.bytes[index]!));
        expect(own).toEqual(wanted.actions[at]);
      }
    }
    expect(actions.kind.length).toBe(listed.reduce((sum, one) => sum + one.actions.length, 0));
  }
  return all.length;
}

describe('timeline', () => {
  it('has the steps that the generated codec reads, for every valid file of the corpus', async () => {
    let contexts = 0;
    for (const { name, bytes } of corpusFiles('valid', 300_000)) contexts += await expectSame(name, bytes);
    expect(contexts).toBeGreaterThan(30);
  });

  it('has the same steps as the generated codec for models of every layout', async () => {
    for (const [seed, layout] of (['classic', 'partial', 'ops', 'ops-partial'] as const).entries()) {
      const bytes = smithBytes({ seed, layout, contexts: 3, actions: 600, blobs: 9, blob: 3000 });
      expect(await expectSame(layout, bytes)).toBeGreaterThan(3);
    }
  });

  it('merges several records, and uses the last member', async () => {
    const none = lenRecord(9, '');
    const write = lenRecord(3, lenRecord(1, 'abc'));
    const actions = [
      lenRecord(2, concat(write, none)),
      lenRecord(2, concat(none, write, lenRecord(3, varintRecord(2, 1)))),
      lenRecord(2, varintRecord(1, 7)),
      lenRecord(2, lenRecord(77, 'later')),
    ];
    const trigger = concat(lenRecord(1, lenRecord(3, '')), lenRecord(1, lenRecord(2, varintRecord(1, 4))));
    const operation = lenRecord(1, concat(...actions, trigger));
    const group = concat(lenRecord(2, operation), lenRecord(2, operation));
    const found = await timeline(memorySource(lenRecord(2, group)), 'network_groups[0].preliminary_config');
    const once = [
      ['none', 0],
      ['write_data_ccw', 3],
      ['unset', 0],
      ['unknown', 0],
    ];
    const { operations, actions: made, triggerKinds, actionKinds } = found!;
    const kinds = [...made.kind].map((kind) => actionKinds[kind]!.name);
    expect(kinds.map((kind, i) => [kind, made.configuration[i]])).toEqual([...once, ...once]);
    expect([...operations.kind].map((kind) => triggerKinds[kind]!.name)).toEqual([
      'trigger_lcu',
      'trigger_lcu',
    ]);
    expect([...operations.firstAction]).toEqual([0, 4]);
    expect([found!.kind, found!.list, found!.bytes]).toEqual(['preliminary', 'operation', group.length]);
  });

  it('lists at most the requested number of steps, and returns the total', async () => {
    const operation = lenRecord(2, lenRecord(2, lenRecord(9, '')));
    const context = lenRecord(3, concat(...Array.from({ length: 50 }, () => operation)));
    const source = memorySource(lenRecord(2, context));
    const found = (await timeline(source, 'network_groups[0].contexts[0]', { maxActions: 7 }))!;
    expect([found.actions.kind.length, found.actionCount, found.isCut]).toEqual([7, 50, true]);
    expect(found.operations.kind.length).toBe(50);
    const fewer = (await timeline(source, 'network_groups[0].contexts[0]', { maxOperations: 3 }))!;
    expect([fewer.operations.kind.length, fewer.operationCount, fewer.isCut]).toEqual([3, 50, true]);
    expect(Math.max(...fewer.actions.operation)).toBe(2);
  });

  it('skips blobs with one read each, and yields to other tasks, which may cancel it', async () => {
    const blob = 100_000;
    const write = concat(Uint8Array.of(0x0a), varintOf(blob));
    const member = concat(Uint8Array.of(0x1a), varintOf(write.length + blob), write);
    const action = concat(Uint8Array.of(0x12), varintOf(member.length + blob), member);
    const count = 3000;
    const inner = count * (action.length + blob);
    const operation = concat(Uint8Array.of(0x12), varintOf(inner));
    const context = concat(Uint8Array.of(0x1a), varintOf(operation.length + inner));
    const group = concat(Uint8Array.of(0x12), varintOf(context.length + operation.length + inner));
    const pieces: (Uint8Array | number)[] = [group, context, operation];
    for (let i = 0; i < count; i++) pieces.push(action, blob);
    const source = new SparseSource(pieces);
    const found = (await timeline(source, 'network_groups[0].contexts[0]'))!;
    expect(found.actionCount).toBe(count);
    expect(found.actions.configuration.every((bytes) => bytes === blob)).toBe(true);
    expect(source.reads).toBeLessThan(count + 20);
    const slow: typeof source = new SparseSource(pieces);
    const read = slow.read.bind(slow);
    slow.read = (offset, target) => {
      const until = Date.now() + 1;
      while (Date.now() < until);
      return read(offset, target);
    };
    const ended = timeline(slow, 'network_groups[0].contexts[0]', {
      turn: () => {
        throw new Error('enough');
      },
    });
    await expect(ended).rejects.toThrow('enough');
    expect(slow.reads).toBeLessThan(500);
  });

  it('is undefined for missing contexts, and for other parts', async () => {
    const { bytes } = corpusFiles('valid').find(({ name }) => name === 'one-context.mdl')!;
    expect(await timeline(memorySource(bytes), 'network_groups[0].contexts[99]')).toBeUndefined();
    for (const path of ['', 'network_groups[0]', 'network_groups[0].contexts[*]', 'nonsense']) {
      await expect(timeline(memorySource(bytes), path)).rejects.toMatchObject({ code: 'selector-invalid' });
    }
  });

  it('covers the part of a broken file that can be read', async () => {
    let broken = 0;
    const files = [...corpusFiles('invalid', 10_000), ...(await mutants(4))];
    for (const { name, bytes } of files) {
      for (const path of ['network_groups[0].contexts[0]', 'network_groups[0].preliminary_config']) {
        const found = await timeline(reading(bytes), path).catch((error) => {
          expect([name, error.code]).toEqual([
            name,
            expect.stringMatching(/^frame-(?:bad-magic|truncated-header|version-unsupported)$/),
          ]);
        });
        if (found === undefined) continue;
        broken += found.problems.length;
        const { offset, bytes: lengths } = found.actions;
        expect([name, [...offset].every((at, i) => at + lengths[i]! <= bytes.length)]).toEqual([name, true]);
      }
    }
    expect(broken).toBeGreaterThan(5);
  });

  it('lists at most 20 problems', async () => {
    for (const count of [20, 21]) {
      // Operations whose only record is cut.
      const operations = Array.from({ length: count }, () => lenRecord(2, Uint8Array.of(0x18)));
      const source = memorySource(lenRecord(2, lenRecord(3, concat(...operations))));
      const found = await timeline(source, 'network_groups[0].contexts[0]');
      expect([found?.problems.length, found?.operations.kind.length]).toEqual([20, count]);
    }
  });

  it('shows the beginning of a truncated context', async () => {
    const { bytes } = corpusFiles('valid').find(({ name }) => name === 'one-context.mdl')!;
    const whole = (await timeline(memorySource(bytes), 'network_groups[0].contexts[0]'))!;
    const middle = whole.actions.offset[1]! + whole.actions.bytes[1]!;
    const found = (await timeline(reading(bytes.slice(0, middle)), 'network_groups[0].contexts[0]'))!;
    expect([...found.actions.offset]).toEqual([...whole.actions.offset.slice(0, 2)]);
    expect(found.problems.length).toBeGreaterThan(0);
    expect(found.offset + found.bytes).toBe(middle);
  });
});

function varintOf(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, value);
}
