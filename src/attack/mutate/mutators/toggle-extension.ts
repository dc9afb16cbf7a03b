import { fieldByName } from '../../../base/schema/lookup.js';
import { MDL } from '../../../base/schema/mdl.gen.js';
import type { FieldTable, MessageTable } from '../../../base/schema/table.js';
import { messageRecord, placeFor, scalarRecord } from '../../../read/tree/make.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { nameOf } from '../wording.js';

const LISTS = ['extensions', 'optional_extensions'] as const;

/** The features that change how a file is read (DDR, several contexts, several networks…), and beyond. */
const MOST_TYPES = 37;

export const toggleExtension: TreeMutator = {
  name: 'toggle-extension',
  summary: 'declare a feature that the file does not use, or leave out one that it does',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    if (site.room < 16) return undefined;
    const list = random.pick(LISTS);
    const has = site.root.fields(list);
    if (has.length > 0 && random.oneIn(3)) return { list, remove: random.next(has.length) };
    return { list, type: random.oneIn(3) ? random.pick([2, 3, 4, 8, 9, 12]) : random.next(MOST_TYPES) };
  },
  perform(site, args) {
    const { root } = site;
    const list = args.word('list', LISTS);
    if (args.has('remove')) {
      const has = root.fields(list);
      const record = has[args.number('remove', Math.max(0, has.length - 1))];
      if (record !== undefined) {
        const place = recordPlace(site, record);
        root.remove(record);
        return { sentence: `leaves out one of ${nameOf(record)}`, place };
      }
    }
    const type = args.has('type') ? args.number('type') : 0;
    const field = root.fieldTable(list);
    const inner = fieldByName(MDL.messages[field.message] as MessageTable, 'type_index') as FieldTable;
    const record = messageRecord(field, [scalarRecord(inner, type)]);
    root.insert(placeFor(root, field.number), record);
    return { sentence: `adds type ${type} to ${list}`, place: recordPlace(site, record) };
  },
};
