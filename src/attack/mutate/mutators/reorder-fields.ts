import type { RecordNode } from '../../../read/tree/record.js';
import { ownerPlace, type TreeMutator } from '../mutator.js';
import { ANY_MESSAGE } from '../targets.js';
import { typeOf } from '../wording.js';

/** Each is a rule that needs no random numbers, so that a log need not list a million positions. */
const ORDERS: Readonly<Record<string, (records: readonly RecordNode[]) => RecordNode[]>> = {
  reversed: (records) => [...records].reverse(),
  'highest-first': (records) => [...records].sort((a, b) => b.number - a.number),
  'lowest-first': (records) => [...records].sort((a, b) => a.number - b.number),
  rotated: (records) => [...records.slice(1), ...records.slice(0, 1)],
  interleaved: (records) => [
    ...records.filter((_, i) => i % 2 === 1),
    ...records.filter((_, i) => i % 2 === 0),
  ],
};
const NAMES = Object.keys(ORDERS);

export const reorderFields: TreeMutator = {
  name: 'reorder-fields',
  summary: 'write the records of a message in another order, lists among them',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true, ({ records }) => records.length > 1);
    if (found === undefined) return undefined;
    const { records } = found.message;
    const changes = (name: string): boolean =>
      ordered(name, records).some((record, i) => record !== records[i]);
    const order = random.pick(NAMES);
    return changes(order) ? { at: found.at, order } : { at: found.at, order: 'reversed' };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const place = ownerPlace(site, message.owner);
    const order = args.word('order', NAMES);
    message.setRecords(ordered(order, message.records));
    return { sentence: `writes the records of ${typeOf(message)} in another order (${order})`, place };
  },
};

function ordered(name: string, records: readonly RecordNode[]): RecordNode[] {
  return (ORDERS[name] as (records: readonly RecordNode[]) => RecordNode[])(records);
}
