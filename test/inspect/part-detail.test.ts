/** Details of a part, and search results. */
import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../src/base/container/take-apart.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { corpusFiles } from './files.js';
import { everyPart, flat, slowSource } from './parts.js';

const opened = (...bytes: number[]): Promise<Inspector> =>
  Inspector.open(memorySource(Uint8Array.from(bytes)), { framing: 'bare' });

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const len = (number: number, ...payload: number[]): number[] => [number * 8 + 2, payload.length, ...payload];

async function detailAt(inspector: Inspector, path: string) {
  const { parts } = await inspector.find(path);
  return inspector.detail(structuredClone(parts.at(-1) as Part));
}

/** Returns the value at a path from protobuf's own codec, for a file in which nothing merges. */
function oracleAt(root: unknown, path: string): unknown {
  let value = root;
  let table = MDL.messages[0];
  for (const step of path.split('.')) {
    const [, name, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) as RegExpExecArray;
    const field = table?.fields.find((one) => one.name === name);
    const holder = value as Record<string, unknown>;
    if (field === undefined) throw new Error(`no field ${name}`);
    const oneof = table?.oneofs[field.oneof];
    if (oneof !== undefined) value = (holder[oneof.localName] as { value?: unknown }).value;
    else value = holder[field.localName];
    if (index !== undefined) value = (value as unknown[])[Number(index)];
    table = MDL.messages[field.message];
  }
  return value;
}

const MERGED = /^(split-messages|unknown-fields|wrong-types|oneof|overlong|reverse)/;

