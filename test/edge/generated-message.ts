/** Messages of the schema with boundary values, written by protobuf-es. */
import {
  create,
  type DescField,
  type DescMessage,
  type MessageShape,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import fc from 'fast-check';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { Bytes } from './mutations.js';

function scalar(type: ScalarType): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.STRING:
      return fc.string({ unit: 'binary', maxLength: 8 });
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 16 });
    case ScalarType.UINT64:
      return fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
    case ScalarType.UINT32:
      return fc.oneof(
        fc.nat({ max: 300 }),
        fc.constantFrom(0xffffffff, 0x80000000, 127, 128, 16383, 16384),
        fc.nat(),
      );
    case ScalarType.INT32:
      return fc.oneof(fc.integer({ min: -2, max: 300 }), fc.integer());
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return fc.float();
    default:
      throw new Error(`no generator for scalar type ${type}`);
  }
}

const byMessage = new Map<string, fc.Arbitrary<unknown>>();

/** Each field is present or absent, independently of others; the deeper a message is, the rarer it is. */
function shape(desc: DescMessage, level: number): fc.Arbitrary<Record<string, unknown>> {
  const key = `${desc.typeName}/${level}`;
  let arbitrary = byMessage.get(key);
  if (arbitrary === undefined) {
    const entries = desc.members.map((member) => {
      if (member.kind === 'oneof') {
        const cases = member.fields
          .filter((field) => level < 8 || field.message === undefined)
          .map((field) => value(field, level).map((inner) => ({ case: field.localName, value: inner })));
        return [
          member.localName,
          fc.option(fc.oneof(...cases, fc.constant({ case: undefined })), { nil: undefined }),
        ] as const;
      }
      const deep = member.message !== undefined && level >= 8;
      const inner = deep
        ? fc.constant(undefined)
        : fc.option(value(member, level), { nil: undefined, freq: 3 });
      return [member.localName, inner] as const;
    });
    arbitrary = fc
      .record(Object.fromEntries(entries))
      .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, inner]) => inner !== undefined)));
    byMessage.set(key, arbitrary);
  }
  return arbitrary as fc.Arbitrary<Record<string, unknown>>;
}

function value(field: DescField, level: number): fc.Arbitrary<unknown> {
  const one = (): fc.Arbitrary<unknown> => {
    if (field.message !== undefined) return shape(field.message, level + 1);
    if (field.enum !== undefined) return fc.oneof(fc.constantFrom(0, 1, 2, 100, 103, 3, -1), fc.integer());
    return scalar(field.scalar as ScalarType);
  };
  return field.fieldKind === 'list' ? fc.array(one(), { maxLength: 3 }) : one();
}

/** Generates the message of a whole model file, in bytes. */
export const message: fc.Arbitrary<Bytes> = shape(ProtoMDLMdlSchema, 0).map((fields) =>
  toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, fields as MessageShape<typeof ProtoMDLMdlSchema>)),
);
