import { type DescField, type DescFile, type DescMessage, ScalarType } from '@bufbuild/protobuf';

export function plainSchema(file: DescFile): string {
  const lines = ['syntax = "proto3";'];
  for (const { name, values } of file.enums) {
    lines.push(`enum ${name} {`, ...values.map((value) => `  ${value.name} = ${value.number};`), '}');
  }
  for (const message of file.messages) lines.push(...messageLines(message));
  return `${lines.join('\n')}\n`;
}

function messageLines(message: DescMessage): string[] {
  if (message.nestedMessages.length + message.nestedEnums.length > 0) {
    throw new Error(`${message.typeName} has types of its own, which nothing here writes`);
  }
  const lines = [`message ${message.name} {`];
  for (const member of message.members) {
    if (member.kind === 'oneof') {
      lines.push(
        `  oneof ${member.name} {`,
        ...member.fields.map((field) => `    ${fieldText(field)}`),
        '  }',
      );
    } else {
      lines.push(`  ${fieldText(member)}`);
    }
  }
  return [...lines, '}'];
}

function fieldText(field: DescField): string {
  if (field.fieldKind === 'map') throw new Error(`${field.name} is a map, which nothing here writes`);
  const label = field.fieldKind === 'list' ? 'repeated ' : field.proto.proto3Optional ? 'optional ' : '';
  const type = field.message?.typeName ?? field.enum?.typeName ?? ScalarType[field.scalar!].toLowerCase();
  return `${label}${type} ${field.name} = ${field.number};`;
}
