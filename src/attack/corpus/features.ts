/**
 * What a set of files can exercise: every message, field, oneof member and enum value of the schema, every form
 * that the wire format has for them, every container, every code. Features are numbers, so that a file's are an
 * array.
 */
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { CATALOGUE } from '../../check/rules/index.js';

/** What features are of, in the order in which they are numbered. */
export const FEATURE_KINDS = [
  'message',
  'field',
  'oneof-member',
  'enum-value',
  'wire-form',
  'container',
  'code',
] as const;
/** What a feature is of. */
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/** Something that a file can show. */
export interface Feature {
  /** What it is of. */
  readonly kind: FeatureKind;
  /** `ProtoMDLAction`, `ProtoMDLAction.enable_lcu`, `ProtoMDLAction.action = enable_lcu`, `ProtoMDLHwArch.NAME`, a code. */
  readonly name: string;
}

/** Ways of writing that parsers have to take; what no parser should meet is among the codes. */
export const WIRE_FORMS = [
  /** A list of numbers in one record; without any element; and with a record for each. */
  'packed',
  'packed-empty',
  'unpacked',
  /** A singular message in a further record of the same message. */
  'merged',
  /** A singular value in a further record. */
  'repeated-value',
  /** Another member of a oneof that had one. */
  'oneof-switched',
  /** A record after one with a higher field number. */
  'out-of-order',
  /** A value that is 0 or empty, of a field that would mean the same if it was left out. */
  'default-written',
  'overlong-tag',
  'overlong-length',
  'overlong-value',
  /** A number that the enum does not have. */
  'unlisted-enum-value',
  /** A known field in a wire type that is not its own. */
  'other-wire-type',
  'unknown-varint',
  'unknown-i64',
  'unknown-len',
  'unknown-group',
  'unknown-i32',
] as const;
/** A way of writing that parsers have to take. */
export type WireForm = (typeof WIRE_FORMS)[number];

/** Bare messages, and each header that there is. */
export const CONTAINERS = [
  'bare',
  'version-0',
  'version-1',
  'version-1-md5',
  'version-2',
  'version-3',
] as const;

/** All features, with the numbers of the first of each kind. */
export interface FeatureSpace {
  /** The schema whose messages, fields and enums they are. */
  readonly schema: SchemaTables;
  /** By number. */
  readonly features: readonly Feature[];
  /** By message index. */
  readonly messages: readonly number[];
  /** By message index, then in the order of `MessageTable.fields`. */
  readonly fields: readonly (readonly number[])[];
  /** The same; -1 for a field that is in no oneof. */
  readonly members: readonly (readonly number[])[];
  /** By enum index, then by number; of two names for a number the first. */
  readonly enumValues: readonly ReadonlyMap<number, number>[];
  /** Numbers of ways of writing. */
  readonly wireForms: Readonly<Record<WireForm, number>>;
  /** Numbers of containers. */
  readonly containers: Readonly<Record<(typeof CONTAINERS)[number], number>>;
  /** Numbers of codes. */
  readonly codes: ReadonlyMap<string, number>;
}

/** The features of a schema and of a list of codes. */
function featureSpaceOf(schema: SchemaTables, codes: Iterable<string>): FeatureSpace {
  const features: Feature[] = [];
  const add = (kind: FeatureKind, name: string): number => features.push({ kind, name }) - 1;
  const messages = schema.messages.map(({ typeName }) => add('message', typeName));
  const fields = schema.messages.map((message) =>
    message.fields.map(({ name }) => add('field', `${message.typeName}.${name}`)),
  );
  const members = schema.messages.map((message) =>
    message.fields.map(({ name, oneof }) =>
      oneof < 0 ? -1 : add('oneof-member', `${message.typeName}.${message.oneofs[oneof]?.name} = ${name}`),
    ),
  );
  const enumValues = schema.enums.map(({ typeName, values }) => {
    const byNumber = new Map<number, number>();
    for (const { name, number } of values) {
      if (!byNumber.has(number)) byNumber.set(number, add('enum-value', `${typeName}.${name}`));
    }
    return byNumber;
  });
  const named = <T extends string>(kind: FeatureKind, names: readonly T[]): Record<T, number> =>
    Object.fromEntries(names.map((name) => [name, add(kind, name)])) as Record<T, number>;
  return {
    schema,
    features,
    messages,
    fields,
    members,
    enumValues,
    wireForms: named('wire-form', WIRE_FORMS),
    containers: named('container', CONTAINERS),
    codes: new Map([...codes].map((code) => [code, add('code', code)])),
  };
}

let cached: FeatureSpace | undefined;

/** The features of model files. */
export function modelFeatures(): FeatureSpace {
  cached ??= featureSpaceOf(MDL, CATALOGUE.keys());
  return cached;
}
