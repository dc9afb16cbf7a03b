/** The message reference in docs/format.md: every message, field and enum, described by its comment. */
import {
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  ScalarType,
} from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import { isPackable, wireTypeOf } from '../../src/base/schema/table.js';
import type { Marks } from './since.js';

export const REFERENCE_BEGIN = '<!-- generated from the comments of proto/mdl.proto: begin -->';
export const REFERENCE_END = '<!-- generated: end -->';

/**
 * Returns the document with the reference of `file` between the markers.
 *
 * @throws Error when a marker is missing, or something in the schema has no comment
 */
export function withReference(document: string, file: DescFile, marks: Marks): string {
  const begin = document.indexOf(REFERENCE_BEGIN);
  const end = document.indexOf(REFERENCE_END);
  if (begin < 0 || end < begin) throw new Error(`the markers of the reference are missing or out of order`);
  const head = document.slice(0, begin + REFERENCE_BEGIN.length);
  return `${head}\n\n${referenceText(file, marks)}\n${document.slice(end)}`;
}

function referenceText(file: DescFile, marks: Marks): string {
  const comments = withMarks(commentsOf(file.proto), file, marks);
  const uses = usesOf(file);
  const messages = file.messages.map((desc) => messageText(desc, comments, uses.get(desc.typeName) ?? []));
  const enums = file.enums.map((desc) => enumText(desc, comments, uses.get(desc.typeName) ?? []));
  return ['### Messages', ...messages, '### Enums', ...enums].join('\n\n').concat('\n');
}

function messageText(desc: DescMessage, comments: Comments, uses: readonly string[]): string {
  const root = desc === desc.file.messages[0];
  const parts = [`#### ${desc.name}`, comments(desc.typeName), root ? 'This is the root.' : usedIn(uses)];
  const fields = [...desc.fields].sort((a, b) => a.number - b.number);
  if (fields.length === 0) parts.push('It has no fields.');
  else {
    const rows = fields.map((field) => fieldRow(field, comments(`${desc.typeName}.${field.name}`)));
    parts.push(['| No. | Tag | Field | Type | Meaning |', '|---|---|---|---|---|', ...rows].join('\n'));
  }
  for (const oneof of desc.oneofs) {
    const members = oneof.fields.map((field) => `\`${field.name}\``).join(', ');
    parts.push(`Oneof \`${oneof.name}\` (${members}): ${comments(`${desc.typeName}.${oneof.name}`)}`);
  }
  return parts.join('\n\n');
}

function fieldRow(field: DescField, comment: string): string {
  const type = [
    field.fieldKind === 'list' ? 'repeated ' : field.proto.proto3Optional ? 'optional ' : '',
    typeText(field),
    field.oneof ? ` (oneof \`${field.oneof.name}\`)` : '',
    field.deprecated ? ', **deprecated**' : '',
  ].join('');
  return `| ${field.number} | ${tagsText(field)} | \`${field.name}\` | ${type} | ${inCell(comment)} |`;
}

function typeText(field: DescField): string {
  const named = field.message ?? field.enum;
  // The names in `ScalarType` are the names of the protobuf language in capitals.
  if (!named) return ScalarType[field.proto.type]!.toLowerCase();
  return `[${named.name}](#${named.name.toLowerCase()})`;
}

/** Formats the bytes of a field's tag as in a hex dump; returns both tags of a list that may be packed. */
function tagsText(field: DescField): string {
  const { number, type } = field.proto;
  const own = tagHex(number, wireTypeOf(type));
  if (field.fieldKind !== 'list' || !isPackable(type)) return `\`${own}\``;
  return `\`${tagHex(number, WireType.LengthDelimited)}\` packed, \`${own}\` not`;
}

function tagHex(number: number, wireType: number): string {
  const bytes: string[] = [];
  // Shifts would overflow: field numbers reach 2^29 - 1, and tags 2^32 - 1.
  for (let rest = number * 8 + wireType; ; rest = Math.floor(rest / 128)) {
    const last = rest < 128;
    bytes.push(((rest % 128) + (last ? 0 : 128)).toString(16).padStart(2, '0'));
    if (last) return bytes.join(' ');
  }
}

function enumText(desc: DescEnum, comments: Comments, uses: readonly string[]): string {
  const rows = desc.values.map(
    ({ number, name }) => `| ${number} | \`${name}\` | ${inCell(comments(`${desc.typeName}.${name}`))} |`,
  );
  const table = ['| Value | Name | Meaning |', '|---|---|---|', ...rows].join('\n');
  return [`#### ${desc.name}`, comments(desc.typeName), usedIn(uses), table].join('\n\n');
}

function usedIn(uses: readonly string[]): string {
  return uses.length === 0 ? 'No field has this type.' : `Used by ${uses.join(', ')}.`;
}

/** Returns the fields of every type. */
function usesOf(file: DescFile): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const message of file.messages) {
    for (const field of message.fields) {
      const used = (field.message ?? field.enum)?.typeName;
      if (used === undefined) continue;
      const list = uses.get(used) ?? [];
      list.push(`[${message.name}](#${message.name.toLowerCase()})\`.${field.name}\``);
      uses.set(used, list);
    }
  }
  return uses;
}

/** Returns comments that end with the release in which their member first appeared. */
export function withMarks(comments: Comments, file: DescFile, marks: Marks): Comments {
  const since = new Map<string, string | undefined>();
  for (const message of file.messages) {
    since.set(message.typeName, marks.message(message));
    for (const field of message.fields) since.set(`${message.typeName}.${field.name}`, marks.field(field));
  }
  for (const { typeName, values } of file.enums) {
    for (const value of values) since.set(`${typeName}.${value.name}`, marks.value(value));
  }
  return (name) => {
    const release = since.get(name);
    return release === undefined ? comments(name) : `${comments(name)} (Since ${release}.)`;
  };
}

/** Returns the comment of a message, field, oneof, enum or value, by its dotted name, as one line. */
export type Comments = (name: string) => string;

/**
 * Returns the comments of top-level messages and enums. Source info names things by paths of descriptor field
 * numbers and indexes: 4 messages (2 fields, 8 oneofs), 5 enums (2 values).
 */
export function commentsOf(file: FileDescriptorProto): Comments {
  const byPath = new Map<string, string>();
  for (const { path, leadingComments } of file.sourceCodeInfo?.location ?? []) {
    if (leadingComments.trim() !== '') byPath.set(path.join('.'), leadingComments);
  }
  const paths = new Map<string, string>();
  for (const [at, message] of file.messageType.entries()) {
    paths.set(message.name, `4.${at}`);
    for (const [i, field] of message.field.entries())
      paths.set(`${message.name}.${field.name}`, `4.${at}.2.${i}`);
    for (const [i, oneof] of message.oneofDecl.entries())
      paths.set(`${message.name}.${oneof.name}`, `4.${at}.8.${i}`);
  }
  for (const [at, { name, value }] of file.enumType.entries()) {
    paths.set(name, `5.${at}`);
    for (const [i, entry] of value.entries()) paths.set(`${name}.${entry.name}`, `5.${at}.2.${i}`);
  }
  return (name) => {
    const comment = byPath.get(paths.get(name) ?? '');
    if (comment === undefined) throw new Error(`${name} has no comment in the schema`);
    return comment.trim().replace(/\s*\n\s*/g, ' ');
  };
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
