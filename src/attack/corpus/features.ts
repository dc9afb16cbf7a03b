/**
 * The features that files can exercise: every message, field, oneof member and enum value of the schema,
 * every form of the wire format, every container, every code. A feature is a number, an index into the counts
 * of a file.
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

/** A feature: a property that a file can have. */
export interface FileFeature {
  /** Kind of the feature. */
  readonly kind: FeatureKind;
  /** `ProtoMDLAction`, `ProtoMDLAction.enable_lcu`, `ProtoMDLAction.action = enable_lcu`, `ProtoMDLHwArch.NAME`, a code. */
  readonly name: string;
}

/** Forms of the wire format that parsers have to accept; each form that parsers refuse has a code instead. */
export const WIRE_FORMS = [
  /**
   * Forms of a list of numbers: in one record; in one record without elements; with one record for each
   * number.
   */
  'packed',
  'packed-empty',
  'unpacked',
  /** A singular message in several records, which parsers merge. */
  'merged',
  /** A singular value in several records, of which the last counts. */
  'repeated-value',
  /** A record of another oneof member after the first member. */
  'oneof-switched',
  /** A record after a record with a higher field number. */
  'out-of-order',
  /** The default value, 0 or empty, in a field that could be omitted. */
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
/** A form of the wire format that parsers have to accept. */
export type WireForm = (typeof WIRE_FORMS)[number];

/** Containers of a message: no header (`bare`), and each kind of header. */
export const CONTAINERS = [
  'bare',
  'version-0',
  'version-1',
  'version-1-md5',
  'version-2',
  'version-3',
] as const;

/** All features, with the numbers of the features of each kind. */
export interface FeatureSpace {
  /** The schema of the messages, fields and enums. */
  readonly schema: SchemaTables;
  /** Features by their numbers. */
  readonly features: readonly FileFeature[];
  /** Features of the messages, by message index. */
  readonly messages: readonly number[];
  /** Features of the fields, by message index, then in the order of `MessageTable.fields`. */
  readonly fields: readonly (readonly number[])[];
  /** Features of the oneof members, in the order of `fields`; -1 for a field outside of oneofs. */
  readonly members: readonly (readonly number[])[];
  /**
   * Features of the enum values, by enum index, then by value; if two names share a value, the feature of the
   * first name.
   */
  readonly enumValues: readonly ReadonlyMap<number, number>[];
  /** Features of the wire forms. */
  readonly wireForms: Readonly<Record<WireForm, number>>;
  /** Features of the containers. */
  readonly containers: Readonly<Record<(typeof CONTAINERS)[number], number>>;
  /** Features of the codes. */
  readonly codes: ReadonlyMap<string, number>;
}

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
