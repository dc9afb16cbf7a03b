import { isImplicit, isPackable, TYPE_ENUM, wireTypeOf } from '../../base/schema/table.js';
import { WIRE_VARINT } from '../../base/wire/tag.js';
import { type Entry, entriesOf, PACKED, type SchemaEntries } from '../../read/outline/entries.js';
import type { FeatureSpace } from './features.js';

/** Features to count for a field with one of its wire types. */
export interface CountedEntry {
  /** Features of the field and of the oneof's member; `member` is -1 for a field outside of oneofs. */
  readonly field: number;
  readonly member: number;
  /** Bit of a singular field in the masks of its message. */
  readonly bit: number;
  /** Bits of all members of the field's oneof; 0 outside of a oneof. */
  readonly oneof: number;
  /** True if the value 0 means the same as an absent field. */
  readonly isImplicit: boolean;
  /** True for an unpacked record of a packable list. */
  readonly isUnpacked: boolean;
  readonly values: ReadonlyMap<number, number> | undefined;
}

export interface CountedMessage {
  readonly feature: number;
  /** Known field numbers, in any wire type. */
  readonly known: ReadonlySet<number>;
  /** Enum fields whose absence means 0: the bit of the field, and the feature of the value 0. */
  readonly zeros: readonly (readonly [bit: number, feature: number])[];
}

export interface CensusPlan {
  readonly space: FeatureSpace;
  readonly schema: SchemaEntries;
  /** Features to count for each field, by the id of its entry in the schema. */
  readonly entries: readonly CountedEntry[];
  /** Features to count for each message type, by the index of the type. */
  readonly messages: readonly CountedMessage[];
}

/**
 * Number of fields of a message that have a bit in its masks. Further fields are counted, but their
 * repetitions are not detected.
 */
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
  const { type, repeated, oneof } = field;
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
    isImplicit: isImplicit(field),
    isUnpacked: repeated && kind !== PACKED && isPackable(type),
    values: type === TYPE_ENUM ? space.enumValues[field.enum] : undefined,
  };
}

/** True if the entry is a packed list of varints, whose elements have to be read one by one. */
export function isVarintList({ kind, field }: Entry): boolean {
  return kind === PACKED && wireTypeOf(field.type) === WIRE_VARINT;
}
