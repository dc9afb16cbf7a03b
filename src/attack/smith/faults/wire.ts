/** Faults of the wire format, which can occur in any message and in nearly any record. */
import {
  type FieldTable,
  TYPE_ENUM,
  TYPE_MESSAGE,
  TYPE_STRING,
  TYPE_UINT32,
  wireTypeOf,
} from '../../../base/schema/table.js';
import {
  tagOf,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../../base/wire/tag.js';
import { putVarint, varintSize } from '../../../base/wire/value.js';
import { bitsRecord, bytesRecord, groupRecord, messageRecord, rawRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { pathOf } from '../../../read/tree/place.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { walkTree } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { type Expected, type Faults, needed, type Site } from './fault.js';
import { oneOf, someOf } from './places.js';
import { type LateSpot, spotEnd } from './spots.js';

/** Largest depth of messages and groups that parsers accept. */
const MOST_LEVELS = 100;

/** Chooses a suitable record. Every kind of record has the same chance, regardless of its frequency. */
function anyRecord({ root, random }: Site, fits: (record: RecordNode) => boolean): RecordNode | undefined {
  const byField = new Map<FieldTable | undefined, RecordNode[]>();
  for (const record of walkTree(root)) {
    if (!fits(record)) continue;
    const list = byField.get(record.field);
    if (list === undefined) byField.set(record.field, [record]);
    else list.push(record);
  }
  const list = oneOf(random, [...byField.values()]);
  return list === undefined ? undefined : random.one(list);
}

/** Returns a random message below the root. */
function anyMessage(
  site: Site,
  fits: (message: MessageNode) => boolean = () => true,
): MessageNode | undefined {
  const record = anyRecord(
    site,
    ({ message, holdsMessage }) => holdsMessage && message !== undefined && fits(message),
  );
  return record?.message;
}

function pathIn(message: MessageNode, step: string): string {
  const outer = message.owner === undefined ? '' : pathOf(message.owner);
  return outer === '' || step === '' ? `${outer}${step}` : `${outer}.${step}`;
}

function endOfMessage(message: MessageNode): LateSpot {
  const { owner } = message;
  if (owner !== undefined) return spotEnd(owner);
  return ({ base, messageSize }) => ({ offset: base + messageSize, length: 0, path: '' });
}

/** Returns the spot of bytes after the last record of a message: `length` bytes from offset `from` on. */
function after(message: MessageNode, from: number, length: number, step: string): LateSpot {
  return (layout) => {
    const { offset } = endOfMessage(message)(layout);
    return { offset: offset - message.rest.length + from, length, path: pathIn(message, step) };
  };
}

/** Returns the spot of a record with its false length. */
function asClaimed(record: RecordNode, claim: number): LateSpot {
  return (layout) => {
    const end = spotEnd(record)(layout);
    const offset = end.offset - record.size;
    return { offset, length: record.headSize + claim, path: end.path };
  };
}

/**
 * Makes the last record of a message claim more bytes than the message has. Records before the last record
 * are excluded, because readers would take the following records as their content.
 */
function overrun(site: Site): readonly Expected[] | undefined {
  const { random } = site;
  const record = anyRecord(
    site,
    ({ wireType, holder, isPacked, field }) =>
      wireType === WIRE_LEN && field !== undefined && !isPacked && holder?.records.at(-1) !== undefined,
  );
  const holder = record?.holder;
  if (record === undefined || holder === undefined || holder.records.at(-1) !== record) return undefined;
  const size = record.size - record.headSize;
  const claim = size + 1 + random.below(random.one([1, 100, 1 << 20]));
  record.setStyle({ claim });
  return [
    {
      code: 'wire-truncated',
      at: endOfMessage(holder),
      path: () => pathOf(record),
      related: [asClaimed(record, claim)],
    },
  ];
}

/** Cuts a bare message inside a record. */
function cutFile(site: Site): readonly Expected[] | undefined {
  const { root, random } = site;
  const at = 1 + random.below(Math.min(root.size - 1, 1 << 20));
  let message = root;
  let start = 0;
  let innermost: RecordNode | undefined;
  let outermost: RecordNode | undefined;
  for (;;) {
    let found: RecordNode | undefined;
    for (const record of message.records) {
      if (at <= start) break;
      if (at < start + record.size) {
        found = record;
        break;
      }
      start += record.size;
    }
    if (found === undefined) break;
    // A cut inside of a tag is excluded, because the field would be unknown. A cut inside of a packed list is
    // excluded, because the path would name an element.
    if (at < start + varintSize(tagOf(found.number, found.wireType)) || found.isPacked) return undefined;
    innermost = found;
    outermost ??= found;
    const inner = found.holdsMessage ? found.message : undefined;
    if (inner === undefined || at < start + found.headSize) break;
    start += found.headSize;
    message = inner;
  }
  if (innermost === undefined || outermost === undefined) return undefined;
  // A cut inside of a length is excluded, because the length could not be read.
  const isHead = innermost === outermost && at < outermost.headSize + rootOffset(root, outermost);
  if (isHead) return undefined;
  const path = pathOf(innermost);
  site.cut = at;
  return [
    {
      code: 'wire-truncated',
      at: ({ fileSize }) => ({ offset: fileSize, length: 0, path }),
      related: [outermost],
    },
  ];
}

function rootOffset(root: MessageNode, record: RecordNode): number {
  let offset = 0;
  for (const other of root.records) {
    if (other === record) break;
    offset += other.size;
  }
  return offset;
}

function lengthFields(fields: readonly FieldTable[] | undefined): readonly FieldTable[] {
  return fields?.filter(({ type, repeated }) => !repeated && wireTypeOf(type) === WIRE_LEN) ?? [];
}

function varintFields(fields: readonly FieldTable[] | undefined): readonly FieldTable[] {
  return fields?.filter(({ type, repeated }) => !repeated && wireTypeOf(type) === WIRE_VARINT) ?? [];
}

function tagBytes(number: number, wireType: number): Uint8Array {
  const tag = tagOf(number, wireType);
  const bytes = new Uint8Array(varintSize(tag));
  putVarint(bytes, 0, tag);
  return bytes;
}

function anyValue(field: FieldTable | number, wireType: number, random: Random): RecordNode {
  if (wireType === WIRE_LEN)
    return bytesRecord(field, new Uint8Array(random.below(9)).fill(random.below(256)));
  if (wireType !== WIRE_SGROUP) return bitsRecord(field, wireType, BigInt(random.bits()));
  return groupRecord(typeof field === 'number' ? field : field.number);
}

/** Returns the record with a tag of five bytes. The last byte of the tag has bits that parsers drop. */
function withTagBits(record: RecordNode, random: Random): RecordNode {
  const holder = record.holder as MessageNode;
  const tag = tagOf(record.number, record.wireType);
  const bytes = new Uint8Array(5 + varintSize(record.bits));
  putVarint(bytes, 0, tag, 5);
  bytes[4] = (bytes[4] as number) | (random.between(1, 7) << 4);
  putVarint(bytes, 5, record.bits);
  const made = rawRecord(holder, tag, bytes);
  holder.replace(record, made);
  return made;
}

function isMember(field: FieldTable | undefined): boolean {
  return field !== undefined && field.oneof >= 0 && field.type === TYPE_MESSAGE;
}

export const WIRE_FAULTS: Faults = {
  'wire-truncated': (site) =>
    site.frame === undefined && site.random.chance(30) ? cutFile(site) : overrun(site),
  'wire-varint-overflow': (site) => {
    const { random } = site;
    const isLength = random.chance(50);
    const fieldsOf = ({ table }: MessageNode) => (isLength ? lengthFields : varintFields)(table?.fields);
    const message = needed(anyMessage(site, (one) => fieldsOf(one).length > 0));
    const field = random.one(fieldsOf(message));
    const tag = tagBytes(field.number, isLength ? WIRE_LEN : WIRE_VARINT);
    // The bytes are a value of ten bytes without an end, or a length of five bytes that is 2^31 or more.
    const value = isLength
      ? [...new Array(4).fill(0x80 | random.below(128)), random.between(8, 15)]
      : new Array(10).fill(0x80 | random.below(128));
    message.rest = Uint8Array.from([...tag, ...value, 1, 2, 3]);
    return [{ at: after(message, 0, tag.length + value.length, field.name) }];
  },
  'wire-invalid-tag': (site) => {
    const message = needed(anyMessage(site));
    message.rest = Uint8Array.from([site.random.below(6), 0]);
    return [{ at: after(message, 0, 1, '') }];
  },
  'wire-invalid-type': (site) => {
    const { random } = site;
    const message = needed(anyMessage(site));
    const wireType = random.one([6, 7, WIRE_EGROUP]);
    const number = random.one([200, 1000, 0x1fff_ffff]);
    const tag = tagBytes(number, wireType);
    message.rest = Uint8Array.from([...tag, 0]);
    const step = wireType === WIRE_EGROUP ? '' : `#${number}`;
    return [{ at: after(message, 0, tag.length, step) }];
  },
  'message-nesting-too-deep': (site) => {
    const message = needed(anyMessage(site));
    let level = 0;
    for (let at: MessageNode | undefined = message; at?.owner !== undefined; at = at.owner.holder) level++;
    const groups = MOST_LEVELS + 1 - level;
    const begin = tagBytes(100, WIRE_SGROUP);
    const end = tagBytes(100, WIRE_EGROUP);
    const extra = site.random.below(5);
    message.rest = Uint8Array.from([
      ...Array.from({ length: groups + extra }, () => [...begin]).flat(),
      ...Array.from({ length: groups + extra }, () => [...end]).flat(),
    ]);
    const at = after(
      message,
      (groups - 1) * begin.length,
      begin.length,
      new Array(groups).fill('#100').join('.'),
    );
    return [{ at }];
  },
  'string-not-utf8': (site) => {
    const record = needed(
      anyRecord(site, ({ field, bytes }) => field?.type === TYPE_STRING && bytes.length > 0),
    );
    const bytes = record.bytes.slice();
    const at = site.random.below(bytes.length);
    // 0xff, 0xc0 and 0xf8 never occur in UTF-8. 0xed 0xa0 0x80 encodes half of a surrogate pair, which is
    // invalid in UTF-8.
    const bad = site.random.one([[0xff], [0xc0], [0xf8], [0xed, 0xa0, 0x80]]);
    record.setBytes(Uint8Array.from([...bytes.subarray(0, at), ...bad, ...bytes.subarray(at)]));
    return [{ at: record }];
  },
  /** Adds a field in a wrong wire type, which readers skip. */
  'wire-type-mismatch': (site) => {
    const { random } = site;
    const message = needed(anyMessage(site, ({ table }) => (table?.fields.length ?? 0) > 0));
    const field = random.one(message.table?.fields ?? []);
    const own = field.type === TYPE_MESSAGE ? WIRE_LEN : wireTypeOf(field.type);
    const others = [WIRE_VARINT, WIRE_I64, WIRE_I32, WIRE_LEN, WIRE_SGROUP].filter(
      (wireType) => wireType !== own && !(wireType === WIRE_LEN && field.repeated),
    );
    const made = anyValue(field, random.one(others), random);
    message.insert(random.below(message.records.length + 1), made);
    return [{ at: made, path: pathIn(message, field.name) }];
  },
  'wire-value-truncated': (site) => {
    const { random } = site;
    const record = needed(
      anyRecord(
        site,
        ({ field, wireType, bits }) =>
          wireType === WIRE_VARINT &&
          (field?.type === TYPE_UINT32 || field?.type === TYPE_ENUM) &&
          bits < 0x8000_0000n,
      ),
    );
    if (random.chance(30)) return [{ at: withTagBits(record, random) }];
    record.setBits(record.bits | (BigInt(1 + random.below(0xffff)) << 32n));
    return [{ at: record }];
  },
  /** Adds another member of a oneof before the present member. */
  'oneof-multiple-members': (site) => {
    const { random } = site;
    const member = anyRecord(site, ({ field, isKnown }) => isKnown && isMember(field));
    const holder = member?.holder;
    if (member === undefined || holder === undefined) return undefined;
    const others = (holder.table?.fields ?? []).filter(
      ({ oneof, number, type }) =>
        oneof === member.field?.oneof && number !== member.number && type === TYPE_MESSAGE,
    );
    const other = someOf(random, others);
    const made = messageRecord(other);
    holder.insert(random.below(holder.records.indexOf(member) + 1), made);
    return [{ at: member, related: [made] }];
  },
  'wire-non-minimal': (site) => {
    const { random } = site;
    const record = needed(anyRecord(site, ({ isPacked }) => !isPacked));
    const tag = varintSize(tagOf(record.number, record.wireType));
    const length = varintSize(record.size);
    if (record.wireType === WIRE_VARINT && random.chance(50)) {
      const width = varintSize(record.bits);
      if (width > 9) return undefined;
      record.setStyle({ valueWidth: random.between(width + 1, 10) });
    } else if (record.wireType === WIRE_LEN && random.chance(50)) {
      record.setStyle({ lengthWidth: random.between(length + 1, 5) });
    } else {
      record.setStyle({ tagWidth: random.between(tag + 1, 5) });
    }
    return [{ at: record }];
  },
};
