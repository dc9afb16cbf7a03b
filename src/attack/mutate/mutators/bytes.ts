import { parseTree } from '../../../read/tree/parse.js';
import { offsetOf } from '../../../read/tree/place.js';
import { flipBits, replaced } from '../edits.js';
import { type BytesMutator, bytesPlace, groupedDigits, inBits, inBytes } from '../mutator.js';
import { toBase64 } from '../step-args.js';
import { ANY_RECORD } from '../targets.js';
import { TreeSite } from '../tree-site.js';

/**
 * Invalid tags: field number 0, wire types 6 and 7, the end of a group without a start, and the magic's first
 * byte.
 */
const TAGS = [0x00, 0x01, 0x0e, 0x0f, 0x0c, 0x14, 0x07];

export const badTagBytes: BytesMutator = {
  name: 'bad-tag',
  summary: 'write a tag that no message may have where a record begins',
  weight: 2,
  stage: 'message',
  choose({ bytes, base }, random) {
    const site = new TreeSite(parseTree(bytes), [], base, 0);
    const found = site.find(ANY_RECORD(), random);
    if (found === undefined) return undefined;
    const index = offsetOf(found.record);
    return { index, tag: random.one(TAGS.filter((tag) => tag !== bytes[index])) };
  },
  perform({ bytes, base }, args) {
    const index = args.number('index', Math.max(0, bytes.length - 1));
    const tag = args.number('tag', 0xff);
    if (index < bytes.length) bytes[index] = tag;
    return {
      bytes,
      sentence: `writes 0x${tag.toString(16).padStart(2, '0')}, which is no tag, where a record begins`,
      place: bytesPlace(base + index, 1),
    };
  },
};

const VALUES: readonly (readonly number[])[] = [
  [0x00],
  [0x7f],
  [0x80],
  [0xff],
  [0x00, 0x00],
  [0xff, 0xff],
  [0x00, 0x80],
  [0xff, 0xff, 0xff, 0x7f],
  [0x00, 0x00, 0x00, 0x80],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff, 0x07],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x80, 0x80, 0x80, 0x80, 0x08],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
];

export const overwriteBytes: BytesMutator = {
  name: 'overwrite-bytes',
  summary: 'write boundary values over bytes of the message, wherever they fall',
  weight: 3,
  stage: 'message',
  choose({ bytes }, random) {
    const values = VALUES.filter(({ length }) => length <= bytes.length);
    if (values.length === 0) return undefined;
    const by = Uint8Array.from(random.one(values));
    return { index: random.below(bytes.length - by.length + 1), bytes: toBase64(by) };
  },
  perform({ bytes, base }, args) {
    const by = args.bytes('bytes');
    const index = args.number('index', Math.max(0, bytes.length - by.length));
    bytes.set(by.subarray(0, bytes.length - index), index);
    return {
      bytes,
      sentence: `writes a boundary value over ${inBytes(by.length)}`,
      place: bytesPlace(base + index, by.length),
    };
  },
};

export const insertBytes: BytesMutator = {
  name: 'insert-bytes',
  summary: 'put noise or a copy of other bytes into the message; lengths around it are not repaired',
  weight: 2,
  stage: 'message',
  choose({ bytes, room }, random) {
    const most = Math.min(room, 64);
    if (most < 1) return undefined;
    const length = random.between(1, most);
    const copied = length <= bytes.length && random.oneIn(2);
    const from = copied ? random.below(bytes.length - length + 1) : 0;
    const by = copied ? bytes.subarray(from, from + length) : random.bytes(length);
    return { index: random.below(bytes.length + 1), bytes: toBase64(by) };
  },
  perform({ bytes, base }, args) {
    const by = args.bytes('bytes');
    const index = args.number('index', bytes.length);
    return {
      bytes: replaced(bytes, index, 0, by),
      sentence: `puts ${inBytes(by.length)} in`,
      place: bytesPlace(base + index, by.length),
    };
  },
};

