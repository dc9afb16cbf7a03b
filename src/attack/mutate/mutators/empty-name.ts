import { recordPlace, type TreeMutator } from '../mutator.js';
import { nameOf } from '../wording.js';
import { ANY_TEXT } from './stretch-name.js';

export const emptyName: TreeMutator = {
  name: 'empty-name',
  summary: 'make a text empty, but there',
  weight: 2,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_TEXT(), random, ({ bytes }) => bytes.length > 0);
    return found === undefined ? undefined : { at: found.at };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    record.setBytes(new Uint8Array(0));
    return { sentence: `empties ${nameOf(record)}`, place };
  },
};
