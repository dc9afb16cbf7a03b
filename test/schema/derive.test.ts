import { create, createFileRegistry } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../scripts/schema/descriptor-set.js';
import { deriveTables } from '../../src/base/schema/derive.js';
import { enumByName, fieldByName, messageByName } from '../../src/base/schema/lookup.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { type SchemaTables, TYPE_ENUM, TYPE_MESSAGE } from '../../src/base/schema/table.js';
import { file_mdl, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { rawEnums, rawMessages } from './raw-tables.js';

const everyKind = createFileRegistry(compileSchema('test/schema/every-kind'));
const file = everyKind.getFile('every-kind.proto')!;
const root = everyKind.getMessage('test.every_kind.Root')!;

describe.each([
  { name: 'model format', desc: ProtoMDLMdlSchema, of: file_mdl },
  { name: 'every kind of field', desc: root, of: file },
])('tables of the schema: $name', ({ desc, of }) => {
  const tables = deriveTables(desc, of);

  it('describe every message as the compiler does', () => {
    const raw = rawMessages(of.proto);
    expect(tables.messages.map(({ typeName }) => typeName).sort()).toEqual([...raw.keys()].sort());
    for (const message of tables.messages)
      expect(asRaw(tables, message.index)).toEqual(raw.get(message.typeName));
  });

  it('describe every enum as the compiler does', () => {
    const lines = tables.enums.map(({ typeName, values }) => [
      typeName,
      values.map((v) => `${v.name} ${v.number}`),
    ]);
    expect(Object.fromEntries(lines)).toEqual(Object.fromEntries(rawEnums(of.proto)));
  });

  it('have consistent indexes, and have the root first', () => {
    expect(tables.messages[0]!.typeName).toBe(desc.typeName);
    for (const [at, message] of tables.messages.entries()) {
      expect(message.index).toBe(at);
      expect(message.oneofs.map(({ members }) => members)).toEqual(
        message.oneofs.map((_, oneof) =>
          message.fields.filter((f) => f.oneof === oneof).map((f) => f.number),
        ),
      );
      for (const field of message.fields) {
        expect(field.message >= 0, field.name).toBe(field.type === TYPE_MESSAGE);
        expect(field.enum >= 0, field.name).toBe(field.type === TYPE_ENUM);
      }
    }
  });

  it('use the property names of the generated codec', () => {
    const message = create(desc);
    for (const { localName, oneof, repeated } of tables.messages[0]!.fields) {
      if (repeated) expect(message).toHaveProperty(localName);
      else if (oneof < 0) expect(Object.keys(desc.field)).toContain(localName);
    }
    for (const { localName } of tables.messages[0]!.oneofs) expect(message).toHaveProperty(localName);
  });
});

/** Converts a table to the terms of the compiler's descriptor. */
function asRaw(tables: SchemaTables, index: number) {
  const { typeName, mapEntry, fields, oneofs } = tables.messages[index]!;
  return {
    typeName,
    mapEntry,
    fields: fields.map(({ number, name, type, repeated, optional, message, enum: enumIndex, oneof }) => ({
      number,
      name,
      type,
      repeated,
      optional,
      refers: tables.messages[message]?.typeName ?? tables.enums[enumIndex]?.typeName ?? '',
      oneof: oneofs[oneof]?.name ?? '',
    })),
  };
}

describe('deriveTables', () => {
  const tables = deriveTables(root);
  const rootTable = tables.messages[0]!;

  it('leaves out messages that the root does not reach, unless the file is given', () => {
    expect(tables.messages.map(({ typeName }) => typeName)).toEqual([
      'test.every_kind.Root',
      'test.every_kind.Leaf',
      'test.every_kind.Root.Nested',
      'test.every_kind.Root.LeavesEntry',
      'test.every_kind.Root.ColorsByNumberEntry',
      'test.every_kind.Root.DoublesEntry',
      'test.every_kind.Root.RootsEntry',
      'test.every_kind.Root.Nested.Other',
    ]);
    expect(enumByName(tables, 'test.every_kind.UnusedColor')).toBeUndefined();
    const whole = deriveTables(root, file);
    expect(whole.messages.slice(0, tables.messages.length)).toEqual(tables.messages);
    expect(whole.messages.slice(tables.messages.length).map(({ typeName }) => typeName)).toEqual([
      'test.every_kind.Unused',
      'test.every_kind.Unused.Inner',
    ]);
    expect(enumByName(whole, 'test.every_kind.UnusedColor')).toBeDefined();
  });

  it('can start at any message', () => {
    const nested = deriveTables(everyKind.getMessage('test.every_kind.Root.Nested.Other')!);
    expect(nested.messages.map(({ typeName }) => typeName)).toEqual([
      'test.every_kind.Root.Nested.Other',
      'test.every_kind.Root.Nested',
    ]);
  });

  it('distinguishes a synthetic oneof from a real one', () => {
    expect(rootTable.oneofs).toEqual([
      { name: 'first_choice', localName: 'firstChoice', members: [40, 41] },
      { name: 'second_choice', localName: 'secondChoice', members: [45, 50] },
    ]);
    expect(fieldByName(rootTable, 'maybe')).toMatchObject({ optional: true, oneof: -1 });
    expect(fieldByName(rootTable, 'maybe_color')).toMatchObject({ optional: true, oneof: -1 });
    expect(fieldByName(rootTable, 'maybe_leaf')).toMatchObject({ optional: false, oneof: -1 });
    expect(fieldByName(rootTable, 'chosen_number')).toMatchObject({ optional: false, oneof: 0 });
    expect(fieldByName(rootTable, 'a_double')).toMatchObject({ optional: false, oneof: -1 });
  });

  it('creates an entry message for a map', () => {
    const field = fieldByName(rootTable, 'colors_by_number')!;
    expect(field).toMatchObject({ type: TYPE_MESSAGE, repeated: true, localName: 'colorsByNumber' });
    expect(tables.messages[field.message]).toEqual({
      index: field.message,
      typeName: 'test.every_kind.Root.ColorsByNumberEntry',
      mapEntry: true,
      oneofs: [],
      fields: [
        {
          number: 1,
          name: 'key',
          localName: 'key',
          type: 17,
          repeated: false,
          optional: false,
          message: -1,
          enum: -1,
          oneof: -1,
        },
        {
          number: 2,
          name: 'value',
          localName: 'value',
          type: 14,
          repeated: false,
          optional: false,
          message: -1,
          enum: 0,
          oneof: -1,
        },
      ],
    });
  });

  it('handles the largest field number, and sorts by number', () => {
    expect(rootTable.fields.at(-1)).toMatchObject({ number: 2 ** 29 - 1, name: 'last' });
    const numbers = rootTable.fields.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it.each([
    { message: 'Group', code: 'schema-unsupported', what: /Group\.part is a group/ },
    { message: 'Required', code: 'schema-unsupported', what: /Required\.number is required/ },
    { message: 'Closed', code: 'schema-unsupported', what: /Choice is a closed enum/ },
    { message: 'ClosedInList', code: 'schema-unsupported', what: /Choice is a closed enum/ },
    { message: 'AnyBytes', code: 'schema-unsupported', what: /AnyBytes\.text may hold other bytes/ },
  ])('refuses files that proto3 cannot express: $message', ({ message, code, what }) => {
    const legacy = createFileRegistry(compileSchema('test/schema/proto2')).getMessage(
      `test.proto2.${message}`,
    )!;
    expect(() => deriveTables(legacy)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(what) }),
    );
  });
});

describe('the checked-in tables', () => {
  it('equal those of the descriptor', () => {
    expect(MDL).toEqual(deriveTables(ProtoMDLMdlSchema, file_mdl));
  });

  it('contain messages that no field uses, too', () => {
    expect(messageByName(MDL, 'ProtoMDLActionSetDmaCompelte')).toBeDefined();
    expect(messageByName(MDL, 'ProtoMDLActionWaitForDmaCompelte')).toBeDefined();
    expect(enumByName(MDL, 'ProtoMDLExtensionType')).toBeDefined();
  });
});
