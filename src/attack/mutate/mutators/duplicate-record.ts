import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { nameOf } from '../wording.js';

const LISTED = target((field) => field.repeated);

export const duplicateRecord: TreeMutator = {
  name: 'duplicate-record',
  summary: 'repeat an element of a list, after it or at the end of its message',
  weight: 8,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(LISTED(), random, ({ size }) => size <= site.room);
    return found === undefined ? undefined : { at: found.at, last: random.oneIn(3) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const { holder } = record;
    const copy = record.clone();
    const index = args.flag('last') ? holder?.records.length : (args.position().at(-1) as number) + 1;
    holder?.insert(index as number, copy);
    return { sentence: `repeats ${nameOf(record)}`, place: recordPlace(site, copy) };
  },
};
