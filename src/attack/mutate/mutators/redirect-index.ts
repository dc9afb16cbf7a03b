import type { FieldTable } from '../../../base/schema/table.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { shown } from '../scalars.js';
import { type Target, target } from '../targets.js';

/** Fields that name the same things: streams, networks, contexts, channels, hardware units, ids. */
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

export const redirectIndex: TreeMutator = {
  name: 'redirect-index',
  summary: 'make a reference name something else: what another one names, a neighbour, one past the last',
  weight: 12,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(REFERENCE(), random);
    const kind = found?.record.field === undefined ? undefined : kindOf(found.record.field);
    if (found === undefined || kind === undefined) return undefined;
    const old = found.record.bits;
    const others = (OF_KIND.get(kind) as () => Target)();
    let bits = old;
    for (let i = 0; i < 4 && bits === old; i++) {
      bits = site.find(others, random, ({ wireType }) => wireType === 0)?.record.bits ?? old;
    }
    // Beside what others name, and in a small file where all name the same.
    if (bits === old || random.oneIn(4)) bits = BigInt.asUintN(32, bits + random.pick([1n, 1n, 2n, -1n]));
    return bits === old ? undefined : { at: found.at, bits: bits.toString() };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const old = record.bits;
    const bits = args.bits('bits');
    record.setBits(bits);
    return {
      sentence: `redirects ${record.field?.name} from ${shown(undefined, old)} to ${shown(undefined, bits)}`,
      place,
    };
  },
};