export const deleteBytes: BytesMutator = {
  name: 'delete-bytes',
  summary: 'take bytes out of the message; lengths around them are not repaired',
  weight: 2,
  stage: 'message',
  choose({ bytes }, random) {
    if (bytes.length === 0) return undefined;
    const length = random.between(1, Math.min(bytes.length, 64));
    return { index: random.below(bytes.length - length + 1), length };
  },
  perform({ bytes, base }, args) {
    const index = args.number('index', bytes.length);
    const length = args.number('length', bytes.length - index);
    return {
      bytes: replaced(bytes, index, length, new Uint8Array(0)),
      sentence: `takes ${inBytes(length)} out`,
      place: bytesPlace(base + index, length),
    };
  },
};

export const appendBytes: BytesMutator = {
  name: 'append-bytes',
  summary: 'put bytes after the end of the file',
  weight: 2,
  stage: 'file',
  choose({ room }, random) {
    if (room < 1) return undefined;
    const length = random.between(1, Math.min(room, 32));
    return { bytes: toBase64(random.oneIn(2) ? new Uint8Array(length) : random.bytes(length)) };
  },
  perform({ bytes, base }, args) {
    const more = args.bytes('bytes');
    return {
      bytes: replaced(bytes, bytes.length, 0, more),
      sentence: `puts ${inBytes(more.length)} after the end`,
      place: bytesPlace(base + bytes.length, more.length),
    };
  },
};

const FLIPS: Pick<BytesMutator, 'choose' | 'perform'> = {
  choose({ bytes }, random) {
    if (bytes.length === 0) return undefined;
    const start = random.below(bytes.length);
    const near = Math.min(bytes.length - start, 64);
    const count = random.between(1, 6);
    // The set removes duplicates: flipping a bit twice would change nothing.
    const flips = new Set<number>();
    for (let i = 0; i < count; i++) flips.add((start + random.below(near)) * 8 + random.below(8));
    return { flips: [...flips] };
  },
  perform({ bytes, base }, args) {
    const flips = args.numbers('flips').filter((bit) => bit < bytes.length * 8);
    flipBits(bytes, flips);
    let first = bytes.length;
    let last = 0;
    for (const bit of flips) {
      first = Math.min(first, Math.floor(bit / 8));
      last = Math.max(last, Math.floor(bit / 8));
    }
    return {
      bytes,
      sentence: `flips ${inBits(flips.length)}`,
      place: bytesPlace(base + first, Math.max(0, last - first + 1)),
    };
  },
};

/** Flips some bits of the message. The header and its checksum are computed afterwards. */
export const flipMessageBits: BytesMutator = {
  name: 'flip-message-bits',
  summary: 'flip a few bits anywhere in the message',
  weight: 4,
  stage: 'message',
  ...FLIPS,
};

/** Flips any bits of the finished file: header, message, and the rest. */
export const flipFileBits: BytesMutator = {
  name: 'flip-file-bits',
  summary: 'flip a few bits anywhere in the file, whose checksum then differs',
  weight: 2,
  stage: 'file',
  ...FLIPS,
};

const CUTS: Pick<BytesMutator, 'choose' | 'perform'> = {
  choose({ bytes: { length } }, random) {
    if (length === 0) return undefined;
    const way = random.below(4);
    if (way === 0) return { size: length - 1 };
    if (way === 1) return { size: random.below(Math.min(length, 64)) };
    if (way === 2) return { size: length - Math.min(length, random.between(1, 64)) };
    return { size: random.below(length) };
  },
  perform({ bytes, base }, args) {
    const size = Math.min(args.number('size', 2 ** 40), bytes.length);
    return {
      bytes: bytes.subarray(0, size),
      sentence: `cuts off ${inBytes(bytes.length - size)} after the first ${groupedDigits(size)}`,
      place: bytesPlace(base + size, bytes.length - size),
    };
  },
};

/** The header of a framed file is computed for the shorter message. */
export const truncateMessage: BytesMutator = {
  name: 'truncate-message',
  summary: 'cut off the end of the message; the header then says so',
  weight: 2,
  stage: 'message',
  ...CUTS,
};

export const truncateFile: BytesMutator = {
  name: 'truncate-file',
  summary: 'cut off the end of the file; the header knows nothing of it',
  weight: 2,
  stage: 'file',
  ...CUTS,
};
