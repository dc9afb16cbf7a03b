/** For each limit of a listing, the largest value within it, and the next value. */
import { expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { messageByName } from '../../src/base/schema/lookup.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLContextSchema, ProtoMDLCoreOpSchema } from '../../src/generated/mdl_pb.js';
import { Tapes } from '../../src/read/outline/tape.js';
import { readContextFacts } from '../../src/tools/disasm/context-head.js';
import { readScope } from '../../src/tools/disasm/scope.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { linesOf } from './disassembled.js';

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const tapes = (bytes: Uint8Array) => new Tapes(memorySource(bytes), { entersCut: true });

it('a context has up to 4,096 layers, 1,000 entries of a timeline, and 256 records of metadata', () => {
  const factsOf = (layers: number, ordered: number, records: number) => {
    const metadata = { edge_layers: times(layers, {}), trigger_order: times(ordered, {}) };
    const { bytes } = encode(ProtoMDLContextSchema, { metadata });
    const all = concat(bytes, ...times(records - 1, lenRecord(3, '')));
    const facts = readContextFacts(tapes(all), 0, all.length);
    return [facts.layers.length, facts.timeline.length, facts.timelineMore, facts.metadata.length];
  };
  expect(factsOf(4096, 1000, 256)).toEqual([4096, 1000, 0, 256]);
  expect(factsOf(4097, 1002, 257)).toEqual([4096, 1000, 2, 256]);
});

it('names have up to 1,024 bytes, and a core op up to 4,096 networks and 65,536 preliminary configurations', () => {
  const table = messageByName(MDL, 'ProtoMDLCoreOp');
  if (table === undefined) throw new Error('no core op');
  const scopeOf = (networks: number, preliminary: number, name: number) => {
    const { bytes } = encode(ProtoMDLCoreOpSchema, {
      networks_names: times(networks, 'a'),
      network_group_metadata: { network_group_name: 'n'.repeat(name) },
    });
    const all = concat(bytes, ...times(preliminary, lenRecord(2, '')));
    const stretch = { from: 0, end: all.length, offset: 0 };
    const facts = readScope(tapes(all), [stretch], table);
    return [facts.networks.length, facts.preliminary.length, facts.name.length];
  };
  expect(scopeOf(4096, 65_536, 1024)).toEqual([4096, 65_536, 1024]);
  expect(scopeOf(4097, 65_537, 1025)).toEqual([4096, 65_536, 1024]);
});

it('an action has up to 4 numbers of unknown fields, each once', async () => {
  const unknown = (...numbers: number[]) => concat(...numbers.map((number) => varintRecord(number, 1)));
  const file = (action: Uint8Array) => lenRecord(2, lenRecord(3, lenRecord(2, lenRecord(2, action))));
  const numbers = async (...all: number[]) => {
    const lines = await linesOf(file(unknown(...all)), { framing: 'bare' });
    return lines.flatMap(
      ({ actions }) => actions?.map((one) => (one as { unknown?: unknown }).unknown) ?? [],
    );
  };
  expect(await numbers(201, 202, 203, 202, 204)).toEqual([[201, 202, 203, 204]]);
  expect(await numbers(201, 202, 203, 204, 205)).toEqual([[201, 202, 203, 204]]);
});
