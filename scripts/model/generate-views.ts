/** The text of src/read/model/*.gen.ts: a class of typed views for every message of the schema. */
import {
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescOneof,
  ScalarType,
} from '@bufbuild/protobuf';
import { type Comments, commentsOf, withMarks } from '../schema/generate-reference.js';
import type { Marks } from '../schema/since.js';

const headOf = (proto: string): string =>
  `// Generated from proto/${proto} by \`npm run generate\` (scripts/model/generate-views.ts).\n`;

/** Import lines by the imported name; a module gets the lines for the names that it uses. */
const IMPORTS: Readonly<Record<string, string>> = {
  bothWays: `import { bothWays } from './both-ways.js';\n`,
  BlobHandle: `import type { BlobHandle } from './blob.js';\n`,
  coreOpsOf: `import { type CoreOp, coreOpsOf } from './core-ops.js';\n`,
  layoutNamed: `import { layoutNamed, type MessageLayout } from './layout.js';\n`,
  List: `import type { List } from './list.js';\n`,
  MessageView: `import type { MessageView } from './message-view.js';\n`,
  TypedView: `import { TypedView } from './typed-view.js';\n`,
  Member: `import { caseOf, type Member, memberOf, type NoMember } from './oneof.js';\n`,
};

const IMPORTS_OF_NOTES = `import { NOTES } from '../../base/schema/mapping.gen.js';\n`;

const HELPERS = `
const viewIn = (typed: TypedView): MessageView => typed.view;
`;

/** Views use the model's schema by default. */
const BASE_OF_NOTES = `abstract class NotesView extends TypedView {
  static override get layout(): MessageLayout {
    return layoutNamed(NOTES, this.typeName);
  }
}
`;

/**
 * Roots of the views that validation uses. The views of these messages, and of the messages in them, are in a
 * separate module that loads no other views: defining all 86 classes takes a millisecond.
 */
const EDGE_ROOTS = [
  'ProtoMDLEdgeLayer',
  'ProtoMDLEdgeLayerFused',
  'ProtoMDLYoloBboxDecoder',
  'ProtoMDLSSDBboxDecoder',
];
export const EDGE_VIEWS = 'src/read/model/edge-layer.gen.ts';
export const VIEWS = 'src/read/model/mdl.gen.ts';
/** Views of the compiler's notes, which have a separate schema that only the reader of networks needs. */
export const NOTES_VIEWS = 'src/show/network/notes.gen.ts';

/** Members of every view: a property with such a name would hide the member. */
const TAKEN = new Set(['view', 'span', 'path', 'fieldSpan', 'constructor']);

/** Additional methods of views: by message, the text of methods that are written elsewhere. */
const METHODS: Readonly<Record<string, readonly [name: string, text: string]>> = {
  ProtoMDLNetworkGroup: [
    'coreOps',
    `  /**
   * Returns the messages that hold the group's contexts: the group itself, or else its partial groups, the core
   * operations of its graph, and their partial groups. They are searched during the iteration.
   */
  coreOps(): Iterable<CoreOp> {
    return { [Symbol.iterator]: () => coreOpsOf(this) };
  }
`,
  ],
};

/** Method that reads a scalar, and the type of its result. */
const SCALARS: Readonly<Record<ScalarType, readonly [method: string, type: string]>> = {
  [ScalarType.DOUBLE]: ['double', 'number'],
  [ScalarType.FLOAT]: ['float', 'number'],
  [ScalarType.INT64]: ['int64', 'bigint'],
  [ScalarType.UINT64]: ['uint64', 'bigint'],
  [ScalarType.INT32]: ['int32', 'number'],
  [ScalarType.FIXED64]: ['fixed64', 'bigint'],
  [ScalarType.FIXED32]: ['fixed32', 'number'],
  [ScalarType.BOOL]: ['bool', 'boolean'],
  [ScalarType.STRING]: ['string', 'string'],
  [ScalarType.BYTES]: ['bytes', 'BlobHandle'],
  [ScalarType.UINT32]: ['uint32', 'number'],
  [ScalarType.SFIXED32]: ['sfixed32', 'number'],
  [ScalarType.SFIXED64]: ['sfixed64', 'bigint'],
  [ScalarType.SINT32]: ['sint32', 'number'],
  [ScalarType.SINT64]: ['sint64', 'bigint'],
};

/** Returns the name of a message or enum in code: without its prefix, which has several spellings. */
function bareName(desc: DescMessage | DescEnum): string {
  return desc.name.replace(/^ProtoM(DL|dl)/, '');
}

/** Returns `OperationView` for ProtoMDLOperation. */
export function viewName(desc: DescMessage): string {
  return `${bareName(desc)}View`;
}

