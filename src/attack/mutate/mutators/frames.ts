import {
  type ContainerVersion,
  type HeaderField,
  headerSizeOf,
  isContainerVersion,
} from '../../../base/container/header.js';
import { paddingFor, ZERO_POINT_ALIGNMENT } from '../../../base/container/write.js';
import { headerField, headerMutator, writeBigEndian } from '../header-edit.js';
import { type BytesMutator, bytesPlace, type FrameMutator, inBytes } from '../mutator.js';

const FORMS = ['bare', '0', '1', '2', '3'] as const;

export const reframe: FrameMutator = {
  name: 'reframe',
  summary: 'put the message into a frame of another version, or into none',
  weight: 3,
  stage: 'frame',
  choose({ parts, room }, random) {
    const is = parts === undefined ? 'bare' : String(parts.version);
    const form = random.one(FORMS.filter((one) => one !== is));
    const most = form === 'bare' ? 0 : headerSizeOf(3) + (form === '3' ? ZERO_POINT_ALIGNMENT : 0);
    return room < most ? undefined : { form };
  },
  perform(site, args) {
    const form = args.word('form', FORMS);
    const version = Number(form);
    const { parts } = site;
    site.parts =
      isContainerVersion(version) && form !== 'bare'
        ? partsFor(version, parts?.ccws, parts?.trailing)
        : undefined;
    return {
      sentence: form === 'bare' ? 'leaves out the frame' : `puts the message into a frame of version ${form}`,
      place: bytesPlace(0, parts === undefined ? 0 : headerSizeOf(parts.version, parts.form)),
    };
  },
};

/** Returns the parts that this version can hold. Padding is added when the file is assembled. */
function partsFor(version: ContainerVersion, ccws: Uint8Array | undefined, trailing: Uint8Array | undefined) {
  return {
    version,
    ...(version > 0 && ccws !== undefined ? { ccws } : {}),
    ...(trailing === undefined ? {} : { trailing }),
  };
}

const SECTIONS = ['ccws', 'additionalInfo'] as const;
const NAMES = { ccws: 'configuration words', additionalInfo: 'additional info' };

/**
 * Cuts or stretches sections after the message. After a cut, offsets in the message may point outside of the
 * file.
 */
export const frameSections: FrameMutator = {
  name: 'frame-sections',
  summary: 'cut or stretch what lies after the message: configuration words, additional info',
  weight: 3,
  stage: 'frame',
  choose({ parts, room }, random) {
    if (parts === undefined || parts.version === 0) return undefined;
    const section = parts.version === 3 ? random.one(SECTIONS) : 'ccws';
    const old = parts[section]?.length ?? 0;
    const near = [0, old - 1, old - 8, old >> 1, old + 1, old + 8, old + 4096];
    const sizes = near.filter((size) => size >= 0 && size !== old && size - old <= room);
    return sizes.length === 0 ? undefined : { section, size: random.one(sizes) };
  },
  perform(site, args) {
    const section = args.word('section', SECTIONS);
    const { parts } = site;
    const old = parts?.[section] ?? new Uint8Array(0);
    const bytes = new Uint8Array(args.number('size', old.length + site.room));
    bytes.set(old.subarray(0, bytes.length));
    const hasRoom = parts !== undefined && (section === 'ccws' ? parts.version > 0 : parts.version === 3);
    if (hasRoom) site.parts = { ...parts, [section]: bytes };
    return {
      sentence: `makes the ${NAMES[section]} ${inBytes(bytes.length)} long instead of ${old.length}`,
      place: bytesPlace(headerSizeOf(parts?.version ?? 0, parts?.form) + site.messageSize, old.length),
    };
  },
};

/** Loaders that map configuration words directly from the file rely on their alignment. */
export const framePadding: FrameMutator = {
  name: 'frame-padding',
  summary: 'change the padding after the message: its length, or zeros that are none',
  weight: 2,
  stage: 'frame',
  choose({ parts, room, messageSize }, random) {
    if (parts?.version !== 3) return undefined;
    const old = parts.padding?.length ?? paddingFor(headerSizeOf(3) + messageSize).length;
    const sizes = [0, 1, old - 1, old + 1, old + 4096, old].filter((size) => size >= 0 && size - old <= room);
    const size = random.one(sizes);
    return { size, filled: size === old || random.oneIn(3) };
  },
  perform(site, args) {
    const { parts } = site;
    const size = args.number('size', site.messageSize + site.room + 8192);
    const filled = args.flag('filled');
    const padding = new Uint8Array(size).fill(filled ? 0xa5 : 0);
    if (parts?.version === 3) site.parts = { ...parts, padding };
    return {
      sentence: `writes ${inBytes(size)} of ${filled ? 'padding that is not zero' : 'padding'}`,
      place: bytesPlace(headerSizeOf(3) + site.messageSize, size),
    };
  },
};

