import {
  type DescriptorProto,
  type EnumDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FileDescriptorProto,
} from '@bufbuild/protobuf/wkt';

/**
 * Reads the expected tables of a file directly from the compiler's descriptor, in another way than
 * `deriveTables`: without indexes, and without our own names.
 */
export interface RawMessage {
  readonly typeName: string;
  readonly mapEntry: boolean;
  readonly fields: readonly RawField[];
}

export interface RawField {
  readonly number: number;
  readonly name: string;
  readonly type: number;
  readonly repeated: boolean;
  readonly optional: boolean;
  /** Full name of the message or enum, or "". */
  readonly refers: string;
  /** Name of the oneof, or "". */
  readonly oneof: string;
}

/** Returns every message of the file by full name, including nested messages and map entries. */
export function rawMessages(file: FileDescriptorProto): Map<string, RawMessage> {
  const found = new Map<string, RawMessage>();
  const visit = (message: DescriptorProto, scope: string) => {
    const typeName = scope + message.name;
    found.set(typeName, {
      typeName,
      mapEntry: message.options?.mapEntry ?? false,
      fields: rawFields(message),
    });
    for (const nested of message.nestedType) visit(nested, `${typeName}.`);
  };
  for (const message of file.messageType) visit(message, scopeOf(file));
  return found;
}

/** Returns every enum of the file, including nested ones: its full name, and lines "NAME number". */
export function rawEnums(file: FileDescriptorProto): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (of: EnumDescriptorProto, scope: string) =>
    found.set(
      scope + of.name,
      of.value.map(({ name, number }) => `${name} ${number}`),
    );
  const visit = (message: DescriptorProto, scope: string) => {
    for (const of of message.enumType) add(of, `${scope}${message.name}.`);
    for (const nested of message.nestedType) visit(nested, `${scope}${message.name}.`);
  };
  for (const of of file.enumType) add(of, scopeOf(file));
  for (const message of file.messageType) visit(message, scopeOf(file));
  return found;
}

function rawFields(message: DescriptorProto): RawField[] {
  return message.field
    .map((field) => ({
      number: field.number,
      name: field.name,
      type: field.type,
      repeated: field.label === FieldDescriptorProto_Label.REPEATED,
      // `optional` on a message adds nothing: messages always have presence.
      optional: field.proto3Optional && field.type !== FieldDescriptorProto_Type.MESSAGE,
      refers: field.typeName.slice(1),
      oneof: inRealOneof(field) ? message.oneofDecl[field.oneofIndex]!.name : '',
    }))
    .sort((a, b) => a.number - b.number);
}

function inRealOneof(field: DescriptorProto['field'][number]): boolean {
  // oneof_index has explicit presence (proto2), so 0 is an index like any other.
  return Object.hasOwn(field, 'oneofIndex') && !field.proto3Optional;
}

function scopeOf(file: FileDescriptorProto): string {
  return file.package === '' ? '' : `${file.package}.`;
}
