/** Valid models, by features of the format: NMS, fused layers, every trigger, every action, flags. */
import { base, boundaryInput, boundaryOutput, info as layerInfo, NC, NHWC, NMS, shape } from './layers.js';
import { context, EXTENSION, model, networkGroup, preliminary } from './network.js';
import { at, explicit, type Fields } from './notation.js';
import {
  allowInput,
  ccw,
  disableLcu,
  enableLcu,
  enableSequencer,
  Ids,
  operation,
  waitModule,
  waitSequencer,
  weights,
  whenLcu,
  whenReady,
  whenSent,
} from './operations.js';
import { Random } from './random.js';
import { info, type Plan, warning } from './specimen.js';

const IMAGE = shape(32, 32, 3, { format: NHWC });
const LOGITS = shape(1, 1, 10, { format: NC, paddedFeatures: 16 });
/** One box per row: a word of 8 bytes. */
const BOXES = shape(100, 1, 4, { format: NMS, dataBytes: 2 });

function nmsInfo(classes: bigint, more: Fields = {}): Fields {
  return {
    number_of_classes: classes,
    max_output_size: 20n,
    bbox_size: 8n,
    ...more,
    input_division_factor: 1n,
  };
}

/** Returns a detector whose output is a list of boxes. */
export function nms(): Fields {
  const ids = new Ids();
  const random = new Random(11);
  const layers = [
    boundaryInput({ name: 'boxes/input_layer1', shape: IMAGE, sys: 1, context: 0 }),
    boundaryOutput(
      { name: 'boxes/nms1', shape: BOXES, sys: 0, context: 0 },
      { additional_info: { nms_info: nmsInfo(5n) } },
    ),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'boxes',
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
      }),
    ],
  });
}

/** Returns a detector whose classes leave in two parts, which the host joins. */
export function fused(): Fields {
  const ids = new Ids();
  const random = new Random(12);
  const whole = 'fuse/nms1';
  const parts = [3n, 2n].map((classes, group) => ({
    name: `fuse/nms1_d${group}`,
    classes,
    info: { is_defused: true, defuse_info: { class_group_index: BigInt(group), original_name: whole } },
  }));
  const layers = [
    boundaryInput({ name: 'fuse/input_layer1', shape: IMAGE, sys: 2, context: 0 }),
    ...parts.map((part, sys) =>
      boundaryOutput(
        { name: part.name, shape: BOXES, sys, context: 0 },
        { additional_info: { nms_info: nmsInfo(part.classes, part.info) } },
      ),
    ),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'fuse',
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
        outputs: [whole],
        fused: {
          network_has_fused_layers: true,
          updated_sorted_output_names: [whole],
          fused_layers: [
            {
              layer_info: layerInfo(whole, base(BOXES, 0, { additional_info: { nms_info: nmsInfo(5n) } })),
              defused_layers_names: parts.map((part) => part.name),
              nms_info: nmsInfo(5n),
            },
          ],
        },
      }),
    ],
    extensions: [EXTENSION.PADDED_DDR_BUFFERS, EXTENSION.IS_NMS_MULTI_CONTEXT],
  });
}

/** Returns a model with every kind of trigger, in operations and in the lists that loaders ignore. */
function everyTrigger(): Fields {
  const ids = new Ids();
  const random = new Random(13);
  const layers = [
    boundaryInput({ name: 'wait/input_layer1', shape: IMAGE, sys: 3, context: 0 }),
    boundaryOutput({ name: 'wait/fc1', shape: LOGITS, sys: 4, context: 0 }),
  ];
  const before = preliminary(ids, random, {});
  const triggers: Fields[] = [
    whenReady,
    whenLcu({ cluster: 7, lcu: 15 }),
    whenLcu({ cluster: 0, lcu: 0 }),
    whenSent(4),
    { trigger_all_data_was_received: { shmifo_index: 3 } },
    {
      trigger_nms: {
        aggregator_index: 1,
        pred_cluster_ob_index: 2,
        pred_cluster_ob_cluster_index: 3,
        pred_cluster_ob_interface: 4,
        succ_prepost_ob_index: 5,
        succ_prepost_ob_interface: 6,
      },
    },
    { trigger_dma_idle: { shmifo_index: 4 } },
  ].map((kind) => ids.trigger(kind));
  const [first, ...rest] = triggers;
  return model({
    groups: [
      networkGroup({
        name: 'wait',
        preliminary: before,
        contexts: [
          {
            operations: [
              operation(first as Fields, ids.action(allowInput(3))),
              ...rest.map((trigger, i) =>
                operation(labelled(trigger), ids.action(disableLcu({ cluster: 4, lcu: i }))),
              ),
            ],
            metadata: {
              name: 'context_0',
              edge_layers: layers,
              cluster_end_guarantee: rest.slice(0, 3).map((trigger, i) => ({ cluster_index: i, trigger })),
              trigger_order: triggers.map((trigger, i) => ({
                triggers: trigger,
                estimated_time_from_previous_ns: BigInt(1000 * i),
              })),
              sorted_outputs_order: ['wait/fc1'],
              hw_package_info: { dense_alignment_size: 8, axi_width: 64, memory_width: 64 },
            },
          },
        ],
      }),
    ],
  });
}

