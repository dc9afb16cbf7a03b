import { readFileSync } from 'node:fs';
import type { DescField } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import specification from './specification.json' with { type: 'json' };

const messages = new Map(Object.entries<string[]>(specification.messages));
const enums = new Map(Object.entries<string[]>(specification.enums));

/** A field as specification.json has it: "networks_names 6 repeated string". */
function fieldLine(field: DescField): string {
  const type = field.message?.name ?? field.enum?.name ?? ScalarType[field.scalar!]?.toLowerCase();
  const label = field.fieldKind === 'list' ? 'repeated ' : '';
  const oneof = field.oneof ? ` oneof ${field.oneof.name}` : '';
  return `${field.name} ${field.number} ${label}${type}${oneof}`;
}

describe('the schema against the specification', () => {
  it('defines the messages of the specification and no others', () => {
    expect(file_mdl.messages.map(({ name }) => name).sort()).toEqual([...messages.keys()].sort());
    expect(
      file_mdl.messages.flatMap(({ nestedMessages, nestedEnums }) => [...nestedMessages, ...nestedEnums]),
    ).toEqual([]);
  });

  it.each(file_mdl.messages)('$name has the fields of the specification and no others', (message) => {
    expect(message.fields.map(fieldLine).sort()).toEqual([...(messages.get(message.name) ?? [])].sort());
  });

  it('defines the enums of the specification and no others', () => {
    expect(file_mdl.enums.map(({ name }) => name).sort()).toEqual([...enums.keys()].sort());
  });

  it.each(file_mdl.enums)('$name has the values of the specification and no others', (desc) => {
    expect(desc.values.map(({ name, number }) => `${name} ${number}`)).toEqual(enums.get(desc.name));
  });

  it('has four oneofs', () => {
    const oneofs = file_mdl.messages.flatMap(({ oneofs, name }) =>
      oneofs.map((oneof) => `${name}.${oneof.name}`),
    );
    expect(oneofs.sort()).toEqual([
      'ProtoMDLAction.action',
      'ProtoMDLEdgeLayer.edge',
      'ProtoMDLTrigger.trigger',
      'ProtoMdlEdge.edge',
    ]);
  });

  it('marks what is deprecated, and nothing else', () => {
    const deprecated = file_mdl.messages.flatMap(({ fields, name }) =>
      fields.filter((field) => field.deprecated).map((field) => `${name}.${field.name}`),
    );
    expect(deprecated).toEqual(specification.deprecated);
  });

  it('keeps what nothing uses', () => {
    const used = new Set(
      file_mdl.messages.flatMap(({ fields }) => fields.map((f) => (f.message ?? f.enum)?.typeName)),
    );
    const unused = [...file_mdl.messages.slice(1), ...file_mdl.enums].filter(
      ({ typeName }) => !used.has(typeName),
    );
    expect(unused.map(({ name }) => name).sort()).toEqual([...specification.unused].sort());
  });

  // The descriptor is generated; that it is up to date is checked by generate:check. The file is held to
  // the specification here too, so that neither can hide behind the other.
  it('has every line in proto/mdl.proto', () => {
    const source = readFileSync(new URL('../../proto/mdl.proto', import.meta.url), 'utf8');
    const declared = new Map<string, string[]>();
    let holder: string[] = [];
    let oneof = '';
    for (const line of source.split('\n')) {
      const opened = /^(?:message|enum) (\w+) \{/.exec(line);
      if (opened) {
        holder = [];
        declared.set(opened[1]!, holder);
      }
      oneof = /^ {2}oneof (\w+) \{/.exec(line)?.[1] ?? (line === '  }' ? '' : oneof);
      const field = /^ +((?:repeated )?\w+) (\w+) = (\d+)(?: \[deprecated = true\])?;$/.exec(line);
      if (field) holder.push(`${field[2]} ${field[3]} ${field[1]}${oneof ? ` oneof ${oneof}` : ''}`);
      const value = /^ +(\w+) = (\w+);$/.exec(line);
      if (value) holder.push(`${value[1]} ${Number(value[2])}`);
    }
    const sorted = (lines: Iterable<[string, string[]]>) =>
      Object.fromEntries([...lines].map(([name, of]) => [name, [...of].sort()]));
    expect(sorted(declared)).toEqual(sorted([...messages, ...enums]));
  });
});
