import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { grouped, nameOf } from '../wording.js';

const LISTED = target((field) => field.repeated);

/**
 * Counts at which loaders refuse, run out of a table, or wrap a counter: 4 predecessors and channels, 8 networks
 * and groups, 32 layers and contexts, 8 and 16 bits, 1021 contexts.
 */
const COUNTS = [2, 5, 9, 10, 33, 65, 129, 255, 256, 257, 1022, 4097, 65_535, 65_536, 65_537];

export const growList: TreeMutator = {
  name: 'grow-list',
  summary: 'repeat an element of a list until the list passes a limit, up to 2^16 + 1',
  weight: 3,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(LISTED(), random);
    if (found === undefined) return undefined;
    const have = found.record.holder?.fields(found.record.number).length ?? 0;
    const size = found.record.size;
    const counts = COUNTS.filter((count) => count > have && (count - have) * size <= site.room);
    return counts.length === 0 ? undefined : { at: found.at, count: random.pick(counts) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const holder = site.message(args.position().slice(0, -1));
    const place = recordPlace(site, record);
    const have = holder.fields(record.number).length;
    const count = args.number('count', MOST);
    const index = (args.position().at(-1) as number) + 1;
    const copies = Array.from({ length: Math.max(0, count - have) }, () => record.clone());
    holder.setRecords([...holder.records.slice(0, index), ...copies, ...holder.records.slice(index)]);
    return { sentence: `makes ${grouped(count)} of ${grouped(have)} records of ${nameOf(record)}`, place };
  },
};

/** A log that asks for more is none of ours. */
const MOST = 65_537;