describe('values', () => {
  it('equal those of protobuf’s own codec', async () => {
    let numbers = 0;
    for (const { name, bytes } of corpusFiles('valid', 2500).filter((file) => !MERGED.test(file.name))) {
      const inspector = await Inspector.open(memorySource(bytes));
      const file = takeApart(bytes);
      if (file.framing === 'unknown') continue;
      const oracle = fromBinary(ProtoMDLMdlSchema, file.message);
      for (const { part } of flat(await everyPart(inspector))) {
        const isValue =
          (part.kind === 'record' && !part.hasChildren && part.table < 0) || part.kind === 'element';
        if (!isValue || part.type === null) continue;
        const expected = oracleAt(oracle, part.path);
        const { value } = await inspector.detail(part);
        const at = [name, part.path];
        if (value.kind === 'text') expect([...at, value.text]).toEqual([...at, expected]);
        else if (value.kind === 'bytes') {
          const bytesThere = await inspector.bytes(part);
          expect([...at, Buffer.from(bytesThere).toString('hex')]).toEqual([
            ...at,
            Buffer.from(expected as Uint8Array).toString('hex'),
          ]);
        } else if (value.kind === 'number') {
          numbers++;
          const shown = /\((-?\d+)\)$/.exec(value.text)?.[1] ?? value.text;
          const isFloat = part.type === 'float';
          expect([...at, isFloat ? Math.fround(Number(shown)) : shown]).toEqual([
            ...at,
            isFloat ? expected : String(expected),
          ]);
        }
      }
    }
    expect(numbers).toBeGreaterThan(1500);
  }, 30_000);

  it('of a packed list are shown up to a number without an end', async () => {
    const path =
      'network_groups[0].contexts[0].metadata.edge_layers[0].layer_mux.mux_data.height_ratios_list';
    for (const [list, isCut] of [
      [[1, 2], false],
      [[1, 0x82], true],
    ] as const) {
      let bytes = len(4, ...list);
      for (const number of [3, 4, 2, 3, 3, 2]) bytes = len(number, ...bytes);
      const { value } = await detailAt(await opened(...bytes), path);
      expect(value).toEqual({ kind: 'list', elements: isCut ? ['1'] : ['1', '2'], isCut });
    }
  });

  it('of unknown fields are shown in all ways in which they can be read', async () => {
    // Field 1000 is the varint -2 with 64 bits; field 15 is 1.5 with 32 bits.
    const inspector = await opened(
      0xc0,
      0x3e,
      0xfe,
      ...new Array(8).fill(0xff),
      0x01,
      0x7d,
      0,
      0,
      0xc0,
      0x3f,
    );
    const { parts } = await inspector.children(inspector.root, 0, 10);
    expect(parts.map(({ path, summary, type }) => [path, summary, type])).toEqual([
      ['#1000', '18446744073709551614', null],
      ['#15', '1069547520', null],
    ]);
    const varint = await inspector.detail(parts[0] as Part);
    expect(varint).toMatchObject({
      field: null,
      wireType: 'VARINT',
      tag: 'c03e',
      lengthBytes: null,
      isNonMinimal: false,
      value: {
        kind: 'number',
        readings: [
          { name: 'signed', text: '-2' },
          { name: 'zigzag', text: '9223372036854775807' },
          { name: 'hexadecimal', text: '0xfffffffffffffffe' },
        ],
      },
    });
    const fixed = await inspector.detail(parts[1] as Part);
    expect(fixed.value).toMatchObject({ readings: [{ name: 'float', text: '1.5' }, { text: '0x3fc00000' }] });
  });

  it('have their description in the schema, and the release that added them', async () => {
    const header = len(1, 0x08, 0x81, 0x00, ...len(3, ...ascii('5.0')), 0x20, 0x04);
    const inspector = await opened(...header);
    expect(await detailAt(inspector, 'header.hw_arch')).toMatchObject({
      field: { name: 'hw_arch', number: 1, type: 'ProtoMDLHwArch', holder: 'ProtoMDLHeader', since: null },
      value: { text: 'PROTO__HW_ARCH__ACCEL8P (1)' },
      isNonMinimal: true,
      tag: '08',
      lengthBytes: null,
    });
    expect(await detailAt(inspector, 'header.sdk_version')).toMatchObject({
      value: { kind: 'text', text: '5.0', isCut: false, isUtf8: true },
      tag: '1a',
      lengthBytes: '03',
    });
    expect((await detailAt(inspector, 'header')).value).toEqual({
      kind: 'message',
      isWhole: true,
      fields: [
        { name: 'hw_arch', number: 1, count: 1 },
        { name: 'sdk_version', number: 3, count: 1 },
        { name: 'version', number: 4, count: 1 },
      ],
    });
  });

  it('name it if it is among the next 10,000 records', async () => {
    const version = Uint8Array.of(0x08, 1);
    const overwritten = async (between: number) => {
      const unknown = new Uint8Array(2 * between).map((_, at) => (at % 2 === 0 ? 0x38 : 5));
      const inspector = await Inspector.open(memorySource(lenRecord(1, concat(version, unknown, version))));
      const [first] = (await inspector.children((await inspector.at(0)).parts[1] as Part, 0, 1)).parts;
      return (await inspector.detail(first as Part)).overwritten;
    };
    expect((await overwritten(9999))?.by).toBe('last');
    expect(await overwritten(10_000)).toBeNull();
  });

  it('name the record that overwrites them', async () => {
    // `version` occurs twice; then a trigger has two members.
    const trigger = len(1, ...len(3), ...len(2));
    const group = len(2, ...len(2, ...len(1, ...trigger)));
    const inspector = await opened(...len(1, 0x20, 1, 0x20, 2), ...group);
    const { parts } = await inspector.at(2);
    expect(parts.at(-1)?.path).toBe('header.version');
    const { overwritten } = await inspector.detail(parts.at(-1) as Part);
    expect(overwritten).toEqual({ path: 'header.version', offset: 4, by: 'last' });
    const last = (await inspector.at(4)).parts.at(-1) as Part;
    expect((await inspector.detail(last)).overwritten).toBeNull();
    const trigger_none = 'network_groups[0].preliminary_config.operation[0].trigger.trigger_none';
    expect((await detailAt(inspector, trigger_none)).overwritten).toMatchObject({ by: 'oneof' });
  });

  it('are marked as cut if they are long', async () => {
    const text = new Uint8Array(200_000).fill(0x61);
    const head = [0x1a, 0xc0, 0x9a, 0x0c];
    const record = [0x0a, 0xc4, 0x9a, 0x0c, ...head];
    const inspector = await Inspector.open(memorySource(Uint8Array.from([...record, ...text])), {
      framing: 'bare',
    });
    const { value, part } = await detailAt(inspector, 'header.sdk_version');
    expect(value).toMatchObject({ kind: 'text', isCut: true, isUtf8: true });
    expect(value.kind === 'text' && value.text.length).toBe(65536);
    expect(part.summary).toBe(`"${'a'.repeat(80)}…"`);
    expect((await inspector.bytes(part)).length).toBe(200_000);
    expect((await inspector.bytes(part, 10)).length).toBe(10);
  });
});

describe('summaries of parts', () => {
  it('help to distinguish parts', async () => {
    const { bytes } = corpusFiles('valid').find(({ name }) => name === 'small-network.hef')!;
    const inspector = await Inspector.open(memorySource(bytes));
    const line = async (path: string) => (await inspector.find(path)).parts.at(-1)?.summary;
    expect(await line('network_groups[0]')).toBe('"digits", 2 contexts');
    expect(await line('network_groups[0].contexts[1].operations[1]')).toBe('trigger_lcu, 1 action');
    expect(await line('network_groups[0].contexts[0].operations[0].actions[1]')).toBe(
      'write_data_ccw, data 408 bytes, unique_id 59',
    );
    expect(await line('mapping')).toBe('29.3 KiB');
    expect(await line('header.hw_arch')).toBe('PROTO__HW_ARCH__ACCEL8P (1)');
  });

  it('contain names as they are: the caller must escape them', async () => {
    const evil = '<img src=x onerror=alert(1)>\u202e\0';
    const bytes = [...new TextEncoder().encode(evil)];
    const inspector = await opened(...len(1, ...len(3, ...bytes)));
    expect((await inspector.find('header.sdk_version')).parts.at(-1)?.summary).toBe(`"${evil}"`);
  });
});

