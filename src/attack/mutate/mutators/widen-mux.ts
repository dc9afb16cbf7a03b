import { ensureMessage, setField } from '../../../read/tree/make.js';
import { packedBytes } from '../../../read/tree/packed.js';
import { lenRecord } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { grouped } from '../wording.js';

const PREDECESSOR = target(({ name }) => name === 'predecessors');

/** Loaders hold 4 successors of a mux, and 32 layers of a tree. */
const COUNTS = [3, 4, 5, 8, 9, 31, 32, 33, 40, 255, 256];

/** Unlike a longer list alone, this gets past the check of the number that goes with it. */
export const widenMux: TreeMutator = {
  name: 'widen-mux',
  summary: 'give a mux more predecessors, and say so in its numbers',
  weight: 3,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(PREDECESSOR(), random);
    if (found === undefined) return undefined;
    const counts = COUNTS.filter((count) => count * found.record.size <= site.room);
    return counts.length === 0 ? undefined : { at: found.at, count: random.pick(counts) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const mux = site.message(args.position().slice(0, -1));
    const place = recordPlace(site, record);
    const count = args.number('count', 65_537);
    const have = mux.fields(record.number).length;
    const copies = Array.from({ length: Math.max(0, count - have) }, () => record.clone());
    mux.insert((args.position().at(-1) as number) + 1, ...copies);
    const data = ensureMessage(mux, 'mux_data');
    setField(data, 'number_of_predecessors', count);
    setField(data, 'height_ratios_list_len', count);
    const ratios = data.fieldTable('height_ratios_list');
    data.setRecords(data.records.filter(({ number }) => number !== ratios.number));
    const ones = packedBytes(0, new Array<bigint>(count).fill(1n));
    data.append(lenRecord(data, ratios.number, ones));
    return {
      sentence: `gives the mux ${grouped(count)} predecessors instead of ${have}, and says so`,
      place,
    };
  },
};
