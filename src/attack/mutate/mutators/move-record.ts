import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_MESSAGE, ANY_RECORD } from '../targets.js';
import { nameOf } from '../wording.js';

export const moveRecord: TreeMutator = {
  name: 'move-record',
  summary: 'move a record elsewhere in its message, or to another message of the same type',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_RECORD(), random);
    const holder = found?.record.holder;
    if (found === undefined || holder === undefined) return undefined;
    const isOther = (message: MessageNode): boolean =>
      message !== holder && message.table === holder.table && !lies(message, found.record);
    const other = random.oneIn(2) ? site.findMessage(ANY_MESSAGE(), random, false, isOther) : undefined;
    if (other !== undefined) {
      return { at: found.at, to: other.at, index: random.next(other.message.records.length + 1) };
    }
    const count = holder.records.length;
    const here = found.at.at(-1) as number;
    if (count < 2) return undefined;
    const index = (here + 1 + random.next(count - 1)) % count;
    return { at: found.at, to: found.at.slice(0, -1), index };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const to = site.message(args.position('to'));
    const place = recordPlace(site, record);
    const { holder } = record;
    if (lies(to, record)) return { sentence: `leaves ${nameOf(record)} where it is`, place };
    holder?.remove(record);
    to.insert(args.number('index', to.records.length), record);
    const where = to === holder ? 'elsewhere in its message' : 'to another message of the type';
    return { sentence: `moves ${nameOf(record)} ${where}`, place };
  },
};

/** Whether a message lies in a record. */
function lies(message: MessageNode, record: RecordNode): boolean {
  for (let { owner } = message; owner !== undefined; owner = owner.holder?.owner) {
    if (owner === record) return true;
  }
  return false;
}
