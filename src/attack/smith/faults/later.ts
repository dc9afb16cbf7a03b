/** Faults of features that were added after the specification: layouts, and values of later fields. */
import { ensureMessage, setField } from '../../../read/tree/make.js';
import { messagesAt } from '../../../read/tree/walk.js';
import { layerSites } from './edge-layers.js';
import { type Faults, needed, needing } from './fault.js';
import { addExtension } from './file-extensions.js';
import { above, choose, plainActions } from './operation-places.js';
import { allEdges, allOperations, numberAt, oneOf, someOf, treeGroups, treeLeaves } from './places.js';

const BYTE = 255;
/** An architecture that requires variants in groups. */
const IN_PARTS = 3;
const SCALE_PER_FEATURE = 25;

export const LATER_FAULTS: Faults = {
  'core-op-missing': needing({ layouts: ['classic'], without: ['legacy-l3'] }, ({ root }) => {
    const header = ensureMessage(root, 'header');
    const at = setField(header, 'hw_arch', IN_PARTS);
    return [
      { code: 'hw-arch-unknown', severity: 'info', at },
      ...treeGroups(root).map((group) => ({ at: group })),
    ];
  }),
  'core-op-name-mismatch': needing({ layouts: ['ops'], without: ['long-names'] }, ({ root, random }) => {
    const group = oneOf(random, treeGroups(root));
    const node = group && messagesAt(group, 'ops', 'core_op')[0];
    const metadata = needed(node?.field('network_group_metadata')?.message);
    return [{ at: setField(metadata, 'network_group_name', `other${random.below(1000)}`) }];
  }),
  'action-later-values': ({ root, random }) => {
    const one = someOf(random, plainActions(allOperations(root)));
    const [member, name, value] = random.one([
      ['switch_lcu_batch', 'lcu_index', above(random, BYTE)],
      ['switch_lcu_batch', 'cluster_index', above(random, BYTE)],
      ['write_data_by_type', 'address', 4 * random.below(1 << 20) + random.between(1, 3)],
      ['write_data_by_type', 'shift', above(random, BYTE)],
      ['write_data_by_type', 'data_type', random.between(2, 100)],
    ] as const);
    const record = choose(one, member, { [name]: value });
    const at = record.message?.field(name);
    return at && [{ at }];
  },
  'edge-later-index-range': ({ root, random }) => {
    const site = oneOf(random, layerSites(root));
    const base = needed(site?.layer.field('edge_layer_base')?.message);
    return [{ at: setField(base, 'engine_id', above(random, BYTE)) }];
  },
  'edge-later-values': needing(
    { with: ['nms'], without: ['fused', 'mux', 'later-extensions'] },
    ({ root, random }) => {
      const layers = allEdges(root)
        .flatMap((edge) => messagesAt(edge, 'layer_info'))
        .filter((layer) => messagesAt(layer, 'edge_layer_base', 'additional_info', 'nms_info').length > 0);
      const layer = oneOf(random, layers);
      const info = layer && messagesAt(layer, 'edge_layer_base', 'additional_info', 'nms_info')[0];
      if (layer === undefined || info === undefined) return undefined;
      setField(info, 'burst_type', random.between(1, 9));
      return [{ at: layer }];
    },
  ),
  'edge-scales-count': needing(
    {
      layouts: ['classic'],
      without: ['old-flags', 'feature-scales', 'nms', 'fused', 'planes', 'later-extensions'],
    },
    ({ root, random }) => {
      const tensors = allEdges(root)
        .filter((edge) => numberAt(edge, 'context_switch_info', 'edge_connection_type') === 0)
        .flatMap((edge) => [
          ...messagesAt(edge, 'layer_info'),
          ...messagesAt(edge, 'layer_mux').flatMap(treeLeaves),
        ]);
      return [
        {
          code: 'extension-not-loadable',
          severity: 'info',
          at: addExtension(root, 'extensions', SCALE_PER_FEATURE, random),
        },
        ...tensors.map((tensor) => ({
          at: tensor.field('numeric_info')?.message ?? tensor,
        })),
      ];
    },
  ),
};
