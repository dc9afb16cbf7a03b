import {
  ensureMessage,
  fieldOfType,
  messageRecord,
  scalarRecord,
  setField,
} from '../../../read/tree/make.js';
import { packedBytes } from '../../../read/tree/packed.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { groupedDigits, recordName } from '../mutator.js';
import { holderOf, indexOf, lenRecord, recordMutator } from '../record-mutator.js';
import { target } from '../targets.js';

/** Members of an edge's oneof that can be put into a mux, in an edge layer or in another mux. */
const EDGE = target(({ name }) => name === 'layer_info' || name === 'layer_mux');
const HOLDERS = ['ProtoMDLEdgeLayer', 'ProtoMdlEdge'];

/**
 * Numbers of nested muxes around parsers' limit of 100 levels: each mux takes two levels, and the enclosing
 * messages take some.
 */
const DEPTHS = [1, 1, 2, 3, 8, 16, 31, 32, 33, 44, 45, 46, 47, 48, 49, 50, 51, 60, 120];

/**
 * Maximum number of bytes that a mux adds to the file: the mux without its base, and the growth of the
 * lengths of the enclosing records.
 */
const MUX_BYTES = 24;

export const nestMux = recordMutator({
  name: 'nest-mux',
  summary: 'put an edge into muxes within muxes, up to and past the depth that parsers follow',
  weight: 4,
  target: EDGE,
  accepts: ({ holder }) => HOLDERS.includes(holder?.table?.typeName ?? ''),
  choose(record, random, site) {
    const each = MUX_BYTES + (baseOf(record)?.size ?? 0);
    const depths = DEPTHS.filter((depth) => depth * each <= site.room);
    return depths.length === 0 ? undefined : { depth: random.one(depths) };
  },
  perform(record, args, site) {
    const holder = holderOf(site, args);
    const depth = args.number('depth', 1000);
    const base = baseOf(record);
    let inner = record.clone();
    for (let i = 1; i < depth; i++) inner = muxOf(inner, base, EDGE_MUX());
    holder.replace(record, muxOf(inner, base, holder.fieldTable('layer_mux')));
    // By `edge_layer_type`, loaders choose the member of the oneof to read.
    if (holder.table?.typeName === 'ProtoMDLEdgeLayer') setField(holder, 'edge_layer_type', 1);
    return `puts ${recordName(record)} into ${depth === 1 ? 'a mux' : `${depth} muxes, each in the next`}`;
  },
});

const EDGE_MUX = () => fieldOfType('ProtoMdlEdge', 'layer_mux');
const muxField = (name: string) => fieldOfType('ProtoMDLEdgeLayerMux', name);
const dataField = (name: string) => fieldOfType('ProtoMDLEdgeLayerMuxData', name);

/** Makes a mux that contains a member of an edge. The member's records move to the mux. */
function muxOf(
  inner: RecordNode,
  base: RecordNode | undefined,
  as: Parameters<typeof messageRecord>[0],
): RecordNode {
  const name = inner.field?.name === 'layer_mux' ? 'layer_mux' : 'layer_info';
  const member = messageRecord(fieldOfType('ProtoMdlEdge', name));
  // The records are moved, not cloned, because hostile edges have thousands of records, and up to a hundred
  // levels.
  const records = [...(inner.message?.records ?? [])];
  inner.message?.setRecords([]);
  member.message?.setRecords(records);
  return messageRecord(as, [
    scalarRecord(muxField('name'), 'mux'),
    ...(base === undefined ? [] : [base.clone()]),
    messageRecord(muxField('mux_data'), [
      scalarRecord(dataField('number_of_predecessors'), 1),
      scalarRecord(dataField('height_gcd'), 1),
      scalarRecord(dataField('height_ratios_list_len'), 1),
      scalarRecord(dataField('height_ratios_list'), 1),
    ]),
    messageRecord(muxField('predecessors'), [member]),
  ]);
}

/** Returns the base of an edge: both kinds of edges have a base, in fields of the same number. */
function baseOf(edge: RecordNode): RecordNode | undefined {
  return edge.message?.field('edge_layer_base');
}

const PREDECESSOR = target(({ name }) => name === 'predecessors');

/**
 * Numbers of predecessors around the limits of loaders: 4 predecessors of a mux, and 32 layers in a tree of
 * muxes.
 */
const COUNTS = [3, 4, 5, 8, 9, 31, 32, 33, 40, 255, 256];

/**
 * The mutator also changes the declared number of predecessors; otherwise a loader's check of the number
 * would fail.
 */
export const widenMux = recordMutator({
  name: 'widen-mux',
  summary: 'give a mux more predecessors, and say so in its numbers',
  weight: 3,
  target: PREDECESSOR,
  choose(record, random, site) {
    const counts = COUNTS.filter((count) => count * record.size <= site.room);
    return counts.length === 0 ? undefined : { count: random.one(counts) };
  },
  perform(record, args, site) {
    const mux = holderOf(site, args);
    const count = args.number('count', 65_537);
    const have = mux.countOf(record.number);
    const copies = record.clones(Math.max(0, count - have));
    mux.insert(indexOf(args) + 1, ...copies);
    const data = ensureMessage(mux, 'mux_data');
    setField(data, 'number_of_predecessors', count);
    setField(data, 'height_ratios_list_len', count);
    const ratios = data.fieldTable('height_ratios_list');
    data.retain(({ number }) => number !== ratios.number);
    const ones = packedBytes(0, new Array<bigint>(count).fill(1n));
    data.append(lenRecord(data, ratios.number, ones));
    return `gives the mux ${groupedDigits(count)} predecessors instead of ${have}, and says so`;
  },
});
