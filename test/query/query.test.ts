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
import { query, tabulate } from '../../src/tools/query/query.js';
import { parseQuery, type QueryOptions } from '../../src/tools/query/question.js';
import { type QueryGroup, type QueryRow, QueryTable } from '../../src/tools/query/tables.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { oracleRows, pathsIn } from './oracle.js';

/** Of each property. */
const numRuns = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 60);

const ACTIONS = 'network_groups[*].contexts[*].operations[*].actions[*]';
const BYTES = smithBytes({ seed: 11, layout: 'classic', groups: 1, contexts: 3, actions: 300 });

async function ask(
  bytes: Uint8Array,
  expression: string,
  options: NonNullable<Parameters<typeof query>[2]> = {},
): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  for await (const row of query(memorySource(bytes), expression, { framing: 'bare', ...options }))
    rows.push(row);
  return rows;
}

async function askStream(bytes: Uint8Array, expression: string): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  const stream = streamSource([bytes.slice(0, 50), bytes.slice(50)]);
  for await (const row of query(stream, expression, { framing: 'bare' })) rows.push(row);
  return rows;
}

async function groups(bytes: Uint8Array, expression: string, options: QueryOptions): Promise<QueryGroup[]> {
  const question = parseQuery(expression, options);
  const table = new QueryTable(question);
  await tabulate(memorySource(bytes), table, { framing: 'bare' });
  // Once more, as it comes by a stream.
  const streamed = new QueryTable(question);
  await tabulate(streamSource([bytes]), streamed, { framing: 'bare' });
  expect(streamed.groups()).toEqual(table.groups());
  return table.groups();
}

const arbitraryBytes = fc.oneof(
  arbitraryMessage(ProtoMDLMdlSchema, { depth: 6, records: 16 }).map(({ bytes }) => bytes),
  fc.integer({ min: 0, max: 5000 }).map((seed) => smithBytes({ seed, actions: 40, blob: 40 })),
);

