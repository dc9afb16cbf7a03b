import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smithBytes, smithFile } from '../../src/attack/smith/smith.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { placeOf } from '../../src/read/tree/place.js';
import { walkTree } from '../../src/read/tree/walk.js';
import { query } from '../../src/tools/query/query.js';
import type { QueryRow } from '../../src/tools/query/tables.js';
import { varint } from '../arbitrary/wire-writer.js';
import { ACTIONS, arbitraryBytes, ask, askStream, BYTES, wrapped } from './asked.js';
import { oracleRows, pathsIn } from './oracle.js';

const numRuns = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 60);

describe('query', () => {
  it('finds the values that protobuf-es has at a path, with their offsets and paths', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBytes, fc.nat(), async (bytes, which) => {
        const message = fromBinary(ProtoMDLMdlSchema, bytes);
        const paths = pathsIn(message);
        const path = paths[which % paths.length] as string;
        const rows = await ask(bytes, path);
        const expected = oracleRows(message, path);
        expect(rows.map((row) => row.path)).toEqual(expected.map((row) => row.path));
        for (const [i, { value }] of expected.entries()) {
          if (value !== undefined) expect(rows[i]?.value).toEqual(value);
        }
      }),
      { numRuns },
    );
  });

  it('finds the same in a stream', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBytes, fc.nat(), async (bytes, which) => {
        const paths = pathsIn(fromBinary(ProtoMDLMdlSchema, bytes));
        const path = paths[which % paths.length] as string;
        expect(await askStream(bytes, path)).toEqual(await ask(bytes, path));
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it('refuses a frame without a message, and does not read past the end that the frame states', async () => {
    const cut = Uint8Array.of(0x01, 0x48, 0x45, 0x46, 0, 0);
    await expect(ask(cut, 'header', { framing: 'auto' })).rejects.toMatchObject({
      code: 'frame-truncated-header',
    });
    await expect(ask(BYTES, 'header', { framing: 'framed' })).rejects.toMatchObject({
      code: 'frame-bad-magic',
    });
    const streamed = query(streamSource([cut]), 'header', { framing: 'auto' });
    await expect(streamed.next()).rejects.toMatchObject({ code: 'frame-truncated-header' });
    const framed = await smithFile({ seed: 11, framing: 0, preset: 'small' });
    const after = Uint8Array.from([...framed, 0x3a, 0x02, 0x08, 0x07]);
    const framing = 'auto';
    expect(await ask(framed, 'network_groups[*].networks_names[*]', { framing })).not.toEqual([]);
    expect(await ask(after, 'external_resources[*].offset', { framing })).toEqual([]);
  });

  it('returns the length of a message’s record', async () => {
    const records = [...walkTree(parseTree(BYTES))].map((record) => placeOf(record));
    const sizes = new Map(records.map(({ path, length }) => [path, length]));
    const rows = await ask(BYTES, 'network_groups[*].contexts[*].operations[*], size(trigger)');
    expect(rows.length).toBeGreaterThan(5);
    for (const { path, columns } of rows) {
      expect(columns).toEqual({ 'size(trigger)': sizes.get(`${path}.trigger`) ?? null });
    }
  });

  it('returns the offset of each record', async () => {
    const places = new Map<number, string>();
    for (const record of walkTree(parseTree(BYTES))) {
      const { offset, path } = placeOf(record);
      places.set(offset, path);
    }
    const rows = await ask(BYTES, `${ACTIONS}.enable_lcu.cluster_index`);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.some(({ offset }) => offset === null)).toBe(true);
    expect(rows.some(({ offset }) => offset !== null)).toBe(true);
    for (const { offset, path, value } of rows) {
      if (offset === null) expect(value).toBe(0);
      else expect(places.get(offset)).toBe(path);
    }
  });

  it('leaves out values that do not meet a condition', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
        fc.nat(9),
        async (seed, sign, limit) => {
          const bytes = smithBytes({ seed, layout: 'classic', actions: 60 });
          const path = `${ACTIONS}.enable_lcu.cluster_index`;
          const kept = await ask(bytes, path, { where: `value ${sign} ${limit}` });
          const all = (await ask(bytes, path)).filter(({ value }) => compare(Number(value), sign, limit));
          expect(kept).toEqual(all);
          // The same rows are selected by the field's name and by a negated condition.
          expect(await ask(bytes, path, { where: `!(cluster_index ${sign} ${limit}) == false` })).toEqual(
            all,
          );
        },
      ),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });

  it.each([
    ['offset == 7', [7n]],
    ['7 == offset', [7n]],
    ['offset != 7', [0n, 2n ** 53n + 1n, 2n ** 64n - 1n]],
    ['offset == 0', [0n]],
    ['offset == 7.5', []],
    ['offset < 7.5', [0n, 7n]],
    ['offset < 7', [0n]],
    ['offset <= 7', [0n, 7n]],
    ['offset > 7', [2n ** 53n + 1n, 2n ** 64n - 1n]],
    ['offset >= 7', [7n, 2n ** 53n + 1n, 2n ** 64n - 1n]],
    ['offset == 9007199254740993', [2n ** 53n + 1n]],
    ['offset == 9007199254740992', []],
    ['offset == 18446744073709551615', [2n ** 64n - 1n]],
    ['offset == size', [7n]],
  ])('compares numbers of 64 bits with any number: %s', async (where, expected) => {
    const values = [0n, 7n, 2n ** 53n + 1n, 2n ** 64n - 1n];
    const bytes = values.flatMap((offset) => wrapped(0x3a, [0x08, ...varint(offset), 0x10, 7]));
    const rows = await ask(new Uint8Array(bytes), 'external_resources[*].offset', { where });
    expect(rows.map(({ value }) => BigInt(String(value)))).toEqual(expected);
  });

  it('accepts names of enum values, in full and by their last word', async () => {
    const layers = 'network_groups[*].contexts[*].metadata.edge_layers[*]';
    const [short, full, quoted, number] = await Promise.all(
      [
        'DEVICE_TO_HOST',
        'PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST',
        '"PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST"',
        '1',
      ].map((name) => ask(BYTES, layers, { where: `direction == ${name}` })),
    );
    expect(short?.length).toBeGreaterThan(0);
    expect(full).toEqual(short);
    expect(quoted).toEqual(short);
    expect(number).toEqual(short);
  });

  it('accepts members of a oneof by their names, with or without quotes', async () => {
    const bare = await ask(BYTES, ACTIONS, { where: 'which(action) == enable_lcu' });
    expect(bare.length).toBeGreaterThan(0);
    expect(await ask(BYTES, ACTIONS, { where: 'which(action) == "enable_lcu"' })).toEqual(bare);
    expect(await ask(BYTES, ACTIONS, { where: 'has(enable_lcu)' })).toEqual(bare);
  });

  it('ignores lists in a member of a oneof that another member has replaced, also in a stream', async () => {
    const path = 'network_groups[*].ops[*].core_op.contexts[*]';
    // An op whose core op has two contexts; and the same op, with a hardware member of the oneof after it.
    const nested = (field: number, payload: readonly number[]) => [field * 8 + 2, payload.length, ...payload];
    const opFields = MDL.messages.find(({ typeName }) => typeName === 'ProtoMDLOp')?.fields ?? [];
    const rootFields = MDL.messages[0]?.fields ?? [];
    const groupFields =
      MDL.messages.find(({ typeName }) => typeName === 'ProtoMDLNetworkGroup')?.fields ?? [];
    const coreFields = MDL.messages.find(({ typeName }) => typeName === 'ProtoMDLCoreOp')?.fields ?? [];
    const numberOf = (fields: typeof opFields, name: string) =>
      fields.find((field) => field.name === name)?.number as number;
    const coreOp = opFields.find(({ name }) => name === 'core_op');
    const other = opFields.find((field) => field.oneof === coreOp?.oneof && field !== coreOp);
    const core = nested(numberOf(opFields, 'core_op'), [
      ...nested(numberOf(coreFields, 'contexts'), []),
      ...nested(numberOf(coreFields, 'contexts'), []),
    ]);
    const fileWith = (op: readonly number[]) =>
      Uint8Array.from(
        nested(numberOf(rootFields, 'network_groups'), nested(numberOf(groupFields, 'ops'), op)),
      );
    for (const [bytes, count] of [
      [fileWith(core), 2],
      [fileWith([...core, ...nested(other?.number as number, [])]), 0],
    ] as const) {
      const oracle = fromBinary(ProtoMDLMdlSchema, bytes).networkGroups[0]?.ops[0]?.op;
      expect(oracle?.case === 'coreOp' ? oracle.value.contexts.length : 0).toBe(count);
      const rows: QueryRow[] = [];
      for await (const row of query(streamSource([bytes]), path, { framing: 'bare' })) rows.push(row);
      expect(rows).toHaveLength(count);
      expect(await ask(bytes, path)).toEqual(rows);
    }
  });

  it('returns fields of surrounding messages, columns, elements, and presence', async () => {
    const expression = `${ACTIONS}, context_index, $.header.version, size(actions), actions[0].unique_id, has(enable_lcu), path(contexts)`;
    const rows = await ask(BYTES, expression, { where: 'index(contexts) == 1 && has(enable_lcu)' });
    expect(rows.length).toBeGreaterThan(0);
    const message = fromBinary(ProtoMDLMdlSchema, BYTES);
    for (const { columns, path } of rows) {
      expect(path.startsWith('network_groups[0].contexts[1].')).toBe(true);
      expect(columns).toMatchObject({
        context_index: message.networkGroups[0]?.contexts[1]?.contextIndex,
        '$.header.version': String(message.header?.version),
        'has(enable_lcu)': true,
        'path(contexts)': 'network_groups[0].contexts[1]',
      });
    }
    const ranged = await ask(BYTES, 'network_groups[*].contexts[1:3].context_index');
    expect(ranged.map(({ path }) => path)).toEqual([
      'network_groups[0].contexts[1].context_index',
      'network_groups[0].contexts[2].context_index',
    ]);
    expect(await askStream(BYTES, 'network_groups[*].contexts[1:3].context_index')).toEqual(ranged);
    expect(await ask(BYTES, 'network_groups[0].contexts[99].context_index')).toEqual([]);
  });

  it('numbers elements of lists of scalars from 0', async () => {
    const networkGroups = [{ networksNames: ['a', 'b'] }, { networksNames: ['c', 'd'] }];
    const message = create(ProtoMDLMdlSchema, { networkGroups });
    const expression = 'network_groups[*].networks_names[*], index()';
    const rows = await ask(toBinary(ProtoMDLMdlSchema, message), expression);
    expect(rows.map(({ path, value, columns }) => [path, value, columns['index()']])).toEqual([
      ['network_groups[0].networks_names[0]', 'a', 0],
      ['network_groups[0].networks_names[1]', 'b', 1],
      ['network_groups[1].networks_names[0]', 'c', 0],
      ['network_groups[1].networks_names[1]', 'd', 1],
    ]);
  });

  it('treats a missing value as neither equal nor different', async () => {
    const all = await ask(BYTES, ACTIONS, { where: 'has(enable_lcu)' });
    const equal = await ask(BYTES, ACTIONS, { where: 'enable_lcu.cluster_index == 1' });
    const other = await ask(BYTES, ACTIONS, { where: 'enable_lcu.cluster_index != 1' });
    expect(equal.length + other.length).toBe(all.length);
    expect(other.length).toBeGreaterThan(0);
  });

  it('returns the part before a broken message, and reports where it is', async () => {
    const group = wrapped(0x12, wrapped(0x1a, [0x08, 0x05]));
    const bytes = new Uint8Array([...group, ...wrapped(0x12, wrapped(0x1a, [0x08, 0x06, 0x0f, 0x00]))]);
    const rows: QueryRow[] = [];
    const asking = (async () => {
      const source = memorySource(bytes);
      for await (const row of query(source, 'network_groups[*].contexts[*].context_index', {
        framing: 'bare',
      })) {
        rows.push(row);
      }
    })();
    const error = await asking.catch((thrown: unknown) => thrown);
    expect(isProtomdlError(error) && [error.code, error.offset, error.path]).toEqual([
      'wire-invalid-type',
      12,
      'network_groups[1].contexts[0]',
    ]);
    expect(rows.map(({ value }) => value)).toEqual([5]);
  });
});

function compare(value: number, sign: string, limit: number): boolean {
  switch (sign) {
    case '==':
      return value === limit;
    case '!=':
      return value !== limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    default:
      return value >= limit;
  }
}
