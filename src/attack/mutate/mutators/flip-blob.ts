import { bytesPlace, recordPlace, type TreeMutator } from '../mutator.js';
import { nameOf } from '../wording.js';
import { ANY_BLOB } from './resize-blob.js';

export const flipBlob: TreeMutator = {
  name: 'flip-blob',
  summary: 'flip a few bits inside a blob',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_BLOB(), random, ({ bytes }) => bytes.length > 0);
    if (found === undefined) return undefined;
    // Heads are what readers look at: one in two flips is near the beginning.
    const { length } = found.record.bytes;
    const flips = Array.from({ length: random.between(1, 8) }, () => {
      const index = random.oneIn(2) ? random.next(Math.min(length, 16)) : random.next(length);
      return index * 8 + random.next(8);
    });
    return { at: found.at, flips };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const { offset, path } = recordPlace(site, record);
    const { headSize } = record;
    const bytes = record.bytes.slice();
    const flips = args.numbers('flips').filter((bit) => bit < bytes.length * 8);
    for (const bit of flips)
      bytes[Math.floor(bit / 8)] = (bytes[Math.floor(bit / 8)] as number) ^ (1 << (bit % 8));
    record.setBytes(bytes);
    return {
      sentence: `flips ${flips.length} ${flips.length === 1 ? 'bit' : 'bits'} in ${nameOf(record)}`,
      place: { ...bytesPlace(offset, headSize + bytes.length), path },
    };
  },
};
