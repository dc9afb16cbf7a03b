/**
 * A dictionary for fuzzers: byte sequences that occur in model files. A fuzzer discovers the effect of a tag
 * or a magic number by coverage, but hardly ever guesses the bytes.
 */
import { MAGIC } from '../../base/container/header.js';
import { enumByName, messageByName } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  isPackable,
  type SchemaTables,
  TYPE_ENUM,
  TYPE_MESSAGE,
  wireTypeOf,
} from '../../base/schema/table.js';
import { tagOf, WIRE_EGROUP, WIRE_LEN, WIRE_SGROUP, WIRE_TYPE_NAMES } from '../../base/wire/tag.js';
import { putVarint, varintSize } from '../../base/wire/value.js';

/** AFL++ refuses longer tokens. */
export const MAX_TOKEN_BYTES = 128;

/** Maximum number of field names in a comment about a tag, because eighty fields share some tags. */
const MAX_NAMES = 6;

/** A byte sequence with a meaning in model files. */
export interface Token {
  /** Name, of letters, digits and underscores. */
  readonly name: string;
  /** The sequence, of at most `MAX_TOKEN_BYTES`. */
  readonly bytes: Uint8Array;
  /** Description for readers; may be empty. */
  readonly about: string;
}

/** Values at which lengths, signs and widths of integers change. */
const BOUNDARIES: readonly bigint[] = [
  0n,
  1n,
  ...[7n, 8n, 14n, 15n, 16n, 21n, 28n, 31n, 32n, 35n, 63n, 64n].flatMap((bits) => {
    const power = 1n << bits;
    return bits === 64n ? [power - 1n] : [power - 1n, power];
  }),
];

/** Irregular varints: overlong, with bits beyond 64, too long, or without an end. */
const IRREGULAR_VARINTS: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['overlong_zero', [0x80, 0x00]],
  ['overlong_one', [0x81, 0x80, 0x00]],
  ['past_64_bits', [...Array<number>(9).fill(0xff), 0x7f]],
  ['eleven_bytes', [...Array<number>(10).fill(0x80), 0x00]],
  ['endless', Array<number>(10).fill(0xff)],
];

/** Returns tokens with distinct bytes, always the same for the same schema. */
export function fuzzDictionary(schema: SchemaTables): Token[] {
  const tokens = [
    ...headers(),
    ...tags(schema),
    ...emptyMembers(schema),
    ...enumValues(schema),
    ...extensions(schema),
    ...BOUNDARIES.map((value) => token(`varint_${value}`, varint(value))),
    ...IRREGULAR_VARINTS.map(([name, bytes]) => token(`varint_${name}`, bytes)),
    token('group_begin', varint(tagOf(100, WIRE_SGROUP)), 'an unknown group'),
    token('group_end', varint(tagOf(100, WIRE_EGROUP))),
  ];
  const seen = new Set<string>();
  return tokens.filter(({ bytes }) => {
    const key = bytes.join();
    if (seen.has(key) || bytes.length === 0 || bytes.length > MAX_TOKEN_BYTES) return false;
    seen.add(key);
    return true;
  });
}

/** Formats a dictionary for AFL++ and libFuzzer: `name="\x0a\x00"`, a line each. */
export function dictionaryText(tokens: readonly Token[]): string {
  const lines = tokens.map(({ name, bytes, about }) => {
    const text = Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    return `${about === '' ? '' : `# ${about}\n`}${name}="${text}"\n`;
  });
  return `# Pieces of ProtoMDL files, for AFL++ (-x) and libFuzzer (-dict=).\n${lines.join('')}`;
}

function headers(): Token[] {
  const magic = bigEndian(MAGIC);
  return [
    token('magic', magic, 'what framed files begin with'),
    ...[0, 1, 2, 3, 4].map((version) =>
      token(`magic_version_${version}`, [...magic, ...bigEndian(version)], `container version ${version}`),
    ),
  ];
}

/** Returns the tags of all fields; a tag that several fields share occurs once. */
function tags(schema: SchemaTables): Token[] {
  const byTag = new Map<number, string[]>();
  for (const { typeName, fields } of schema.messages) {
    for (const field of fields) {
      for (const tag of tagsOf(field)) {
        const names = byTag.get(tag) ?? [];
        byTag.set(tag, names);
        names.push(`${typeName}.${field.name}`);
      }
    }
  }
  return [...byTag]
    .sort(([a], [b]) => a - b)
    .map(([tag, names]) => {
      const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
      const wireType = WIRE_TYPE_NAMES[(tag & 7) as 0 | 1 | 2 | 5].toLowerCase();
      return token(
        `tag_${tag >>> 3}_${wireType}`,
        varint(tag),
        `${names.slice(0, MAX_NAMES).join(', ')}${more}`,
      );
    });
}

function tagsOf({ number, type, repeated }: FieldTable): number[] {
  const tag = tagOf(number, wireTypeOf(type));
  return repeated && isPackable(type) ? [tag, tagOf(number, WIRE_LEN)] : [tag];
}

/**
 * Returns empty messages for the members of oneofs, such as each kind of action. An empty member has two
 * bytes.
 */
function emptyMembers(schema: SchemaTables): Token[] {
  return schema.messages.flatMap(({ fields, oneofs }) =>
    fields
      .filter(({ oneof, type }) => oneof >= 0 && type === TYPE_MESSAGE)
      .map(({ name, number, oneof }) =>
        token(identifier(`${oneofs[oneof]?.name}_${name}`), [...varint(tagOf(number, WIRE_LEN)), 0], ''),
      ),
  );
}

/** Returns records of enum fields, for each of their values. */
function enumValues(schema: SchemaTables): Token[] {
  return schema.messages.flatMap(({ fields }) =>
    fields
      .filter(({ type }) => type === TYPE_ENUM)
      .flatMap(({ name, number, type, enum: index }) =>
        (schema.enums[index]?.values ?? []).flatMap((value) => {
          const bits = varint(BigInt.asUintN(64, BigInt(value.number)));
          return [
            token(identifier(value.name), bits),
            token(identifier(`${name}_${value.name}`), [...varint(tagOf(number, wireTypeOf(type))), ...bits]),
          ];
        }),
      ),
  );
}

/** Returns the names of extensions, and records that list an extension in a file. */
function extensions(schema: SchemaTables): Token[] {
  const type = enumByName(schema, 'ProtoMDLExtensionType');
  const root = schema.messages[0];
  const field = root?.fields.find(({ name }) => name === 'extensions');
  const index = messageByName(schema, 'ProtoMDLExtension')?.fields.find(({ name }) => name === 'type_index');
  if (type === undefined || field === undefined || index === undefined) return [];
  return type.values.flatMap(({ name, number }) => {
    const inner = [...varint(tagOf(index.number, wireTypeOf(index.type))), ...varint(number)];
    return [
      token(identifier(`extension_name_${name}`), new TextEncoder().encode(name)),
      token(identifier(`extension_${name}`), [
        ...varint(tagOf(field.number, WIRE_LEN)),
        inner.length,
        ...inner,
      ]),
    ];
  });
}

function token(name: string, bytes: Iterable<number>, about = ''): Token {
  return { name, bytes: Uint8Array.from(bytes), about };
}

function identifier(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

function varint(value: number | bigint): Uint8Array {
  const bytes = new Uint8Array(varintSize(value));
  putVarint(bytes, 0, value);
  return bytes;
}

function bigEndian(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}