const numberOf = (hex: string): bigint => BigInt(`0x${hex}`);

export const frameVersion: BytesMutator = headerMutator(
  {
    name: 'frame-version',
    summary: 'change the version of the frame, so that readers take its header for another one',
    weight: 2,
  },
  ['version'],
  (_, random) => random.one([0n, 1n, 2n, 3n, 4n, 5n, 255n, 0x0100_0000n, 0x8000_0000n, 0xffff_ffffn]),
);

export const frameMagic: BytesMutator = headerMutator(
  { name: 'frame-magic', summary: 'damage the magic of the frame', weight: 1 },
  ['magic'],
  ({ hex }, random) => numberOf(hex) ^ (1n << BigInt(random.below(32))),
);

export const frameSize: BytesMutator = headerMutator(
  { name: 'frame-size', summary: 'make the header claim other sizes: off by one, none, huge', weight: 4 },
  ['proto_size', 'ccws_size', 'ccws_size_with_padding', 'padding_size', 'additional_info_size'],
  ({ hex, length }, random, fileSize) => {
    const old = numberOf(hex);
    const most = (1n << BigInt(length * 8)) - 1n;
    const near = [0n, 1n, old - 1n, old + 1n, old * 2n, old >> 1n, BigInt(fileSize), old + 4096n];
    return random.one([...near, 0x7fff_ffffn, 0x8000_0000n, 0xffff_ffffn, most, most >> 1n, most - old]);
  },
);

export const frameChecksum: BytesMutator = headerMutator(
  { name: 'frame-checksum', summary: 'write a wrong checksum: a bit off, zero, all ones', weight: 1 },
  ['md5', 'crc', 'xxh3', 'proto_xxh3'],
  ({ hex, length }, random) => {
    const flipped = numberOf(hex) ^ (1n << BigInt(random.below(Math.min(length, 8) * 8)));
    return random.one([flipped, flipped, 0n, (1n << BigInt(length * 8)) - 1n]);
  },
);

export const frameReserved: BytesMutator = headerMutator(
  { name: 'frame-reserved', summary: 'write something into reserved bytes of the header', weight: 1 },
  ['reserved', 'reserved_2'],
  (_, random) => random.one([1n, 0xffn, 0xffff_ffffn, random.bits64()]),
);

/**
 * If a loader adds the sizes in 64 bits, the sum overflows to the true length of the file. The loader's check
 * passes, and the loader reads beyond the end of the file.
 */
export const frameSizeWrap: BytesMutator = {
  name: 'frame-size-wrap',
  summary: 'make the header claim sizes whose sum is right only once it wraps',
  weight: 1,
  stage: 'header',
  choose({ bytes }, random) {
    const words = wordsField(bytes);
    const size = headerField(bytes, 'proto_size');
    if (words === undefined || size === undefined) return undefined;
    const old = Number(size.value);
    const by = random.one([1, 8, 4096, 0x7fff_ffff - old, 0x8000_0000, 0xffff_ffff - old]);
    return by > 0 && old + by <= 0xffff_ffff ? { by } : undefined;
  },
  perform({ bytes, base }, args) {
    const by = BigInt(args.number('by'));
    const words = wordsField(bytes);
    const size = headerField(bytes, 'proto_size');
    if (words !== undefined && size !== undefined) {
      writeBigEndian(bytes, size.offset, 4, BigInt(size.value) + by);
      writeBigEndian(bytes, words.offset, 8, BigInt.asUintN(64, BigInt(words.value) - by));
    }
    return {
      bytes,
      sentence: `claims 0x${by.toString(16)} more bytes of message, and as many less of words, in 64 bits`,
      place: bytesPlace(base + (size?.offset ?? 0), 4),
    };
  },
};

function wordsField(bytes: Uint8Array): HeaderField | undefined {
  const field = headerField(bytes, 'ccws_size') ?? headerField(bytes, 'ccws_size_with_padding');
  // A field of another size is not used: in the withdrawn form of version 1, a field of 32 bits is at this
  // offset.
  return field?.length === 8 ? field : undefined;
}
