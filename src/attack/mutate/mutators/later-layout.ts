import { tagOf } from '../../../base/wire/tag.js';
import { encodeRecord } from '../../../read/tree/encode.js';
import { ensureMessage, messageRecord, placeFor, rawRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { parseTree } from '../../../read/tree/parse.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { ownerPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';

const GROUP = target(({ name }) => name === 'network_groups');

/** Where later tool chains keep what a group holds: variants for parts of a device, a graph of ops, both. */
const LAYOUTS = ['partial', 'ops', 'ops-partial'] as const;

/** What moves: fields 1 to 6 have the same numbers in a group and in a core op. */
const MOVED = [1, 2, 3, 4, 5, 6];

export const laterLayout: TreeMutator = {
  name: 'later-layout',
  summary: 'move the contexts of a network group to where later tool chains keep them, or copy them there',
  weight: 3,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(GROUP(), random, ({ message }) => message?.field('contexts') !== undefined);
    if (found === undefined) return undefined;
    const keep = found.record.size <= site.room && random.oneIn(3);
    // Names and outputs may stay with the group, and often do.
    const fields = random.oneIn(2) ? MOVED : random.oneIn(2) ? [3] : [2, 3];
    return { at: found.at, layout: random.pick(LAYOUTS), keep, fields };
  },
  perform(site, args) {
    const group = site.message(args.position());
    const place = ownerPlace(site, group.owner);
    const layout = args.word('layout', LAYOUTS);
    const fields = args.numbers('fields');
    const keep = args.flag('keep');
    // What an earlier step has written as no reader reads it stays where it is.
    const moved = group.records.filter(
      (record) => fields.includes(record.number) && isReadable(record, group),
    );
    const copies = moved.map((record) => ({
      tag: tagOf(record.number, record.wireType),
      raw: encodeRecord(record),
    }));
    if (!keep) group.setRecords(group.records.filter((record) => !moved.includes(record)));
    const to = holderIn(group, layout);
    to.setRecords(copies.map(({ tag, raw }) => rawRecord(to, tag, raw)));
    return {
      sentence: `${keep ? 'copies' : 'moves'} ${moved.length} fields of a group to its ${WHERE[layout]}`,
      place,
    };
  },
};

function isReadable(record: RecordNode, { schema, table }: MessageNode): boolean {
  return parseTree(encodeRecord(record), schema, table).rest.length === 0;
}

const WHERE = {
  partial: 'partial_network_groups',
  ops: 'ops',
  'ops-partial': 'ops, as variants for parts of a device',
} as const;

/** A new message to hold them. */
function holderIn(group: MessageNode, layout: (typeof LAYOUTS)[number]): MessageNode {
  if (layout === 'partial') {
    return ensureMessage(added(group, 'partial_network_groups'), 'network_group');
  }
  const coreOp = ensureMessage(added(group, 'ops'), 'core_op');
  return layout === 'ops' ? coreOp : ensureMessage(added(coreOp, 'partial_core_ops'), 'core_op');
}

function added(message: MessageNode, name: string): MessageNode {
  const field = message.fieldTable(name);
  const record: RecordNode = messageRecord(field);
  message.insert(placeFor(message, field.number), record);
  return record.message as MessageNode;
}
