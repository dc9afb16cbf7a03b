import { TYPE_STRING } from '../../../base/schema/table.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { inBytes, nameOf } from '../wording.js';

export const ANY_TEXT = target((field) => field.type === TYPE_STRING);

/** Buffers of loaders hold 128 bytes of a name, 257 of a full one, terminator included; and lengths of 8, 16 bits. */
const LENGTHS = [
  1, 63, 64, 126, 127, 128, 129, 254, 255, 256, 257, 258, 511, 512, 1023, 1024, 4096, 65_535, 65_536,
];

export const stretchName: TreeMutator = {
  name: 'stretch-name',
  summary: 'make a text as long as buffers for it, or a byte longer, in letters of one or two bytes',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_TEXT(), random);
    if (found === undefined) return undefined;
    const lengths = LENGTHS.filter((length) => length <= site.room);
    if (lengths.length === 0) return undefined;
    return { at: found.at, length: random.pick(lengths), wide: random.oneIn(4) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const length = args.number('length', 1 << 20);
    const bytes = new Uint8Array(length).fill(0x61);
    // What was there stays in front, so that names remain apart.
    const old = record.bytes;
    const kept = Math.min(asciiPrefix(old), length);
    bytes.set(old.subarray(0, kept));
    if (args.flag('wide')) {
      for (let at = kept; at + 1 < length; at += 2) bytes.set([0xc3, 0xa9], at);
    }
    record.setBytes(bytes);
    return { sentence: `makes ${nameOf(record)} ${inBytes(length)} long instead of ${old.length}`, place };
  },
};

/** Bytes in front that are letters of one byte. */
function asciiPrefix(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte >= 0x80);
  return end < 0 ? bytes.length : end;
}
