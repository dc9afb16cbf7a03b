/**
 * The features that files can exercise: every message, field, oneof member and enum value of the schema,
 * every form of the wire format, every container, every code. Features are numbers, so that those of a file
 * are an array.
 */
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { CATALOGUE } from '../../check/rules/index.js';

/** Kinds of features, in the order of their numbers. */
export const FEATURE_KINDS = [
  'message',
  'field',
  'oneof-member',
  'enum-value',
  'wire-form',
  'container',
  'code',
] as const;
/** Kind of a feature. */
export type FeatureKind = (typeof FEATURE_KINDS)[number];

/** Something that a file can have. */
export interface FileFeature {
  /** Kind of the feature. */
  readonly kind: FeatureKind;
  /** `ProtoMDLAction`, `ProtoMDLAction.enable_lcu`, `ProtoMDLAction.action = enable_lcu`, `ProtoMDLHwArch.NAME`, a code. */
  readonly name: string;
}

/** Encodings that parsers have to accept; those that parsers refuse are among the codes. */
export const WIRE_FORMS = [
  /** A list of numbers: in one record; in one record without elements; with a record for each number. */
  'packed',
  'packed-empty',
  'unpacked',
  /** A singular message with a further record of the same message. */
  'merged',
  /** A singular value with a further record. */
  'repeated-value',
  /** Another member of a oneof after the first one. */
  'oneof-switched',
  /** A record after one with a higher field number. */
  'out-of-order',
  /** A value 0 or empty, in a field that could have been omitted. */
  'default-written',
  'overlong-tag',
  'overlong-length',
  'overlong-value',
  'unlisted-enum-value',
  /** A known field in a wire type of another field type. */
  'other-wire-type',
  'unknown-varint',
  'unknown-i64',
  'unknown-len',
  'unknown-group',
  'unknown-i32',
] as const;
/** An encoding that parsers have to accept. */
export type WireForm = (typeof WIRE_FORMS)[number];

/** Bare messages, and each kind of header. */
export const CONTAINERS = [
  'bare',
  'version-0',
  'version-1',
  'version-1-md5',
  'version-2',
  'version-3',
] as const;

/** All features, with the number of the first feature of each kind. */
export interface FeatureSpace {
  /** The schema of the messages, fields and enums. */
  readonly schema: SchemaTables;
  /** By number. */
  readonly features: readonly FileFeature[];
  /** By message index. */
  readonly messages: readonly number[];
  /** By message index, then in the order of `MessageTable.fields`. */
  readonly fields: readonly (readonly number[])[];
  /** In the same order; -1 for a field outside of oneofs. */
  readonly members: readonly (readonly number[])[];
  /** By enum index, then by number; if a number has two names, the feature of the first name. */
  readonly enumValues: readonly ReadonlyMap<number, number>[];
  /** Numbers of the encodings. */
  readonly wireForms: Readonly<Record<WireForm, number>>;
  /** Numbers of containers. */
  readonly containers: Readonly<Record<(typeof CONTAINERS)[number], number>>;
  /** Numbers of codes. */
  readonly codes: ReadonlyMap<string, number>;
}

/** Returns the features of a schema and of a list of codes. */
function featureSpaceOf(schema: SchemaTables, codes: Iterable<string>): FeatureSpace {
  const features: FileFeature[] = [];
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

/** Returns the features of model files. */
export function modelFeatures(): FeatureSpace {
  cached ??= featureSpaceOf(MDL, CATALOGUE.keys());
  return cached;
}
