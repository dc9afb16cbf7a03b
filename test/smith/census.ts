import { type DescEnum, type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { file_mdl, ProtoMDLExtensionTypeSchema, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

/** Collects everything in the schema that models contain: messages, fields, values of enums. */
export function everything(): ReadonlySet<string> {
  const all = new Set<string>();
  const addEnum = ({ typeName, values }: DescEnum) => {
    for (const { number } of values) all.add(`${typeName} ${number}`);
  };
  const addMessage = ({ typeName, fields }: DescMessage) => {
    all.add(typeName);
    for (const { name } of fields) all.add(`${typeName}.${name}`);
  };
  for (const message of file_mdl.messages) addMessage(message);
  for (const one of file_mdl.enums) addEnum(one);
  return all;
}

/** Adds the content of a model that protobuf's own codec has decoded. */
export function take(bytes: Uint8Array, seen: Set<string>): void {
  const model = fromBinary(ProtoMDLMdlSchema, bytes);
  walk(reflect(ProtoMDLMdlSchema, model), seen);
  // Types of extensions are plain numbers in the schema, so they are added by hand.
  for (const { typeIndex } of [...model.extensions, ...model.optionalExtensions]) {
    seen.add(`${ProtoMDLExtensionTypeSchema.typeName} ${typeIndex}`);
  }
}

function walk(message: ReflectMessage, seen: Set<string>): void {
  seen.add(message.desc.typeName);
  for (const field of message.fields) {
    if (field.fieldKind === 'enum') {
      // A missing value counts as 0, unless it is a member of a oneof.
      seen.add(`${field.enum.typeName} ${message.get(field)}`);
    }
    if (!message.isSet(field)) continue;
    seen.add(`${message.desc.typeName}.${field.name}`);
    if (field.fieldKind === 'message') walk(message.get(field), seen);
    if (field.fieldKind === 'list' && field.listKind === 'message') {
      for (const element of message.get(field)) walk(element as ReflectMessage, seen);
    }
  }
}
