import { SPLICE_BYTES } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { toBase64 } from '../step-args.js';
import { nameOf } from '../wording.js';
import { ANY_TEXT } from './stretch-name.js';

export const copyName: TreeMutator = {
  name: 'copy-name',
  summary: 'give a text the value of another one: names that should differ are the same',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_TEXT(), random);
    if (found === undefined) return undefined;
    const old = toBase64(found.record.bytes);
    for (let i = 0; i < 4; i++) {
      const other = site.find(ANY_TEXT(), random)?.record.bytes;
      if (other === undefined || other.length > Math.min(SPLICE_BYTES, site.room)) continue;
      const bytes = toBase64(other);
      if (bytes !== old) return { at: found.at, bytes };
    }
    return undefined;
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    record.setBytes(args.bytes('bytes'));
    return { sentence: `gives ${nameOf(record)} the value of another text`, place };
  },
};