/**
 * Returns the texts of modules by path: a class for every message and an object of numbers for every enum of
 * `file`.
 *
 * @param typeNames names of the messages, in the order of the schema tables
 * @throws Error when two names collide, or a field is of a kind the format does not have
 */
export function viewsModules(
  file: DescFile,
  typeNames: readonly string[],
  marks: Marks,
): ReadonlyMap<string, string> {
  const comments = withMarks(commentsOf(file.proto), file, marks);
  const messages = messagesOf(file, typeNames);
  const names = [...messages.map(viewName), ...file.enums.map(bareName)];
  if (new Set(names).size < names.length) throw new Error('two types have one name without their prefix');
  const inEdges = heldBy(messages.filter(({ name }) => EDGE_ROOTS.includes(name)));
  const classesOf = (wanted: readonly DescMessage[]) =>
    wanted.map((desc) => messageText(desc, 'TypedView', comments));
  const edges = messages.filter((desc) => inEdges.has(desc));
  const others = messages.filter((desc) => !inEdges.has(desc));
  const enums = file.enums.map((desc) => enumText(desc, comments));
  const othersText = [...enums, ...classesOf(others), makersText(others)].join('\n');
  const used = edges.map(viewName).filter((name) => new RegExp(`\\b${name}\\b`).test(othersText));
  const from = "'./edge-layer.gen.js';\n";
  const edgeImport =
    used.length === 0 ? '' : `import {\n${used.map((name) => `  ${name},\n`).join('')}} from ${from}`;
  return new Map([
    [EDGE_VIEWS, moduleText('', [...classesOf(edges), makersText(edges)].join('\n'))],
    [VIEWS, moduleText(`${edgeImport}export * from ${from}`, othersText)],
  ]);
}

/** Returns the one module of a schema without enums: the compiler's notes. */
export function notesViewsModule(file: DescFile, typeNames: readonly string[]): readonly [string, string] {
  const comments = commentsOf(file.proto);
  const messages = messagesOf(file, typeNames);
  const classes = messages.map((desc) => messageText(desc, 'NotesView', comments));
  const body = `${HELPERS}\n${[BASE_OF_NOTES, ...classes, makersText(messages)].join('\n')}`;
  const lines = { ...IMPORTS, NOTES: IMPORTS_OF_NOTES };
  const moved = Object.entries(lines).map(([name, line]) => [
    name,
    line.replace("'./", "'../../read/model/"),
  ]);
  return [NOTES_VIEWS, `${headOf('mapping.proto')}${importsOf(Object.fromEntries(moved), body)}${body}`];
}

function messagesOf(file: DescFile, typeNames: readonly string[]): DescMessage[] {
  return typeNames.map((typeName) => {
    const desc = file.messages.find((candidate) => candidate.typeName === typeName);
    if (desc === undefined) throw new Error(`${typeName} is not a top-level message of the schema`);
    return desc;
  });
}

/** Returns these messages with all messages inside them. */
function heldBy(roots: readonly DescMessage[]): ReadonlySet<DescMessage> {
  const all = new Set(roots);
  for (const { fields } of all) for (const { message } of fields) if (message !== undefined) all.add(message);
  return all;
}

/** Returns the functions by which lists of these messages make their elements' views. */
function makersText(messages: readonly DescMessage[]): string {
  const listed = new Set(
    messages.flatMap(({ fields }) =>
      fields.flatMap((field) => (field.fieldKind === 'list' ? (field.message ?? []) : [])),
    ),
  );
  const makers = [...listed].map((desc) => {
    const name = viewName(desc);
    return `const as${bareName(desc)} = (view: MessageView): ${name} => new ${name}(view);\n`;
  });
  return makers.join('');
}

function moduleText(others: string, text: string): string {
  const body = `${HELPERS}\n${text}`;
  return `${headOf('mdl.proto')}${importsOf(IMPORTS, body)}${others}${body}`;
}

function importsOf(lines: Readonly<Record<string, string>>, body: string): string {
  return Object.entries(lines)
    .flatMap(([name, line]) => (new RegExp(`\\b${name}\\b`).test(body) ? [line] : []))
    .sort((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1))
    .join('');
}

const pathIn = (line: string): string => line.slice(line.indexOf("'"));

function enumText(desc: DescEnum, comments: Comments): string {
  const names = desc.values.map(({ name }) => name);
  const values = desc.values.map(
    ({ name, number }) =>
      `${doc(comments(`${desc.typeName}.${name}`), '  ')}  ${propertyName(name.slice(sharedPrefix(names)))}: ${number},\n`,
  );
  const remark = `${comments(desc.typeName)} Fields may hold other numbers too.`;
  return `${doc(remark)}export const ${bareName(desc)} = /* @__PURE__ */ bothWays({\n${values.join('')}} as const);\n`;
}

