import { parseTree } from '../../../read/tree/parse.js';
import { offsetOf } from '../../../read/tree/place.js';
import { type BytesMutator, bytesPlace } from '../mutator.js';
import { ANY_RECORD } from '../targets.js';
import { TreeSite } from '../tree-site.js';

/** Field number 0, wire types 6 and 7, the end of a group that was never begun, and the magic's first byte. */
const TAGS = [0x00, 0x01, 0x0e, 0x0f, 0x0c, 0x14, 0x07];

export const badTag: BytesMutator = {
  name: 'bad-tag',
  summary: 'write a tag that no message may have where a record begins',
  weight: 2,
  stage: 'message',
  choose({ bytes, base }, random) {
    const site = new TreeSite(parseTree(bytes), [], base, 0);
    const found = site.find(ANY_RECORD(), random);
    if (found === undefined) return undefined;
    const index = offsetOf(found.record);
    return { index, tag: random.pick(TAGS.filter((tag) => tag !== bytes[index])) };
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
