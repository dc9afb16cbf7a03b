/**
 * The schema that the benchmark gives to other libraries has the same messages, fields, numbers and types as
 * the real schema.
 */
import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { plainSchema } from '../../bench/contenders/plain-schema.js';
import { file_mdl } from '../../src/generated/mdl_pb.js';

it('equals the real schema without options', () => {
  const text = plainSchema(file_mdl);
  expect(text).not.toMatch(/^import|^option|\[/m);
  const { root } = protobuf.parse(text, { keepCase: true });
  for (const message of file_mdl.messages) {
    const type = root.lookupType(message.name);
    expect(Object.keys(type.fields).sort()).toEqual(message.fields.map(({ name }) => name).sort());
    for (const field of message.fields) {
      const parsed = type.fields[field.name]!;
      expect(parsed.id).toBe(field.number);
      expect(parsed.repeated).toBe(field.fieldKind === 'list');
      // For `optional`, compilers make a oneof with one member.
      const oneof = field.proto.proto3Optional ? `_${field.name}` : field.oneof?.name;
      expect(parsed.partOf?.name).toBe(oneof);
      expect(parsed.type === (field.message ?? field.enum)?.name || field.scalar !== undefined).toBe(true);
    }
  }
  for (const { name, values } of file_mdl.enums) {
    const parsed = root.lookupEnum(name).values;
    expect(parsed).toEqual(Object.fromEntries(values.map((value) => [value.name, value.number])));
  }
});
