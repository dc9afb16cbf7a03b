/**
 * At the end of an element, its state equals that of protobuf's own codec: the last value of a scalar, the
 * merged records of a message, the last member of a oneof.
 */
import { type DescField, type DescMessage, fromBinary, type Message, ScalarType } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { everyField, everyTables } from '../model/schemas.js';
import { everything, recordScan } from './recorded-scan.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10);

type Values = Map<string, number>;

/** Types whose encoded value, cut to the type's width, is the value itself. */
const PLAIN = new Map<ScalarType, number>([
  [ScalarType.UINT32, 32],
  [ScalarType.INT32, 32],
  [ScalarType.UINT64, 64],
  [ScalarType.INT64, 64],
  [ScalarType.FIXED32, 32],
  [ScalarType.FIXED64, 64],
]);

/** Returns the value in the form in which a scan keeps it; undefined for types that the test does not compare. */
function comparable(field: DescField, value: unknown): number | undefined {
  if (field.fieldKind === 'enum') return Number(BigInt.asUintN(32, BigInt(value as number)));
  if (field.fieldKind !== 'scalar') return undefined;
  const width = PLAIN.get(field.scalar);
  if (width !== undefined) return Number(BigInt.asUintN(width, BigInt(value as number | bigint)));
  if (field.scalar === ScalarType.BYTES) return (value as Uint8Array).length;
  if (field.scalar === ScalarType.STRING) return new TextEncoder().encode(value as string).length;
  return undefined;
}

/** Returns every singular scalar that is not 0 or empty, by path. */
function decoded(message: ReflectMessage, path: string, into: Values): Values {
  for (const field of message.fields) {
    const here = path === '' ? field.name : `${path}.${field.name}`;
    if (field.fieldKind === 'list' && field.listKind === 'message') {
      for (const [i, item] of [...message.get(field)].entries()) {
        decoded(item as ReflectMessage, `${here}[${i}]`, into);
      }
    } else if (field.fieldKind === 'message') {
      if (message.isSet(field)) decoded(message.get(field), here, into);
    } else if (message.isSet(field)) {
      const value = comparable(field, message.get(field));
      if (value !== undefined && value !== 0) into.set(here, value);
    }
  }
  return into;
}

function namesOf(desc: DescMessage, path: string): DescField | undefined {
  let message: DescMessage | undefined = desc;
  let field: DescField | undefined;
  for (const name of path.replaceAll(/\[\d+\]/g, '').split('.')) {
    field = message?.fields.find((candidate) => candidate.name === name);
    message = field?.message;
  }
  return field;
}

interface Left {
  readonly kept?: readonly (readonly [string, number, unknown])[];
}

async function kept(desc: DescMessage, tables: SchemaTables, bytes: Uint8Array): Promise<Values> {
  const values: Values = new Map();
  for (const call of await recordScan(tables, everything(tables), memorySource(bytes))) {
    for (const [path, value] of (call as Left).kept ?? []) {
      const field = namesOf(desc, path);
      const isCompared =
        field?.fieldKind === 'enum' || (field?.fieldKind === 'scalar' && isKnownType(field.scalar));
      if (isCompared && value !== 0) values.set(path, value);
    }
  }
  return values;
}

function isKnownType(type: ScalarType): boolean {
  return PLAIN.has(type) || type === ScalarType.BYTES || type === ScalarType.STRING;
}

/** Map entries are left out, because the codec has an order of its own for them. */
const withoutMaps = (values: Values): Values =>
  new Map([...values].filter(([path]) => !path.includes('map')));

describe.each([
  ['the model format', ProtoMDLMdlSchema, MDL, 4],
  // Deeper messages are recursive, so a scan treats them as elements, and elements do not merge.
  ['every kind of field', everyField.desc, everyTables, 2],
] as const)('%s', (_name, desc, tables, depth) => {
  it('the state at the end of an element equals the values of protobuf’s own codec', {
    timeout: 120_000 + RUNS * 40,
  }, async () => {
    const property = fc.asyncProperty(arbitraryMessage(desc as DescMessage, { depth }), async ({ bytes }) => {
      const message: Message = fromBinary(desc as DescMessage, bytes);
      const expected = decoded(reflect(desc as DescMessage, message), '', new Map());
      expect(withoutMaps(await kept(desc, tables, bytes))).toEqual(withoutMaps(expected));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
