import { fieldByName } from '../../../base/schema/lookup.js';
import { MDL } from '../../../base/schema/mdl.gen.js';
import type { FieldTable, MessageTable } from '../../../base/schema/table.js';
import { tagOf } from '../../../base/wire/tag.js';
import { encodeRecord } from '../../../read/tree/encode.js';
import {
  ensureMessage,
  messageRecord,
  placeFor,
  rawRecord,
  scalarRecord,
  setField,
} from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { parseTree } from '../../../read/tree/parse.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { ownerPlace, recordName, recordPlace, type TreeMutator } from '../mutator.js';
import { HEAD_GROWTH, recordMutator } from '../record-mutator.js';
import { target } from '../targets.js';

const VERSIONS = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '255',
  '4294967295',
  '4294967296',
  '18446744073709551615',
];

/** In version 0 readers take features from flags, otherwise from the lists of extensions. */
export const otherHeaderVersion: TreeMutator = {
  name: 'header-version',
  summary: 'change the version in the message’s header, which says where features are looked for',
  weight: 3,
  stage: 'tree',
  choose(site, random) {
    if (site.room < HEAD_GROWTH) return undefined;
    const old = site.root.inner('header')?.field('version')?.bits.toString() ?? '0';
    return { version: random.one(VERSIONS.filter((version) => version !== old)) };
  },
  perform(site, args) {
    const header = ensureMessage(site.root, 'header');
    const version = args.bits('version');
    setField(header, 'version', version);
    return { sentence: `sets the header's version to ${version}`, place: ownerPlace(site, header.owner) };
  },
};

const LISTS = ['extensions', 'optional_extensions'] as const;

/** Number of extension types to choose from. */
const MOST_TYPES = 37;

export const toggleExtension: TreeMutator = {
  name: 'toggle-extension',
  summary: 'declare a feature that the file does not use, or leave out one that it does',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    if (site.room < HEAD_GROWTH) return undefined;
    const list = random.one(LISTS);
    const has = site.root.countOf(list);
    if (has > 0 && random.oneIn(3)) return { list, remove: random.below(has) };
    return { list, type: random.oneIn(3) ? random.one([2, 3, 4, 8, 9, 12]) : random.below(MOST_TYPES) };
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
        return { sentence: `leaves out one of ${recordName(record)}`, place };
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

const GROUP = target(({ name }) => name === 'network_groups');

/**
 * Layouts of later tool chains for the content of a group: in variants for parts of a device, in a graph of
 * ops, in both.
 */
const LAYOUTS = ['partial', 'ops', 'ops-partial'] as const;

/** Fields to move. Fields 1 to 6 have the same numbers in a group and in a core op. */
const MOVED = [1, 2, 3, 4, 5, 6];

export const laterLayout = recordMutator({
  name: 'later-layout',
  summary: 'move the contexts of a network group to where later tool chains keep them, or copy them there',
  weight: 3,
  target: GROUP,
  accepts: ({ message }) => message?.field('contexts') !== undefined,
  // Up to three messages are put around the fields.
  room: 2 * HEAD_GROWTH,
  choose(record, random, site) {
    const keep = record.size + 2 * HEAD_GROWTH <= site.room && random.oneIn(3);
    // Real files often keep names and outputs in the group.
    const fields = random.oneIn(2) ? MOVED : random.oneIn(2) ? [3] : [2, 3];
    return { layout: random.one(LAYOUTS), keep, fields };
  },
  perform(_, args, site) {
    const group = site.message(args.position());
    const layout = args.word('layout', LAYOUTS);
    const fields = args.numbers('fields');
    const keep = args.flag('keep');
    // Records that an earlier step made unreadable stay in the group.
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
    return `${keep ? 'copies' : 'moves'} ${moved.length} fields of a group to its ${WHERE[layout]}`;
  },
});

function isReadable(record: RecordNode, { schema, table }: MessageNode): boolean {
  return parseTree(encodeRecord(record), schema, table).rest.length === 0;
}

const WHERE = {
  partial: 'partial_network_groups',
  ops: 'ops',
  'ops-partial': 'ops, as variants for parts of a device',
} as const;

/** Adds to the group, and returns, the message that receives the group's records. */
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
