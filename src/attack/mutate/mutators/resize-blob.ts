import { TYPE_BYTES } from '../../../base/schema/table.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { inBytes, nameOf } from '../wording.js';

export const ANY_BLOB = target((field) => field.type === TYPE_BYTES);

/** Heads of configuration writes have 8 bytes, words 4; writes are padded to 8. */
const SIZES = [0, 1, 3, 4, 7, 8, 9, 11, 12, 15, 16, 4095, 4096, 65_535, 65_536];

export const resizeBlob: TreeMutator = {
  name: 'resize-blob',
  summary: 'cut a blob, empty it, or stretch it with zeros, also by parts of a word',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_BLOB(), random);
    if (found === undefined) return undefined;
    const { length } = found.record.bytes;
    const near = [length - 8, length - 4, length - 1, length + 1, length + 4, length >> 1];
    const sizes = [...SIZES, ...near].filter(
      (size) => size >= 0 && size !== length && size - length <= site.room,
    );
    return sizes.length === 0 ? undefined : { at: found.at, size: random.pick(sizes) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const old = record.bytes;
    const bytes = new Uint8Array(args.number('size', old.length + (1 << 20)));
    bytes.set(old.subarray(0, bytes.length));
    record.setBytes(bytes);
    return {
      sentence: `makes ${nameOf(record)} ${inBytes(bytes.length)} long instead of ${old.length}`,
      place,
    };
  },
};
