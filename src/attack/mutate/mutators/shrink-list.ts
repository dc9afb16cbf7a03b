import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { grouped, nameOf } from '../wording.js';

const LISTED = target((field) => field.repeated);

/** Loaders read the first or last element of lists that they expect to have one. */
export const shrinkList: TreeMutator = {
  name: 'shrink-list',
  summary: 'leave out all elements of a list, or all but the first few',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(LISTED(), random);
    if (found === undefined) return undefined;
    const count = found.record.holder?.fields(found.record.number).length ?? 0;
    return { at: found.at, keep: random.oneIn(2) ? 0 : random.next(count) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const { holder, number } = record;
    const keep = args.number('keep');
    let seen = 0;
    let left = 0;
    const kept = (holder?.records ?? []).filter((other) => {
      if (other.number !== number || seen++ < keep) return true;
      left++;
      return false;
    });
    holder?.setRecords(kept);
    return {
      sentence: `leaves out ${grouped(left)} of ${grouped(seen)} records of ${nameOf(record)}`,
      place,
    };
  },
};
