import { TYPE_BYTES } from '../../../base/schema/table.js';
import { flipBits } from '../edits.js';
import { bytesPlace, groupedDigits, inBits, inBytes, recordName, recordPlace } from '../mutator.js';
import { recordMutator } from '../record-mutator.js';
import { target } from '../targets.js';

const ANY_BLOB = target((field) => field.type === TYPE_BYTES);

/**
 * Sizes around the parts of a configuration write: 8 bytes for its head, 4 for a word, padding to a multiple
 * of 8.
 */
const SIZES = [0, 1, 3, 4, 7, 8, 9, 11, 12, 15, 16, 4095, 4096, 65_535, 65_536];

export const resizeBlob = recordMutator({
  name: 'resize-blob',
  summary: 'cut a blob, empty it, or stretch it with zeros, also by parts of a word',
  weight: 6,
  target: ANY_BLOB,
  choose(record, random, site) {
    const { length } = record.bytes;
    const near = [length - 8, length - 4, length - 1, length + 1, length + 4, length >> 1];
    const sizes = [...SIZES, ...near].filter(
      (size) => size >= 0 && size !== length && size - length <= site.room,
    );
    return sizes.length === 0 ? undefined : { size: random.one(sizes) };
  },
  perform(record, args) {
    const old = record.bytes;
    const bytes = new Uint8Array(args.number('size', old.length + (1 << 20)));
    bytes.set(old.subarray(0, bytes.length));
    record.setBytes(bytes);
    return `makes ${recordName(record)} ${inBytes(bytes.length)} long instead of ${old.length}`;
  },
});

export const flipBlob = recordMutator({
  name: 'flip-blob',
  summary: 'flip a few bits inside a blob',
  weight: 4,
  target: ANY_BLOB,
  accepts: ({ bytes }) => bytes.length > 0,
  choose(record, random) {
    // Half of the flips are near the beginning, because readers interpret the head of a blob.
    const { length } = record.bytes;
    const flips = Array.from({ length: random.between(1, 8) }, () => {
      const index = random.oneIn(2) ? random.below(Math.min(length, 16)) : random.below(length);
      return index * 8 + random.below(8);
    });
    return { flips };
  },
  perform(record, args, site) {
    const { offset, path } = recordPlace(site, record);
    const bytes = record.bytes.slice();
    const flips = args.numbers('flips').filter((bit) => bit < bytes.length * 8);
    flipBits(bytes, flips);
    record.setBytes(bytes);
    return {
      sentence: `flips ${inBits(flips.length)} in ${recordName(record)}`,
      place: { ...bytesPlace(offset, record.headSize + bytes.length), path },
    };
  },
});

const WRITE = target(
  ({ name }, { typeName }) => name === 'data' && typeName === 'ProtoMDLActionWriteDataCcw',
);

/** A head is the number of words minus one, then an address, both little-endian. */
const HEAD_BYTES = 8;

export const configurationHead = recordMutator({
  name: 'configuration-head',
  summary: 'make the head of a configuration write claim other words than follow it, or another address',
  weight: 5,
  target: WRITE,
  accepts: ({ bytes }) => bytes.length >= HEAD_BYTES,
  choose(record, random) {
    const old = words(record.bytes).getUint32(0, true);
    if (random.oneIn(3)) {
      const address = random.one([0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffc, 0xffff_ffff, random.bits()]);
      return { word: 1, value: address };
    }
    const claims = [0, old + 1, old - 1, old * 2, 0xff, 0xffff, 0x3fff_ffff, 0x7fff_ffff, 0xffff_ffff];
    const value = random.one(claims.filter((claim) => claim >= 0 && claim !== old && claim <= 0xffff_ffff));
    return { word: 0, value };
  },
  perform(record, args) {
    const word = args.number('word', 1);
    const value = args.number('value');
    const bytes = record.bytes.slice();
    if (bytes.length >= HEAD_BYTES) words(bytes).setUint32(word * 4, value, true);
    record.setBytes(bytes);
    const what = word === 0 ? `${groupedDigits(value + 1)} words` : `address 0x${value.toString(16)}`;
    return `makes the head of ${recordName(record)} claim ${what}`;
  },
});

function words(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
