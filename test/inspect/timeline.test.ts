import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema, type ProtoMDLOperation } from '../../src/generated/mdl_pb.js';
import { type Timeline, timeline } from '../../src/show/inspect/timeline.js';
import { disasm } from '../../src/tools/disasm/disasm.js';
import type { DisasmListing } from '../../src/tools/disasm/listing.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { corpusFiles, mutants, SparseSource } from './files.js';

interface Steps {
  readonly path: string;
  readonly operations: { trigger: string; offset: number; bytes: number; actions: number }[];
  readonly actions: { kind: string; offset: number; bytes: number; configuration: number }[];
  order: number;
}

/** All contexts of a file, from their disassembly. */
async function disassembled(bytes: Uint8Array): Promise<Steps[]> {
  const all: Steps[] = [];
  let current: Steps | undefined;
  const begin = (path: string): void => {
    current = { path, operations: [], actions: [], order: 0 };
    all.push(current);
  };
  const nameOf = (step: { member: { field: { name: string } } | undefined; unknown: number[] }): string =>
    step.member?.field.name ?? (step.unknown.length > 0 ? 'unknown' : 'unset');
  const listing: DisasmListing = {
    coreOp: () => {},
    preliminary: begin,
    context(head) {
      begin(head.path);
      current!.order = head.timeline.length;
    },
    operation({ offset, length }, trigger) {
      current!.operations.push({ trigger: nameOf(trigger), offset, bytes: length, actions: 0 });
    },
    action(action) {
      const { member, offset, length } = action;
      current!.operations.at(-1)!.actions++;
      const size = member?.child?.table.fields.find(({ name }) => name === 'size');
      const pointed = member?.field.name === 'write_data_ccw_ptr' && size !== undefined;
      const entry = pointed ? member?.child?.of(size.number * 8) : undefined;
      current!.actions.push({
        kind: nameOf(action),
        offset,
        bytes: length,
        configuration: entry === undefined ? action.blobLength : action.lo(entry.id) >>> 0,
      });
    },
    operationEnd: () => {},
    contextEnd: () => {},
    problem: () => {},
    isFull: false,
    flush: async () => {},
  };
  await disasm(memorySource(bytes), {}, listing);
  return all;
}

/** A timeline in the format of the disassembly. */
function steps({ path, operations, actions, triggerKinds, actionKinds, order }: Timeline): Steps {
  return {
    path,
    operations: [...operations.offset].map((offset, i) => ({
      trigger: triggerKinds[operations.kind[i]!]!.name,
      offset,
      bytes: operations.bytes[i]!,
      actions: (operations.firstAction[i + 1] ?? actions.kind.length) - operations.firstAction[i]!,
    })),
    actions: [...actions.offset].map((offset, i) => ({
      kind: actionKinds[actions.kind[i]!]!.name,
      offset,
      bytes: actions.bytes[i]!,
      configuration: actions.configuration[i]!,
    })),
    order: order.length,
  };
}

const reading = (bytes: Uint8Array) => countingSource(memorySource(bytes), { hideBytes: true });

async function expectSame(name: string, bytes: Uint8Array): Promise<number> {
  const wanted = await disassembled(bytes);
  for (const context of wanted) {
    const found = await timeline(reading(bytes), context.path);
    expect([name, found && steps(found), found?.problems]).toEqual([name, context, []]);
    expect(found!.isCut).toBe(false);
  }
  return wanted.length;
}

describe('timeline', () => {
  it('has the steps of the disassembly of every valid file of the corpus', async () => {
    let contexts = 0;
    for (const { name, bytes } of corpusFiles('valid', 300_000)) contexts += await expectSame(name, bytes);
    expect(contexts).toBeGreaterThan(30);
  });

  it('has them for models of every layout', async () => {
    for (const [seed, layout] of (['classic', 'partial', 'ops', 'ops-partial'] as const).entries()) {
      const bytes = smithBytes({ seed, layout, contexts: 3, actions: 600, blobs: 9, blob: 3000 });
      expect(await expectSame(layout, bytes)).toBeGreaterThan(3);
    }
  });

  it('has the kinds that the generated codec reads', async () => {
    const counts = new Map<string, number>();
    const add = (operations: readonly ProtoMDLOperation[]): void => {
      for (const { actions } of operations) {
        for (const { action } of actions)
          counts.set(String(action.case), (counts.get(String(action.case)) ?? 0) + 1);
      }
    };
    const bytes = smithBytes({ seed: 3, contexts: 2, actions: 500, blobs: 4, blob: 100 });
    const model = fromBinary(ProtoMDLMdlSchema, bytes);
    const found = new Map<string, number>();
    for (const [g, group] of model.networkGroups.entries()) {
      for (const [c, context] of group.contexts.entries()) {
        add(context.operations);
        const { actions, actionKinds, operationCount } = (await timeline(
          memorySource(bytes),
          `network_groups[${g}].contexts[${c}]`,
        ))!;
        expect(operationCount).toBe(context.operations.length);
        for (const kind of actions.kind) {
          const name = actionKinds[kind]!.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
          found.set(name, (found.get(name) ?? 0) + 1);
        }
      }
    }
    expect(found.size).toBeGreaterThan(4);
    expect(found).toEqual(counts);
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
    const told = steps(found!);
    expect(told.actions.map(({ kind, configuration }) => [kind, configuration])).toEqual([...once, ...once]);
    expect(told.operations.map(({ trigger, actions }) => [trigger, actions])).toEqual([
      ['trigger_lcu', 4],
      ['trigger_lcu', 4],
    ]);
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

  it('covers the readable part of broken files', async () => {
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
