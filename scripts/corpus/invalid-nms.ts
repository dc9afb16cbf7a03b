/** One file for each rule about lists of boxes, and about outputs that are parts of a fused output. */
import { CONTEXT, change, drop, label, put, spoiled } from './faults.js';
import { at, explicit, type Fields, type Value } from './notation.js';
import { error, info, type Plan, warning } from './specimen.js';
import { fused, nms } from './valid-features.js';
import { nestedMux } from './valid-networks.js';

const GROUP = 'network_groups[0]';
const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const BASE = `${LAYERS}[1].layer_info.edge_layer_base`;
const INFO = `${BASE}.additional_info.nms_info`;
const WHOLE = `${GROUP}.fused_layers_metadata.fused_layers[0]`;

export const INVALID_NMS: readonly Plan[] = [
  {
    name: 'nms-info-missing',
    about: 'A list of boxes without its maximum number of boxes.',
    content: spoiled(nms, drop(`${BASE}.additional_info`), label(BASE, 'here')),
    expected: [error('nms-info-missing', 'here')],
  },
  {
    name: 'nms-info-on-non-nms',
    about: 'A tensor with the parameters of a list of boxes.',
    content: spoiled(nms, put(`${BASE}.format`, 'format', 1), label(INFO, 'here')),
    expected: [info('nms-info-on-non-nms', 'here')],
  },
  {
    name: 'nms-values-range',
    about: 'Boxes of 2^32 + 8 bytes, a size that loaders cut to 8.',
    content: spoiled(nms, put(`${INFO}.bbox_size`, 'here', 2n ** 32n + 8n)),
    expected: [error('nms-values-range', 'here')],
  },
  {
    name: 'nms-class-group-index',
    about: 'Class group 9, although the highest group is 8, on a layer that is not a part of a fused layer.',
    content: spoiled(
      nms,
      change(INFO, { defuse_info: { class_group_index: at('here', 9n), original_name: 'boxes/all' } }),
    ),
    expected: [error('nms-class-group-index', 'here')],
  },
  {
    name: 'nms-original-name-too-long',
    about: 'A fused layer’s name of 128 bytes.',
    content: spoiled(nms, change(INFO, { defuse_info: { original_name: at('here', 'x'.repeat(128)) } })),
    expected: [error('nms-original-name-too-long', 'here')],
  },
  {
    name: 'nms-frame-overflow',
    about: '65,536 classes of 65,536 boxes: the size wraps around to 128 KiB.',
    content: spoiled(
      nms,
      change(INFO, { number_of_classes: at('here', 65536n), max_output_size: at('max', 65536n) }),
      label(`${INFO}.bbox_size`, 'bbox'),
    ),
    expected: [error('nms-frame-overflow', 'here', { related: ['max', 'bbox'] })],
  },
  {
    name: 'nms-zero-size',
    about: 'A list of boxes without classes.',
    content: spoiled(nms, put(`${INFO}.number_of_classes`, 'here', explicit(0n))),
    expected: [warning('nms-zero-size', 'here')],
  },
  {
    name: 'nms-bbox-size',
    about: 'Boxes of four bytes: hosts read eight.',
    content: spoiled(nms, put(`${INFO}.bbox_size`, 'here', 4n)),
    expected: [warning('nms-bbox-size', 'here')],
  },
  {
    name: 'nms-data-bytes',
    about: 'A list of boxes of values of one byte.',
    content: spoiled(nms, put(`${BASE}.data_bytes`, 'here', 1)),
    expected: [warning('nms-data-bytes', 'here')],
  },
  {
    name: 'nms-transposed',
    about: 'A list of boxes that is transposed.',
    content: spoiled(nms, change(`${LAYERS}[1].layer_info`, { transposed: at('here', true) })),
    expected: [warning('nms-transposed', 'here')],
  },
  {
    name: 'nms-transposed-network',
    about: 'A list of boxes of a network that is transposed.',
    content: spoiled(
      nms,
      change(`${GROUP}.network_group_metadata`, { transposed_net: true }),
      label(`${GROUP}.network_group_metadata`, 'metadata'),
      label(`${BASE}.format`, 'here'),
    ),
    expected: [warning('nms-transposed', 'here', { related: ['metadata'] })],
  },
  {
    name: 'nms-on-input',
    about: 'A list of boxes as an input.',
    content: spoiled(
      nms,
      change(`${LAYERS}[0].layer_info.edge_layer_base`, {
        format: at('here', 6),
        data_bytes: 2,
        additional_info: { nms_info: { number_of_classes: 1n, max_output_size: 10n, bbox_size: 8n } },
      }),
    ),
    expected: [warning('nms-on-input', 'here')],
  },
  {
    name: 'mux-nms',
    about: 'A mux that is a list of boxes.',
    content: spoiled(nestedMux, put(`${LAYERS}[1].layer_mux.edge_layer_base.format`, 'here', 6)),
    expected: [error('mux-nms', 'here')],
  },
];

