import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_RECORD } from '../targets.js';
import { nameOf } from '../wording.js';

export const dropRecord: TreeMutator = {
  name: 'drop-record',
  summary: 'leave out a record: a field, or an element of a list',
  weight: 10,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_RECORD(), random);
    return found === undefined ? undefined : { at: found.at };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    record.holder?.remove(record);
    return { sentence: `leaves out ${nameOf(record)}`, place };
  },
};
