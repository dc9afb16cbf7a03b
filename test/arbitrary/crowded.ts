/**
 * Small messages with nearly every field two or three times and few different values, so that later records
 * overwrite values that a scan has gathered, counted or summed.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryScalar } from './arbitrary-scalar.js';
import { type Bytes, concat, I64, LEN, prefixed, tag, VARINT, varint } from './wire-writer.js';

/** Fields that rules across records need, by message type, in messages with many fields. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ProtoMDLMdl: ['header', 'network_groups', 'extensions'],
  ProtoMDLNetworkGroup: ['contexts', 'preliminary_config', 'network_group_metadata', 'networks_names'],
  ProtoMDLNetworkGroupMetadata: ['cfg_channels_count'],
  ProtoMDLContext: ['operations', 'metadata', 'context_index'],
  ProtoMDLAction: [
    'write_data_ccw',
    'write_data_ccw_ptr',
    'enable_lcu',
    'enable_sequencer',
    'allow_input_dataflow',
    'unique_id',
  ],
  ProtoMDLTrigger: [
    'trigger_all_data_was_sent',
    'trigger_dma_idle',
    'trigger_all_data_was_received',
    'unique_id',
  ],
};

/**
 * Fields that every message has once or twice: the path to the operations goes through them, or rules need
 * them.
 */
const NEEDED = ['network_groups', 'contexts', 'operations', 'operation', 'actions', 'data'];
const VALUES = [0, 0, 1, 1, 2, 3, 64, 256];
const MAX_DEPTH = 9;

const made = new Map<string, fc.Arbitrary<Bytes>>();

/** Generates files of one or two groups with such crowded operations. */
export const crowded: fc.Arbitrary<Bytes> = messageOf(ProtoMDLMdlSchema, 0);

function messageOf(desc: DescMessage, depth: number): fc.Arbitrary<Bytes> {
  const key = `${desc.name} ${depth}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const wanted = FIELDS[desc.name];
  const fields = desc.fields.filter(
    ({ name, message }) => (wanted?.includes(name) ?? true) && (depth < MAX_DEPTH || message === undefined),
  );
  const needed = fields.filter(({ name }) => NEEDED.includes(name));
  const there = needed.map((field) => fc.array(recordOf(field, depth), { minLength: 1, maxLength: 2 }));
  const any =
    fields.length === 0 ? fc.constant(concat()) : fc.oneof(...fields.map((field) => recordOf(field, depth)));
  const others = fc.array(any, { maxLength: needed.length > 0 ? 2 : 4 });
  const message = fc
    .tuple(...there, others)
    .map((parts) => parts.flat())
    .chain((records) => fc.shuffledSubarray(records, { minLength: records.length }))
    .map((records) => concat(...records));
  made.set(key, message);
  return message;
}

function recordOf(field: DescField, depth: number): fc.Arbitrary<Bytes> {
  const { number, message, scalar } = field;
  if (message !== undefined) {
    return messageOf(message, depth + 1).map((inner) => concat(tag(number, LEN), prefixed(inner)));
  }
  const wireType = scalar === undefined ? VARINT : arbitraryScalar(scalar).wireType;
  return fc.constantFrom(...VALUES).map((value) => {
    const head = tag(number, wireType);
    if (wireType === VARINT) return concat(head, varint(value));
    if (wireType === LEN) return concat(head, prefixed(new Uint8Array((value % 5) + 1).fill(0x61)));
    return concat(head, new Uint8Array(wireType === I64 ? 8 : 4).fill(value));
  });
}
