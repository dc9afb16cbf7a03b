/** Calls of a scan to its handler, in small messages. */
import { expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { type Fields, hex, raw, type Sequence, seq, varint } from '../../scripts/corpus/notation.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { TYPE_UINT32 } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { WIRE_SGROUP } from '../../src/base/wire/tag.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { Subscription } from '../../src/read/scan/subscription.js';
import { everything, recordScan } from './recorded-scan.js';

async function told<Call>(subscription: Subscription, content: Fields | Sequence): Promise<readonly Call[]> {
  const { bytes } = encode(ProtoMDLMdlSchema, content);
  return (await recordScan(MDL, subscription, memorySource(bytes))) as readonly Call[];
}

it('distinguishes 256 kinds of unknown fields, and counts further kinds together', async () => {
  const paths = async (kinds: number) => {
    const fields = Array.from({ length: kinds }, (_, i) => raw(1000 + i, varint(1n)));
    const calls = await told<{ code?: string; path: string }>({}, seq(...fields));
    return calls.filter(({ code }) => code === 'unknown-fields').map(({ path }) => path);
  };
  expect(await paths(256)).toHaveLength(256);
  expect(await paths(257)).toHaveLength(257);
  expect(await paths(259)).toEqual(await paths(257));
});

it('reports an unknown group as a group, even if its content is encoded unusually', async () => {
  const unknown = async (group: string) => {
    const calls = await told<object>({ unknown: ['ProtoMDLMdl'] }, seq(hex(group)));
    return calls.filter((call) => 'wireType' in call);
  };
  const group = { unknown: '', number: 99, wireType: WIRE_SGROUP, offset: 0 };
  expect(await unknown('9b 06 08 05 9c 06')).toEqual([{ ...group, length: 6 }]);
  expect(await unknown('9b 06 08 85 00 9c 06')).toEqual([{ ...group, length: 7 }]);
});

const operation = (...actions: readonly (Fields | Sequence)[]): Fields => ({
  network_groups: [{ contexts: [{ operations: [{ actions }] }] }],
});

it('announces an element that lacks a member of a required oneof', async () => {
  const content = operation({ none: {} }, { unique_id: 1 }, {});
  const calls = await told<{ leave: string }>({ need: ['ProtoMDLAction.action'] }, content);
  const action = 'network_groups[0].contexts[0].operations[0].actions';
  expect(calls.map(({ leave }) => leave)).toEqual([`${action}[1]`, `${action}[2]`]);
});

it('marks a truncated element as broken, and its containers as incomplete', async () => {
  const leave = ['ProtoMDLAction', 'ProtoMDLOperation', 'ProtoMDLContext'];
  const calls = await told<{ leave?: string; broken: boolean; lost: boolean }>(
    { leave },
    operation(seq(hex('08'))),
  );
  expect(calls.filter((call) => call.leave !== undefined)).toMatchObject([
    { broken: true, lost: false },
    { broken: false, lost: true },
    { broken: false, lost: true },
  ]);
});

it('marks neither a valid element nor its containers as broken or incomplete', async () => {
  const leave = ['ProtoMDLAction', 'ProtoMDLOperation', 'ProtoMDLContext'];
  const calls = await told({ leave }, operation({ none: {} }, { none: {} }));
  const sound = { broken: false, lost: false };
  expect(calls).toMatchObject([sound, sound, sound, sound]);
});

it('passes on the bytes of a record that a rule receives whole', async () => {
  expect(await told({ retain: ['ProtoMDLHeader'] }, { header: { hw_arch: 1, version: 2n } })).toEqual([
    { record: 'header', bytes: '08012002' },
  ]);
});

it('recognises field 32, the first whose tag is not in the table of short tags', async () => {
  const field = {
    number: 32,
    name: 'f',
    localName: 'f',
    type: TYPE_UINT32,
    repeated: false,
    optional: false,
  };
  const fields = [{ ...field, message: -1, enum: -1, oneof: -1 }];
  const schema = { messages: [{ index: 0, typeName: 'M', fields, oneofs: [], mapEntry: false }], enums: [] };
  const calls = await recordScan(schema, everything(schema), memorySource(hex('80 02 05')));
  expect(calls).toMatchObject([{ leave: '', kept: [['f', 5, { offset: 0, length: 3 }]] }]);
});