/** Adds a third output: a part of a fused layer that is missing in the file. */
function anotherPart(layers: Value): Value {
  const [input, part, ...rest] = layers as Fields[];
  const { layer_info: tensor, ...edge } = part as Fields;
  const { edge_layer_base: base, ...named } = tensor as Fields;
  return [
    input as Fields,
    part as Fields,
    ...rest,
    {
      ...edge,
      layer_info: {
        ...named,
        name: 'fuse/nms2_d0',
        original_names: ['fuse/nms2_d0/out'],
        edge_layer_base: {
          ...(base as Fields),
          sys_index: 3,
          additional_info: {
            nms_info: {
              number_of_classes: 2n,
              max_output_size: 20n,
              bbox_size: 8n,
              is_defused: true,
              defuse_info: { original_name: at('here', 'fuse/nms2') },
            },
          },
        },
      },
    },
  ];
}

const PART = `${LAYERS}[2].layer_info.edge_layer_base.additional_info.nms_info`;

export const INVALID_FUSED: readonly Plan[] = [
  {
    name: 'fused-layer-missing',
    about: 'A part of a fused layer that does not exist.',
    content: spoiled(
      fused,
      [LAYERS, anotherPart],
      change(`${GROUP}.fused_layers_metadata`, { updated_sorted_output_names: ['fuse/nms1', 'fuse/nms2'] }),
    ),
    expected: [error('fused-layer-missing', 'here')],
  },
  {
    name: 'defused-without-fused-metadata',
    about: 'A part of a fused layer in a network without fused layers.',
    content: spoiled(
      nms,
      change(INFO, { is_defused: at('here', true), defuse_info: { original_name: 'boxes/all' } }),
    ),
    expected: [warning('defused-without-fused-metadata', 'here')],
  },
  {
    name: 'fused-buffer-indices-missing',
    about: 'A fused layer without a stream buffer: loaders crash.',
    content: spoiled(
      fused,
      drop(`${WHOLE}.layer_info.edge_layer_base.buffer_indices`),
      label(`${WHOLE}.layer_info.edge_layer_base`, 'here'),
    ),
    expected: [error('fused-buffer-indices-missing', 'here')],
  },
  {
    name: 'fused-layer-invalid',
    about: 'A fused layer of elements of four bytes.',
    content: spoiled(fused, put(`${WHOLE}.layer_info.edge_layer_base.data_bytes`, 'here', 4)),
    expected: [error('fused-layer-invalid', 'here')],
  },
  {
    name: 'defuse-class-group-index',
    about: 'Two parts with the indices 0 and 2.',
    content: spoiled(
      fused,
      change(`${PART}.defuse_info`, { class_group_index: 2n }),
      label(`${LAYERS}[1]`, 'first'),
      label(`${LAYERS}[2]`, 'second'),
    ),
    expected: [error('defuse-class-group-index', 'first', { related: ['second'] })],
  },
  {
    name: 'fused-defused-names-mismatch',
    about: 'A fused layer that names a part that does not exist.',
    content: spoiled(fused, [
      `${WHOLE}.defused_layers_names`,
      (names) => [(names as Value[])[0] as Value, at('here', 'fuse/nms1_d7')],
    ]),
    expected: [warning('fused-defused-names-mismatch', 'here')],
  },
  {
    name: 'fused-flag-without-layers',
    about: 'A network with the flag for fused layers, but without fused layers.',
    content: spoiled(
      nms,
      change(GROUP, {
        fused_layers_metadata: at('here', {
          network_has_fused_layers: true,
          updated_sorted_output_names: ['boxes/nms1'],
        }),
      }),
    ),
    expected: [warning('fused-flag-without-layers', 'here')],
  },
  {
    name: 'fused-layers-without-flag',
    about: 'A network with a fused layer, but without the flag for fused layers.',
    content: spoiled(
      fused,
      drop(`${GROUP}.fused_layers_metadata.network_has_fused_layers`),
      label(`${GROUP}.fused_layers_metadata`, 'here'),
    ),
    expected: [warning('fused-layers-without-flag', 'here')],
  },
  {
    name: 'fused-nms-sum',
    about: 'A fused layer of six classes whose parts have five classes in total.',
    content: spoiled(
      fused,
      put(`${WHOLE}.nms_info.number_of_classes`, 'here', 6n),
      label(`${LAYERS}[1]`, 'first'),
      label(`${LAYERS}[2]`, 'second'),
    ),
    expected: [warning('fused-nms-sum', 'here', { related: ['first', 'second'] })],
  },
];
