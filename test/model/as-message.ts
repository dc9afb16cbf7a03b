import type { DescField, DescMessage, Message, UnknownField } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { BlobHandle } from '../../src/read/model/blob.js';
import type { List } from '../../src/read/model/list.js';
import { type ElementValue, MessageView } from '../../src/read/model/message-view.js';

/**
 * Returns the generated codec's message with the content of a view. Every field is read by its number, every
 * blob by its handle, and unknown fields from their records.
 */
export async function asMessage(view: MessageView, desc: DescMessage): Promise<Message> {
  return (await copyOf(view, desc)).message;
}

async function copyOf(view: MessageView, desc: DescMessage): Promise<ReflectMessage> {
  const copy = reflect(desc);
  for (const field of desc.fields) await copyField(view, field, copy);
  const unknown: UnknownField[] = [];
  for (const { number, wireType, record } of view.unknownFields()) {
    const bytes = await record.read();
    unknown.push({ no: number, wireType, data: bytes.subarray(tagLength(bytes)) });
  }
  if (unknown.length > 0) copy.setUnknown(unknown);
  return copy;
}

async function copyField(view: MessageView, field: DescField, copy: ReflectMessage): Promise<void> {
  const value = view.get(field.number);
  if (field.fieldKind === 'list') {
    for (const element of value as List<ElementValue>)
      copy.get(field).add((await plain(element, field.message)) as never);
  } else if (field.fieldKind === 'map') {
    for (const [key, element] of value as ReadonlyMap<string, ElementValue>) {
      copy.get(field).set(key, (await plain(element, field.message)) as never);
    }
  } else if (value !== undefined)
    copy.set(field, (await plain(value as ElementValue, field.message)) as never);
}

function plain(value: ElementValue, desc: DescMessage | undefined): unknown {
  if (value instanceof BlobHandle) return value.read();
  return value instanceof MessageView ? copyOf(value, desc!) : value;
}

function tagLength(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte < 0x80) + 1;
}
