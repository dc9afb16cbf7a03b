import { readFileSync } from 'node:fs';
import {
  type DescEnumValue,
  type DescField,
  type DescMessage,
  getOption,
  hasOption,
  ScalarType,
} from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import { message_since, since, value_since } from '../../src/generated/options_pb.js';
import specification from './specification.json' with { type: 'json' };

const messages = new Map(Object.entries<string[]>(specification.messages));
const enums = new Map(Object.entries<string[]>(specification.enums));

/** Lines of later.tsv: type, field or value, release. */
const later = readFileSync(new URL('./later.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const fieldMark = (desc: DescField) => (hasOption(desc, since) ? getOption(desc, since) : undefined);
const valueMark = (desc: DescEnumValue) =>
  hasOption(desc, value_since) ? getOption(desc, value_since) : undefined;
const messageMark = (desc: DescMessage) =>
  hasOption(desc, message_since) ? getOption(desc, message_since) : undefined;

/** A field in the format of specification.json: "networks_names 6 repeated string". */
function fieldLine(field: DescField): string {
  const type = field.message?.name ?? field.enum?.name ?? ScalarType[field.scalar!]?.toLowerCase();
  const label = field.fieldKind === 'list' ? 'repeated ' : field.proto.proto3Optional ? 'optional ' : '';
  const oneof = field.oneof ? ` oneof ${field.oneof.name}` : '';
  return `${field.name} ${field.number} ${label}${type}${oneof}`;
}

const valueLine = ({ name, number }: DescEnumValue): string => `${name} ${number}`;

describe('the schema without its marks, compared with the specification', () => {
  const unmarkedFields = (desc: DescMessage) => desc.fields.filter((field) => fieldMark(field) === undefined);
  const ownMessages = file_mdl.messages.filter(
    (desc) =>
      messageMark(desc) === undefined && (desc.fields.length === 0 || unmarkedFields(desc).length > 0),
  );
  const ownEnums = file_mdl.enums.filter(({ values }) =>
    values.some((value) => valueMark(value) === undefined),
  );

  it('defines the messages of the specification and no others', () => {
    expect(ownMessages.map(({ name }) => name).sort()).toEqual([...messages.keys()].sort());
    expect(
      file_mdl.messages.flatMap(({ nestedMessages, nestedEnums }) => [...nestedMessages, ...nestedEnums]),
    ).toEqual([]);
  });

  it.each(ownMessages)('$name has the fields of the specification and no others', (message) => {
    expect(unmarkedFields(message).map(fieldLine).sort()).toEqual(
      [...(messages.get(message.name) ?? [])].sort(),
    );
  });

  it('defines the enums of the specification and no others', () => {
    expect(ownEnums.map(({ name }) => name).sort()).toEqual([...enums.keys()].sort());
  });

  it.each(ownEnums)('$name has the values of the specification and no others', (desc) => {
    const own = desc.values.filter((value) => valueMark(value) === undefined);
    expect(own.map(valueLine)).toEqual(enums.get(desc.name));
  });

  it('has four oneofs', () => {
    const oneofs = ownMessages.flatMap(({ oneofs, name }) => oneofs.map((oneof) => `${name}.${oneof.name}`));
    expect(oneofs.sort()).toEqual([
      'ProtoMDLAction.action',
      'ProtoMDLEdgeLayer.edge',
      'ProtoMDLTrigger.trigger',
      'ProtoMdlEdge.edge',
    ]);
  });

  it('marks deprecated members, and no others', () => {
    const deprecated = ownMessages.flatMap(({ fields, name }) =>
      fields.filter((field) => field.deprecated).map((field) => `${name}.${field.name}`),
    );
    expect(deprecated).toEqual(specification.deprecated);
    const values = file_mdl.enums.flatMap(({ values }) => values.filter((value) => value.deprecated));
    expect(values.map(({ name }) => name)).toEqual(['PROTO__HW_ARCH__ACCEL10H']);
  });

  it('keeps unused messages and enums', () => {
    const used = new Set(
      file_mdl.messages.flatMap(({ fields }) => fields.map((f) => (f.message ?? f.enum)?.typeName)),
    );
    const unused = [...file_mdl.messages.slice(1), ...file_mdl.enums].filter(
      ({ typeName }) => !used.has(typeName),
    );
    expect(unused.map(({ name }) => name).sort()).toEqual([...specification.unused].sort());
  });
});

describe('the marks', () => {
  it('name the release of each addition of the runtimes, and nothing else', () => {
    const marked: string[] = [];
    const mark = (type: string, line: string, release: string | undefined) => {
      if (release !== undefined) marked.push(`${type}\t${line}\t${release}`);
    };
    for (const message of file_mdl.messages) {
      mark(message.name, '', messageMark(message));
      for (const field of message.fields) mark(message.name, fieldLine(field), fieldMark(field));
    }
    for (const { name, values } of file_mdl.enums) {
      for (const value of values) mark(name, valueLine(value), valueMark(value));
    }
    expect(marked.sort()).toEqual([...later].sort());
  });

  it('of a message without a mark of its own leave presence to its only field', () => {
    const optional = file_mdl.messages.flatMap(({ name, fields }) =>
      fields.filter(({ proto }) => proto.proto3Optional).map((field) => `${name}.${field.name}`),
    );
    expect(optional).toEqual(['ProtoMDLEdgeLayer.pad_index']);
    const edgeLayer = file_mdl.messages.find(({ name }) => name === 'ProtoMDLEdgeLayer')!;
    expect(edgeLayer.oneofs.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
      ['edge', ['layer_info', 'layer_mux', 'layer_planes']],
    ]);
  });
});

// The descriptor is generated, and generate:check checks that it is up to date. These tests also compare the
// .proto file itself with the specification, so that an error in the file is not hidden by the descriptor.
describe('proto/mdl.proto', () => {
  const source = readFileSync(new URL('../../proto/mdl.proto', import.meta.url), 'utf8');
  /** "Type<tab>field or value<tab>release", without a release if the field or value has no mark. */
  const declared: string[] = [];
  let holder = '';
  let oneof = '';
  for (const line of source.split('\n')) {
    holder = /^(?:message|enum) (\w+) \{/.exec(line)?.[1] ?? holder;
    oneof = /^ {2}oneof (\w+) \{/.exec(line)?.[1] ?? (line === '  }' ? '' : oneof);
    const mark = /\((?:value_|message_)?since\) = "([\d.]+)"/.exec(line)?.[1] ?? '';
    const field = /^ +((?:(?:repeated|optional) )?\w+) (\w+) = (\d+)(?: \[[^\]]*\])?;$/.exec(line);
    if (field) {
      const within = oneof === '' ? '' : ` oneof ${oneof}`;
      declared.push(`${holder}\t${field[2]} ${field[3]} ${field[1]}${within}\t${mark}`);
    }
    const value = /^ +(\w+) = (\w+)(?: \[[^\]]*\])?;$/.exec(line);
    if (value) declared.push(`${holder}\t${value[1]} ${Number(value[2])}\t${mark}`);
    if (/^ {2}option /.test(line)) declared.push(`${holder}\t\t${mark}`);
  }

  it('has every line of the specification and of later additions, and no other', () => {
    const specified = [...messages, ...enums].flatMap(([name, lines]) =>
      lines.map((line) => `${name}\t${line}\t`),
    );
    expect(declared.sort()).toEqual([...specified, ...later].sort());
  });

  it('contains marks of every kind', () => {
    const kinds = new Set(
      [...source.matchAll(/\((\w+)\) = "[\d.]+"/g)].map(([, option]) => option as string),
    );
    expect([...kinds].sort()).toEqual(['message_since', 'since', 'value_since']);
  });
});
