/**
 * Derives tables from descriptors, for any proto3 schema. Only types are imported from protobuf-es, so that
 * the code of protobuf-es is not loaded at run time.
 */
import type { DescEnum, DescField, DescFile, DescMessage, DescOneof } from '@bufbuild/protobuf';
import { ProtomdlError } from '../diagnostics/error.js';
import {
  type EnumTable,
  type FieldTable,
  type MessageTable,
  type OneofTable,
  type SchemaTables,
  TYPE_ENUM,
  TYPE_MESSAGE,
  TYPE_STRING,
} from './table.js';

// Values of FeatureSet.FieldPresence (descriptor.proto). Importing the enum would load protobuf-es at run
// time.
const PRESENCE_EXPLICIT = 1;
const PRESENCE_LEGACY_REQUIRED = 3;

/**
 * Derives the tables of `root` and of every message and enum that is reachable from `root`.
 *
 * Tables are in the order of a breadth-first walk over the fields by number. Therefore the order depends only
 * on the schema, and not on the layout of the schema's file. Map fields get their synthetic entry message
 * (`mapEntry`).
 *
 * @param file file whose messages and enums are all added after the reachable messages and enums
 * @throws ProtomdlError `schema-unsupported` for features outside of proto3: groups, closed enums, required
 * fields, strings that need not be UTF-8. Readers would misread such fields.
 */
export function deriveTables(root: DescMessage, file?: DescFile): SchemaTables {
  const tables = new Derivation();
  tables.addMessage(root);
  tables.addReachable();
  if (file) {
    tables.addAll(file.messages, file.enums);
    tables.addReachable();
  }
  return { messages: tables.messages, enums: tables.enums };
}

/** Type of a field's values: the field's own type, or the element type of its list or map. */
interface ValueDesc {
  readonly scalar: number | undefined;
  readonly message: DescMessage | undefined;
  readonly enum: DescEnum | undefined;
}

class Derivation {
  readonly messages: MessageTable[] = [];
  readonly enums: EnumTable[] = [];
  readonly #messageIndexes = new Map<string, number>();
  readonly #enumIndexes = new Map<string, number>();
  /** Messages that have an index. Messages from `messages.length` on have no table yet. */
  readonly #queue: (() => MessageTable)[] = [];

  /** Assigns an index to a message. The table is derived later, because a message may contain itself. */
  addMessage(desc: DescMessage): number {
    return this.#enqueue(desc.typeName, (index) => this.#messageTable(desc, index));
  }

  addReachable(): void {
    for (let at = this.messages.length; at < this.#queue.length; at++) this.messages.push(this.#queue[at]!());
  }

  /** Adds the descriptors of a file or of a message's nested types, in the order of the file. */
  addAll(messages: readonly DescMessage[], enums: readonly DescEnum[]): void {
    for (const desc of enums) this.#addEnum(desc);
    for (const desc of messages) {
      this.addMessage(desc);
      this.addAll(desc.nestedMessages, desc.nestedEnums);
    }
  }

  #enqueue(typeName: string, make: (index: number) => MessageTable): number {
    let index = this.#messageIndexes.get(typeName);
    if (index === undefined) {
      const added = this.#queue.length;
      this.#messageIndexes.set(typeName, added);
      this.#queue.push(() => make(added));
      index = added;
    }
    return index;
  }

  #addEnum(desc: DescEnum): number {
    if (!desc.open) throw unsupported(desc.typeName, 'is a closed enum');
    let index = this.#enumIndexes.get(desc.typeName);
    if (index === undefined) {
      index = this.enums.length;
      this.#enumIndexes.set(desc.typeName, index);
      this.enums.push({
        typeName: desc.typeName,
        values: desc.values.map(({ number, name }) => ({ number, name })),
      });
    }
    return index;
  }

  #messageTable(desc: DescMessage, index: number): MessageTable {
    const fields = [...desc.fields].sort((a, b) => a.number - b.number);
    return {
      index,
      typeName: desc.typeName,
      fields: fields.map((field) => this.#fieldTable(field, desc.oneofs)),
      oneofs: desc.oneofs.map(oneofTable),
      mapEntry: false,
    };
  }

  #fieldTable(field: DescField, oneofs: readonly DescOneof[]): FieldTable {
    refuseOtherThanProto3(field);
    const { number, name, localName, fieldKind } = field;
    const isMap = fieldKind === 'map';
    const value = isMap
      ? { type: TYPE_MESSAGE, message: this.#addMapEntry(field), enum: -1 }
      : this.#valueType(field);
    const singular = fieldKind === 'scalar' || fieldKind === 'enum';
    return {
      number,
      name,
      localName,
      type: value.type,
      repeated: isMap || fieldKind === 'list',
      optional: singular && !field.oneof && field.presence === PRESENCE_EXPLICIT,
      message: value.message,
      enum: value.enum,
      oneof: field.oneof ? oneofs.indexOf(field.oneof) : -1,
    };
  }

  #valueType({ scalar, message, enum: enumDesc }: ValueDesc): Pick<FieldTable, 'type' | 'message' | 'enum'> {
    if (message) return { type: TYPE_MESSAGE, message: this.addMessage(message), enum: -1 };
    if (enumDesc) return { type: TYPE_ENUM, message: -1, enum: this.#addEnum(enumDesc) };
    return { type: scalar!, message: -1, enum: -1 };
  }

  /**
   * Adds the entry message of a map, which is a list of entries on the wire. protobuf-es has no descriptor of
   * the entry.
   */
  #addMapEntry(field: DescField & { fieldKind: 'map' }): number {
    // typeName has a leading dot: ".Parent.ChildrenEntry".
    const typeName = field.proto.typeName.slice(1);
    return this.#enqueue(typeName, (index) => ({
      index,
      typeName,
      fields: [
        entryField(1, 'key', { type: field.mapKey, message: -1, enum: -1 }),
        entryField(2, 'value', this.#valueType(field)),
      ],
      oneofs: [],
      mapEntry: true,
    }));
  }
}

function entryField(
  number: number,
  name: string,
  { type, message, enum: enumIndex }: Pick<FieldTable, 'type' | 'message' | 'enum'>,
): FieldTable {
  const plain = { repeated: false, optional: false };
  return { number, name, localName: name, type, ...plain, message, enum: enumIndex, oneof: -1 };
}

function oneofTable(desc: DescOneof): OneofTable {
  const members = desc.fields.map((field) => field.number).sort((a, b) => a - b);
  return { name: desc.name, localName: desc.localName, members };
}

function refuseOtherThanProto3(field: DescField): void {
  const where = `${field.parent.typeName}.${field.name}`;
  if ('delimitedEncoding' in field && field.delimitedEncoding) throw unsupported(where, 'is a group');
  if (field.presence === PRESENCE_LEGACY_REQUIRED) throw unsupported(where, 'is required');
  const text = field.scalar === TYPE_STRING || (field.fieldKind === 'map' && field.mapKey === TYPE_STRING);
  if (text && !field.utf8Validation) throw unsupported(where, 'may hold other bytes than UTF-8');
}

function unsupported(where: string, what: string): ProtomdlError {
  return new ProtomdlError('schema-unsupported', `${where} ${what}; only proto3 schemas can be read`);
}
