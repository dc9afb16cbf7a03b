import { ownerPlace, type TreeMutator } from '../mutator.js';
import { ANY_MESSAGE } from '../targets.js';
import { nameOf } from '../wording.js';

export const swapRecords: TreeMutator = {
  name: 'swap-records',
  summary: 'swap two records of a message: elements of a list, or fields',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true, ({ records }) => records.length > 1);
    if (found === undefined) return undefined;
    const count = found.message.records.length;
    const first = random.next(count);
    const second = (first + 1 + random.next(count - 1)) % count;
    return { at: found.at, first, second };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const place = ownerPlace(site, message.owner);
    const records = [...message.records];
    const one = site.record([...args.position(), args.number('first')]);
    const other = site.record([...args.position(), args.number('second')]);
    records[args.number('first')] = other;
    records[args.number('second')] = one;
    message.setRecords(records);
    return {
      sentence: `swaps records ${args.number('first')} (${nameOf(one)}) and ${args.number('second')} (${nameOf(other)})`,
      place,
    };
  },
};
