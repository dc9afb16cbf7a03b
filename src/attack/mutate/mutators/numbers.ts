import type { FieldTable } from '../../../base/schema/table.js';
import { setField } from '../../../read/tree/make.js';
import { boundaryValue } from '../boundary-values.js';
import { HEAD_GROWTH, recordMutator } from '../record-mutator.js';
import { anyElement, bitsAt, scalarNotation, setBitsAt, widthOf } from '../scalars.js';
import { ANY_NUMBER, isNumberField, type Target, target } from '../targets.js';

/**
 * Sets zero, the largest value, values near powers of two, a rule's limit, a value outside of the enum, or
 * NaN.
 */
export const boundaryValueMutator = recordMutator({
  name: 'boundary-value',
  summary: 'set a number to a boundary: of its type, of its enum, or of what readers accept',
  weight: 30,
  target: ANY_NUMBER,
  choose(record, random, site) {
    const { field } = record;
    if (field === undefined) return undefined;
    const element = anyElement(record, random);
    if (element === undefined) return undefined;
    const old = bitsAt(record, element) as bigint;
    const bits = boundaryValue(field, old, random);
    if (bits === undefined || (bits > old && site.room < HEAD_GROWTH)) return undefined;
    return { element, bits: bits.toString() };
  },
  perform(record, args) {
    const bits = args.bits('bits');
    const element = args.number('element');
    const old = bitsAt(record, element) ?? 0n;
    setBitsAt(record, element, bits);
    const { field } = record;
    return `changes ${field?.name ?? 'a value'} from ${scalarNotation(field, old)} to ${scalarNotation(field, bits)}`;
  },
});

/**
 * Fields grouped by what their numbers refer to: streams, networks, contexts, channels, hardware units, ids.
 */
const KINDS: readonly (readonly string[])[] = [
  ['sys_index', 'connected_sys_index', 'shmifo_index'],
  ['network_index'],
  ['context_index', 'connected_context_index', 'index'],
  ['cfg_channel_index', 'config_index'],
  ['cluster_index', 'pred_cluster_ob_cluster_index'],
  ['lcu_index'],
  ['class_group_index'],
  ['unique_id'],
  ['type_index'],
  ['pad_index', 'reg_pad_index', 'cls_pad_index', 'obj_pad_index', 'src', 'dst'],
  ['network_group_index'],
];

const kindOf = (field: FieldTable): readonly string[] | undefined =>
  field.repeated ? undefined : KINDS.find((names) => names.includes(field.name));

const REFERENCE = target((field) => kindOf(field) !== undefined);
const OF_KIND = new Map<readonly string[], () => Target>(
  KINDS.map((names) => [names, target((field) => !field.repeated && names.includes(field.name))]),
);

export const redirectIndex = recordMutator({
  name: 'redirect-index',
  summary: 'make a reference name something else: what another one names, a neighbour, one past the last',
  weight: 12,
  target: REFERENCE,
  choose(record, random, site) {
    const kind = record.field && kindOf(record.field);
    if (kind === undefined) return undefined;
    const old = record.bits;
    const others = (OF_KIND.get(kind) as () => Target)();
    let bits = old;
    for (let i = 0; i < 4 && bits === old; i++) {
      bits = site.find(others, random, ({ wireType }) => wireType === 0)?.record.bits ?? old;
    }
    // Takes an adjacent value with a probability of one quarter, and whenever no other value was found.
    if (bits === old || random.oneIn(4)) bits = BigInt.asUintN(32, bits + random.one([1n, 1n, 2n, -1n]));
    return bits === old ? undefined : { bits: bits.toString() };
  },
  perform(record, args) {
    const old = record.bits;
    const bits = args.bits('bits');
    record.setBits(bits);
    return `redirects ${record.field?.name} from ${scalarNotation(undefined, old)} to ${scalarNotation(undefined, bits)}`;
  },
});

const SHAPE = target(({ name }) => name === 'edge_layer_base');
const SIDES = ['height', 'width', 'features'] as const;

/**
 * Changes all dimensions together: a single dimension that lets the product exceed 32 bits is usually refused
 * by another check first.
 */
export const overflowShape = recordMutator({
  name: 'overflow-shape',
  summary: 'set the sides of a tensor so that their product passes 32 bits, or wraps to something small',
  weight: 4,
  target: SHAPE,
  room: 48,
  choose(_, random) {
    const powers = random.one([
      [11, 11, 10],
      [16, 16, 0],
      [16, 8, 8],
      [20, 12, 0],
      [31, 1, 1],
      [21, 21, 22],
    ]);
    // With `more`, the product wraps to a small number instead of zero.
    return { powers, more: random.below(2), padded: random.oneIn(2), plain: !random.oneIn(3) };
  },
  perform(_, args, site) {
    const base = site.message(args.position());
    const powers = args.numbers('powers');
    const more = args.number('more', 1);
    const both = [...(args.flag('plain') ? [''] : []), ...(args.flag('padded') ? ['padded_'] : [])];
    const prefixes = both.length === 0 ? ['padded_'] : both;
    const sides = SIDES.map((_, i) => 2 ** Math.min(powers[i] ?? 0, 31) + more);
    for (const prefix of prefixes) {
      for (const [i, side] of SIDES.entries()) setField(base, prefix + side, sides[i] as number);
    }
    const named = prefixes.map((prefix) => `${prefix}sides`).join(' and ');
    return `makes the ${named} of a tensor ${sides.join(' × ')}`;
  },
});

const NARROW = target((field) => isNumberField(field) && widthOf(field) === 32 && !field.repeated);

/**
 * Parsers silently drop the upper bits, so a check before parsing and a check after parsing see different
 * numbers.
 */
export const widenValue = recordMutator({
  name: 'widen-value',
  summary: 'write a 32-bit value with bits above the 32nd, which parsers cut',
  weight: 4,
  target: NARROW,
  room: HEAD_GROWTH,
  accepts: ({ wireType }) => wireType === 0,
  choose(_record, random) {
    const high = random.oneIn(2) ? 1n : BigInt(random.bits() || 1);
    return { high: high.toString() };
  },
  perform(record, args) {
    const old = record.bits;
    const bits = BigInt.asUintN(64, BigInt.asUintN(32, old) | (args.bits('high') << 32n));
    record.setBits(bits);
    return `writes ${record.field?.name} as ${scalarNotation(undefined, bits)}, which parsers cut to 32 bits`;
  },
});
