import { encodeRecords, lenRecord } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { isMessageField, target } from '../targets.js';
import { nameOf } from '../wording.js';

const SINGULAR = target((field) => !field.repeated && isMessageField(field));

/** Legal, and of the same meaning: readers merge the parts. */
export const splitMessage: TreeMutator = {
  name: 'split-message',
  summary: 'write a singular message in two records, which readers merge',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(SINGULAR(), random, ({ message }) => (message?.records.length ?? 0) > 1);
    if (found === undefined || site.room < 8) return undefined;
    return { at: found.at, cut: random.between(1, (found.record.message?.records.length ?? 2) - 1) };
  },
  perform(site, args) {
    const at = args.position();
    const record = site.record(at);
    const holder = site.message(at.slice(0, -1));
    const message = site.message(at);
    const place = recordPlace(site, record);
    const cut = args.number('cut', message.records.length);
    const tail = encodeRecords(message.records.slice(cut));
    message.setRecords(message.records.slice(0, cut));
    holder.insert((at.at(-1) as number) + 1, lenRecord(holder, record.number, tail));
    return { sentence: `writes ${nameOf(record)} in two records, cut after ${cut} of its fields`, place };
  },
};