/** Quotes a name that begins with a digit, as some names do without their prefix. */
function propertyName(name: string): string {
  return /^\d/.test(name) ? `'${name}'` : name;
}

/** Returns the length of the names' common prefix, up to and including a double underscore. */
function sharedPrefix(names: readonly string[]): number {
  const [first = ''] = names;
  const prefix = first.slice(0, first.lastIndexOf('__') + 2);
  return names.every((name) => name.startsWith(prefix)) && first.includes('__') ? prefix.length : 0;
}

function messageText(desc: DescMessage, base: string, comments: Comments): string {
  const comment = (name: string) => comments(`${desc.typeName}.${name}`);
  const members: [name: string, text: string][] = [];
  for (const field of [...desc.fields].sort((a, b) => a.number - b.number)) {
    members.push([field.localName, fieldText(field, comment(field.name))]);
  }
  desc.oneofs.forEach((oneof, at) => {
    members.push([`${oneof.localName}Case`, '']);
    members.push([oneof.localName, oneofText(oneof, at, comment(oneof.name))]);
  });
  const method = METHODS[desc.name];
  if (method !== undefined) members.push([method[0], method[1]]);
  const names = members.map(([name]) => name);
  for (const [i, name] of names.entries()) {
    if (TAKEN.has(name) || names.indexOf(name) < i) throw new Error(`${desc.name}: two things named ${name}`);
  }
  const name = viewName(desc);
  return `${doc(`${comments(desc.typeName)} (${desc.name})`)}export class ${name} extends ${base} {
  static override readonly typeName = '${desc.typeName}';
${members.flatMap(([, text]) => (text === '' ? [] : `\n${text}`)).join('')}}
`;
}

function fieldText(field: DescField, comment: string): string {
  const text = field.deprecated ? `${comment} @deprecated by the format` : comment;
  const [type, value] = fieldRead(field);
  const head = `${doc(text, '  ')}  get ${field.localName}(): ${type} {\n`;
  return `${head}    ${value.includes('\n') ? value : `return ${value};`}\n  }\n`;
}

/** Returns the type of a property, and the expression or statements for its value. */
function fieldRead(field: DescField): readonly [type: string, value: string] {
  const { number } = field;
  switch (field.fieldKind) {
    case 'list': {
      if (field.listKind === 'message') {
        const name = bareName(field.message);
        return [`List<${name}View>`, `this.view.messages(${number}, as${name}, viewIn)`];
      }
      const type = field.listKind === 'enum' ? 'number' : SCALARS[field.scalar][1];
      return [`List<${type}>`, `this.view.scalars<${type}>(${number})`];
    }
    case 'message': {
      const name = viewName(field.message);
      const lines = `const view = this.view.message(${number});\n    return view && new ${name}(view);`;
      return [`${name} | undefined`, lines];
    }
    case 'map':
      throw new Error(`${field.parent.name}.${field.name} is a map: the format has none so far`);
    default: {
      const [method, type] = field.fieldKind === 'enum' ? ['enum', 'number'] : SCALARS[field.scalar];
      if (field.oneof === undefined && !field.proto.proto3Optional)
        return [type, `this.view.${method}(${number})`];
      return [`${type} | undefined`, `this.view.has(${number}) ? this.view.${method}(${number}) : undefined`];
    }
  }
}

function oneofText(oneof: DescOneof, at: number, comment: string): string {
  const { localName } = oneof;
  const which = `${viewName(oneof.parent)}['${localName}']['case']`;
  const value = (field: DescField): string => fieldRead(field)[0].replace(' | undefined', '');
  const types = oneof.fields.map((field) => `    | Member<'${field.localName}', ${value(field)}>\n`);
  return `  /** Which member of \`${localName}\` is set. */
  get ${localName}Case(): ${which} {
    return caseOf(this.view, ${at}) as ${which};
  }

${doc(comment, '  ')}  get ${localName}():
${types.join('')}    | NoMember {
    return memberOf(this, this.${localName}Case) as never;
  }
`;
}

/** Formats a comment in as many lines as needed. */
function doc(text: string, indent = ''): string {
  const width = 105 - indent.length;
  const one = `${indent}/** ${text} */\n`;
  if (one.length <= width + indent.length) return one;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 4 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return `${indent}/**\n${lines.map((each) => `${indent} * ${each}\n`).join('')}${indent} */\n`;
}
