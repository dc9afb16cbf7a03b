import { isPackable, TYPE_ENUM, TYPE_MESSAGE, wireTypeOf } from '../../base/schema/table.js';
import { WIRE_VARINT } from '../../base/wire/tag.js';
import { type Entry, entriesOf, PACKED, type SchemaEntries } from '../../read/outline/entries.js';
import type { FeatureSpace } from './features.js';

/** The features that a census counts for a field in one of its wire types. */
export interface CountedEntry {
  /** The feature of the field, and of the oneof's member; -1 for a field outside of oneofs. */
  readonly field: number;
  readonly member: number;
  /** For a singular field: its bit among the fields of the message. */
  readonly bit: number;
  /** Bits of all members of its oneof; 0 outside of a oneof. */
  readonly oneof: number;
  /** The value 0 means the same as an absent field. */
  readonly isImplicit: boolean;
  /** One record of a list that could have been packed. */
  readonly isUnpacked: boolean;
  /** Features of an enum's values, by number. */
  readonly values: ReadonlyMap<number, number> | undefined;
}

/** The features that a census counts for a message. */
export interface CountedMessage {
  readonly feature: number;
  /** Known field numbers, in any wire type. */
  readonly known: ReadonlySet<number>;
  /** Enum fields whose absence means 0, as a bit and the feature of that value. */
  readonly zeros: readonly (readonly [bit: number, feature: number])[];
}

export interface CensusPlan {
  readonly space: FeatureSpace;
  readonly schema: SchemaEntries;
  /** By id of the schema's entries. */
  readonly entries: readonly CountedEntry[];
  /** By index. */
  readonly messages: readonly CountedMessage[];
}

/** Fields beyond the bits of a mask are counted, but repetitions are not detected. */
const MASK_BITS = 31;

export function censusPlanOf(space: FeatureSpace): CensusPlan {
  const schema = entriesOf(space.schema);
  const entries = schema.entries.map((entry) => countedEntry(entry, space));
  const messages = schema.messages.map(({ table: { index, fields } }): CountedMessage => {
    const zeros = schema.entries.flatMap(({ id, message }): [number, number][] => {
      const { bit, isImplicit, values } = entries[id] as CountedEntry;
      const zero = values?.get(0);
      return message.index === index && isImplicit && bit !== 0 && zero !== undefined ? [[bit, zero]] : [];
    });
    const known = new Set(fields.map(({ number }) => number));
    return { feature: space.messages[index] as number, known, zeros };
  });
  return { space, schema, entries, messages };
}

function countedEntry({ kind, field, message }: Entry, space: FeatureSpace): CountedEntry {
  const { type, repeated, optional, oneof } = field;
  const place = message.fields.indexOf(field);
  const bitOf = (at: number): number => (at < MASK_BITS ? 1 << at : 0);
  const members = message.fields.reduce(
    (mask, one, at) => (one.oneof === oneof ? mask | bitOf(at) : mask),
    0,
  );
  return {
    field: space.fields[message.index]?.[place] ?? -1,
    member: space.members[message.index]?.[place] ?? -1,
    bit: repeated ? 0 : bitOf(place),
    oneof: oneof < 0 ? 0 : members,
    isImplicit: !repeated && !optional && oneof < 0 && type !== TYPE_MESSAGE,
    isUnpacked: repeated && kind !== PACKED && isPackable(type),
    values: type === TYPE_ENUM ? space.enumValues[field.enum] : undefined,
  };
}

/** True if the elements of an entry have to be read one by one. */
export function isVarintList({ kind, field }: Entry): boolean {
  return kind === PACKED && wireTypeOf(field.type) === WIRE_VARINT;
}