/** Labels the trigger that later releases lack. */
function labelled(trigger: Fields): Fields {
  const { trigger_all_data_was_received: received } = trigger;
  return received === undefined
    ? trigger
    : { ...trigger, trigger_all_data_was_received: at('received', received) };
}

/** Returns a model with every kind of action except write_compressed_data, which no loader accepts. */
function everyAction(): Fields {
  const ids = new Ids();
  const random = new Random(14);
  const layers = [
    boundaryInput({ name: 'act/input_layer1', shape: IMAGE, sys: 0, context: 0 }),
    boundaryInput({ name: 'act/input_layer2', shape: IMAGE, sys: 2, context: 0 }),
    boundaryOutput({ name: 'act/fc1', shape: LOGITS, sys: 1, context: 0 }),
  ];
  const lcu = { cluster: 6, lcu: 11 };
  const before = preliminary(ids, random, { channels: 2 });
  const actions: Fields[] = [
    allowInput(0),
    allowInput(2),
    { write_data: at('write', { address: 0xfffffff0n, data: random.bytes(24) }) },
    { write_data: at('empty write', { data: new Uint8Array() }) },
    ccw(0x20000000, weights(random, 6), 0),
    ccw(0x20000100, weights(random, 5), 1),
    waitModule(255),
    enableSequencer(6),
    waitSequencer(6),
    { none: {} },
    disableLcu(lcu),
    enableLcu(lcu),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'act',
        preliminary: before,
        contexts: [
          {
            operations: [operation(ids.trigger(whenReady), ...actions.map((action) => ids.action(action)))],
            metadata: { edge_layers: layers, sorted_outputs_order: ['act/fc1'] },
          },
        ],
        channels: 2,
      }),
    ],
  });
}

/** Returns a model whose inputs are accepted before the first context (extension 12). */
function runAsap(): Fields {
  const ids = new Ids();
  const random = new Random(15);
  const layers = [
    boundaryInput({ name: 'asap/left', shape: IMAGE, sys: 5, context: 0 }),
    boundaryInput({ name: 'asap/right', shape: IMAGE, sys: 6, context: 0 }),
    boundaryOutput({ name: 'asap/fc1', shape: LOGITS, sys: 7, context: 0 }),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'asap',
        preliminary: preliminary(ids, random, { runAsap: [5, 6] }),
        contexts: [context(ids, random, { index: 0, layers })],
      }),
    ],
    extensions: [EXTENSION.PADDED_DDR_BUFFERS, EXTENSION.PRELIMINARY_RUN_ASAP],
  });
}

/** Returns a file that is older than extensions: header.version 0, flags in included_features. */
function oldFlags(): Fields {
  const ids = new Ids();
  const random = new Random(16);
  const layers = [
    boundaryInput({ name: 'old/input_layer1', shape: IMAGE, sys: 0, context: 0 }),
    boundaryOutput({ name: 'old/fc1', shape: LOGITS, sys: 1, context: 0 }),
  ];
  return {
    header: { hw_arch: 1, timestamp: 1609459200000n, sdk_version: '3.0.1', version: explicit(0n) },
    network_groups: [
      networkGroup({
        name: 'old',
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
        networks: [],
      }),
    ],
    included_features: { abbale: true, posted_writes: true, number_of_contexts: 1, padded_ddr_buffers: true },
  };
}

/**
 * Returns a model whose names are not ASCII: two-, three- and four-byte characters, up to the maximum length
 * that a loader accepts.
 */
function longNames(): Fields {
  const ids = new Ids();
  const random = new Random(17);
  const name = 'ß→😀'.repeat(14); // 9 bytes each, 126 in all
  const layers = [
    boundaryInput({ name: `${name}i`, shape: IMAGE, sys: 0, context: 0 }),
    boundaryOutput({ name: `${name}o`, shape: LOGITS, sys: 1, context: 0 }),
  ];
  return model({
    groups: [
      networkGroup({
        name,
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
      }),
    ],
  });
}

export const VALID_FEATURES: readonly Plan[] = [
  { name: 'nms', about: 'An output that is a list of boxes: format NMS with nms_info.', content: nms() },
  {
    name: 'fused-layers',
    about: 'Two defused NMS outputs and the fused layer that the host makes of them.',
    content: fused(),
  },
  {
    name: 'every-trigger',
    about: 'All six kinds of trigger, in operations, in cluster_end_guarantee and in trigger_order.',
    content: everyTrigger(),
    expected: [warning('trigger-all-data-received-unsupported', 'received')],
  },
  {
    name: 'every-action',
    about: 'All kinds of action except write_compressed_data, which no loader accepts.',
    content: everyAction(),
    expected: [info('action-write-data-legacy', 'write'), info('action-write-data-legacy', 'empty write')],
  },
  {
    name: 'run-asap',
    about: 'Extension 12: the preliminary configuration admits the inputs.',
    content: runAsap(),
  },
  {
    name: 'old-flags',
    about: 'header.version 0: features are flags in included_features, and there are no extensions.',
    content: oldFlags(),
  },
  {
    name: 'long-names',
    about: 'Names of 126 and 127 bytes, of characters of two, three and four bytes.',
    content: longNames(),
  },
];