describe('query', () => {
  it('finds what protobuf-es has at a path: values, and where they are', async () => {
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

  it('finds as much in a stream', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBytes, fc.nat(), async (bytes, which) => {
        const paths = pathsIn(fromBinary(ProtoMDLMdlSchema, bytes));
        const path = paths[which % paths.length] as string;
        expect(await askStream(bytes, path)).toEqual(await ask(bytes, path));
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it('refuses a frame without a message, and reads no further than the frame says', async () => {
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

  it('holds elements of a stream up to a size, and refuses larger ones before it has read them', async () => {
    const most = 256 * 1024 * 1024;
    for (const [size, code] of [
      [most, 'wire-truncated'],
      [most + 1, 'model-too-large'],
    ] as const) {
      const bytes = new Uint8Array([0x12, ...varint(BigInt(size)), 0x1a, 0x02, 0x08, 0x05]);
      // More than a window, so that its end is not known when the element begins.
      const chunks = [bytes, new Uint8Array(2 ** 20)];
      const rows = query(streamSource(chunks), 'network_groups[*]', { framing: 'bare' });
      await expect(rows.next()).rejects.toMatchObject({ code });
    }
  });

  it('says in a stream where the elements around are', async () => {
    const rows = await askStream(BYTES, `${ACTIONS}, path(contexts), path(operations), path()`);
    expect(rows.length).toBeGreaterThan(100);
    for (const { path, columns } of rows) {
      const [context, operation] = [/^.*(?=\.operations)/, /^.*(?=\.actions)/].map(
        (part) => part.exec(path)?.[0],
      );
      expect(columns).toEqual({ 'path(contexts)': context, 'path(operations)': operation, 'path()': path });
    }
  });

  it('says of a message how long its record is', async () => {
    const records = [...walkTree(parseTree(BYTES))].map((record) => placeOf(record));
    const sizes = new Map(records.map(({ path, length }) => [path, length]));
    const rows = await ask(BYTES, 'network_groups[*].contexts[*].operations[*], size(trigger)');
    expect(rows.length).toBeGreaterThan(5);
    for (const { path, columns } of rows) {
      expect(columns).toEqual({ 'size(trigger)': sizes.get(`${path}.trigger`) ?? null });
    }
  });

  it('waits in a stream for what is asked of the message around', async () => {
    for (const column of ['size(actions)', 'trigger.unique_id', 'size(operations)', 'context_index']) {
      const expression = `${ACTIONS}, ${column}`;
      const rows: QueryRow[] = [];
      for await (const row of query(streamSource([BYTES]), expression, { framing: 'bare' })) rows.push(row);
      expect(rows).toEqual(await ask(BYTES, expression));
    }
  });

  it('finds as much in a stream whose elements are larger than any window, and before its end', async () => {
    const bytes = smithBytes({ seed: 3, layout: 'classic', groups: 1, actions: 40, blob: 300_000, blobs: 6 });
    let taken = 0;
    const chunks = function* () {
      for (let at = 0; at < bytes.length; at += 10_000) {
        taken = at;
        yield bytes.slice(at, at + 10_000);
      }
    };
    const expression =
      'network_groups[*].preliminary_config.operation[*].actions[*].write_data_ccw.data, offset()';
    const expected = await ask(bytes, expression);
    expect(expected.length).toBeGreaterThan(1);
    const rows: QueryRow[] = [];
    for await (const row of query(streamSource(chunks()), expression, { framing: 'bare' })) {
      if (rows.length === 0) expect(taken).toBeLessThan(bytes.length / 2);
      rows.push(row);
    }
    expect(rows).toEqual(expected);
    // What lies around elements is asked for: all of it has to be known first.
    const around = `${expression}, network_group_metadata.network_group_name`;
    const same: QueryRow[] = [];
    for await (const row of query(streamSource(chunks()), around, { framing: 'bare' })) same.push(row);
    expect(same).toEqual(await ask(bytes, around));
    expect(same.map(({ path }) => path)).toEqual(rows.map(({ path }) => path));
  });

  it('says of a broken stream what it says of a file', async () => {
    const spoiled = fc
      .tuple(arbitraryBytes, fc.nat(), fc.nat(255), fc.boolean())
      .map(([bytes, at, value, isCut]) => {
        const changed = bytes.slice(0, isCut ? at % (bytes.length + 1) : bytes.length);
        if (!isCut && changed.length > 0) changed[at % changed.length] = value;
        return changed;
      });
    const outcome = async (asking: AsyncGenerator<QueryRow>): Promise<QueryRow[]> => {
      const rows: QueryRow[] = [];
      try {
        for await (const row of asking) rows.push(row);
      } catch (error) {
        if (!isProtomdlError(error)) throw error;
        expect(error.code).toMatch(/^(wire|message|string)-/);
        expect(error.offset).toBeGreaterThanOrEqual(0);
      }
      return rows;
    };
    await fc.assert(
      fc.asyncProperty(spoiled, async (bytes) => {
        const expression = `${ACTIONS}, enable_lcu.cluster_index`;
        const streamed = await outcome(query(streamSource([bytes]), expression, { framing: 'bare' }));
        const whole = await outcome(query(memorySource(bytes), expression, { framing: 'bare' }));
        const least = Math.min(streamed.length, whole.length);
        expect(streamed.slice(0, least)).toEqual(whole.slice(0, least));
      }),
      { numRuns },
    );
  });

  it('says where each record is that was written', async () => {
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

  it('leaves out what does not meet a condition', async () => {
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
          // The same by the field's name, and turned round.
          expect(await ask(bytes, path, { where: `!(cluster_index ${sign} ${limit}) == false` })).toEqual(
            all,
          );
        },
      ),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });

  it('counts actions of each kind by context in one question', async () => {
    const found = await groups(BYTES, ACTIONS, { groupBy: 'index(contexts), which(action)' });
    const message = fromBinary(ProtoMDLMdlSchema, BYTES);
    const expected = new Map<string, number>();
    for (const [i, context] of (message.networkGroups[0]?.contexts ?? []).entries()) {
      for (const { actions } of context.operations) {
        for (const { action } of actions) {
          const snake = (action.case ?? 'unset').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          expected.set(`${i} ${snake}`, (expected.get(`${i} ${snake}`) ?? 0) + 1);
        }
      }
    }
    const pairs = found.map(({ group, count }) => [
      `${group['index(contexts)']} ${group['which(action)']}`,
      count,
    ]);
    expect(new Map(pairs as [string, number][])).toEqual(expected);
    expect(expected.size).toBeGreaterThan(5);
    expect(found[0]?.count).toBeGreaterThanOrEqual(found.at(-1)?.count ?? 0);
  });

  it('adds up, and finds the least and the largest', async () => {
    const path = `${ACTIONS}.write_data_ccw`;
    const [sums] = await groups(BYTES, path, {
      sum: ['size(data)'],
      min: ['size(data)'],
      max: ['size(data)'],
    });
    const sizes = (await ask(BYTES, `${path}.data`)).map(({ value }) => (value as { bytes: number }).bytes);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sums).toEqual({
      group: {},
      count: sizes.length,
      sum: { 'size(data)': sizes.reduce((a, b) => a + b, 0) },
      min: { 'size(data)': Math.min(...sizes) },
      max: { 'size(data)': Math.max(...sizes) },
    });
  });

  it('adds numbers with a fraction, and whole ones between them', async () => {
    const networkGroups = [1.5, 2, 0.25, -4].map((bottleneckFps) => ({
      networkGroupMetadata: { bottleneckFps },
    }));
    const bytes = toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, { networkGroups }));
    const path = 'network_groups[*].network_group_metadata.bottleneck_fps';
    const [all] = await groups(bytes, path, { sum: ['value'], min: ['value'], max: ['value'] });
    expect(all).toMatchObject({ sum: { value: -0.25 }, min: { value: -4 }, max: { value: 2 } });
    const [whole] = await groups(bytes, path, { sum: ['value'], where: 'value == 2 || value == -4' });
    expect(whole).toMatchObject({ count: 2, sum: { value: -2 } });
  });

  it('adds whole numbers of a double without losing a digit', async () => {
    const networkGroups = [2 ** 53, 1, 1].map((bottleneckFps) => ({
      networkGroupMetadata: { bottleneckFps },
    }));
    const bytes = toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, { networkGroups }));
    const path = 'network_groups[*].network_group_metadata.bottleneck_fps';
    const [all] = await groups(bytes, path, { sum: ['value'] });
    expect(all).toMatchObject({ sum: { value: String(2n ** 53n + 2n) } });
  });

  it('has a table only where something is counted', () => {
    expect(() => new QueryTable(parseQuery('header'))).toThrow('counts nothing');
    expect(new QueryTable(parseQuery('header', { count: true })).groups()).toEqual([]);
  });

  it('adds whole numbers of 64 bits without losing a digit', async () => {
    const huge = 2n ** 63n + 1n;
    const bytes = [1n, huge, huge].flatMap((offset) => wrapped(0x3a, [0x08, ...varint(offset)]));
    const path = 'external_resources[*].offset';
    const [all] = await groups(new Uint8Array(bytes), path, { sum: ['value'], max: ['value'] });
    expect(all).toMatchObject({ sum: { value: String(1n + 2n * huge) }, max: { value: String(huge) } });
    const where = 'offset == 9223372036854775809';
    expect(await ask(new Uint8Array(bytes), path, { where })).toHaveLength(2);
    expect(await groups(new Uint8Array(bytes), path, { count: true })).toEqual([
      { group: { value: String(huge) }, count: 2 },
      { group: { value: '1' }, count: 1 },
    ]);
  });

  it.each([
    ['offset == 7', [7n]],
    ['7 == offset', [7n]],
    ['offset != 7', [0n, 2n ** 53n + 1n, 2n ** 64n - 1n]],
    ['offset == 0', [0n]],
    ['offset == 7.5', []],
    ['offset < 7.5', [0n, 7n]],
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

  it('knows names of enum values, in full and by their last word', async () => {
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

  it('knows members of a oneof by their names, in quotes or not', async () => {
    const bare = await ask(BYTES, ACTIONS, { where: 'which(action) == enable_lcu' });
    expect(bare.length).toBeGreaterThan(0);
    expect(await ask(BYTES, ACTIONS, { where: 'which(action) == "enable_lcu"' })).toEqual(bare);
    expect(await ask(BYTES, ACTIONS, { where: 'has(enable_lcu)' })).toEqual(bare);
  });

  it('does not find lists in a member of a oneof that another member has cleared, in a stream either', async () => {
    const path = 'network_groups[*].ops[*].core_op.contexts[*]';
    // An op whose core op has two contexts; and the same with a hardware member of the oneof after it.
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

  it('has fields of messages around, columns, elements, and presence', async () => {
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

  it('takes what is not there for neither equal nor different', async () => {
    const all = await ask(BYTES, ACTIONS, { where: 'has(enable_lcu)' });
    const equal = await ask(BYTES, ACTIONS, { where: 'enable_lcu.cluster_index == 1' });
    const other = await ask(BYTES, ACTIONS, { where: 'enable_lcu.cluster_index != 1' });
    expect(equal.length + other.length).toBe(all.length);
    expect(other.length).toBeGreaterThan(0);
  });

  it('gives what comes before a broken message, and says where that is', async () => {
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

function wrapped(tag: number, payload: readonly number[]): number[] {
  return [tag, payload.length, ...payload];
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  for (; value > 0x7fn; value >>= 7n) bytes.push(Number(value & 0x7fn) | 0x80);
  return [...bytes, Number(value)];
}