describe('search', () => {
  const file = corpusFiles('valid').find(({ name }) => name === 'small-network.hef')!.bytes;

  async function pathsOf(text: string, kind: 'name' | 'value' | 'any' = 'any', bytes = file) {
    const inspector = await Inspector.open(memorySource(bytes));
    const { hits, next } = await inspector.search({ text, kind });
    expect(next).toBeNull();
    return hits.map(({ path }) => path);
  }

  it('finds the same as a visit of all parts', async () => {
    const inspector = await Inspector.open(memorySource(file));
    const all = [...flat(await everyPart(inspector))].map(({ part }) => part);
    const named = all.filter(({ label, kind }) => kind === 'record' && /lcu_index/.test(label));
    expect(await pathsOf('LCU_Index', 'name')).toEqual(named.map(({ path }) => path));
    const valued = all.filter(
      ({ summary, table, number, type }) =>
        number !== null && table < 0 && type === 'uint32' && summary === '87',
    );
    expect(valued.length).toBeGreaterThan(0);
    const found = await inspector.search({ text: '0x57', kind: 'value' });
    expect(found.hits.filter(({ type }) => type === 'uint32')).toEqual(
      valued.map((part) => ({ ...part, match: null })),
    );
    const texts = all.filter(({ type, summary }) => type === 'string' && /digits/i.test(summary));
    expect(await pathsOf('DIGITS', 'value')).toEqual(texts.map(({ path }) => path));
    expect(await pathsOf('accel8p')).toEqual(['header.hw_arch']);
  });

  it('stops at its limit, and can be continued from there', async () => {
    const inspector = await Inspector.open(memorySource(file));
    const all = (await inspector.search({ text: 'cluster' })).hits;
    expect(all.length).toBeGreaterThan(20);
    const paths: string[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const told: Part[] = [];
      const { hits, next } = await inspector.search(
        { text: 'cluster', from },
        { limit: 7, onHit: (part) => told.push(part) },
      );
      expect(told).toEqual(hits);
      paths.push(...hits.map(({ path }) => path));
      from = next;
    }
    expect(paths).toEqual(all.map(({ path }) => path));
  });

  it('finds unknown fields, elements of lists, and text across pieces of a long string', async () => {
    const unknown = [0xc0, 0x3e, 0x2a];
    expect(await pathsOf('#1000', 'any', Uint8Array.from(unknown))).toEqual(['#1000']);
    expect(await pathsOf('42', 'any', Uint8Array.from(unknown))).toEqual(['#1000']);
    const mux = corpusFiles('valid').find(({ name }) => name === 'nested-mux.mdl')!.bytes;
    const inspector = await Inspector.open(memorySource(mux));
    const elements = [...flat(await everyPart(inspector))].filter(({ part }) => part.kind === 'element');
    expect(elements.length).toBeGreaterThan(0);
    const value = elements[0]!.part.summary;
    const hits = await inspector.search({ text: value, kind: 'value' });
    expect(hits.hits).toContainEqual({ ...elements[0]!.part, match: null });
    // A name of 3 MiB, in whose middle the text is, in an asynchronous source.
    const size = 3 << 20;
    const text = new Uint8Array(size).fill(0x61);
    text.set(ascii('needle'), 262_144 * 4 - 3);
    const varint = (n: number) => [
      (n & 0x7f) | 0x80,
      ((n >> 7) & 0x7f) | 0x80,
      ((n >> 14) & 0x7f) | 0x80,
      n >> 21,
    ];
    const bytes = Uint8Array.from([0x0a, ...varint(size + 5), 0x1a, ...varint(size), ...text]);
    const slow = await Inspector.open(slowSource(bytes));
    expect((await slow.search({ text: 'NEEDLE' })).hits.map(({ path }) => path)).toEqual([
      'header.sdk_version',
    ]);
    expect((await slow.search({ text: 'needles' })).hits).toEqual([]);
  });

  it('can be cancelled by a signal', async () => {
    const inspector = await Inspector.open(memorySource(file));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(inspector.search({ text: 'a' }, { signal })).rejects.toThrow('enough');
  });
});
