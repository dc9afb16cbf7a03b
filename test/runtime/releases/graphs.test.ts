/** Verdicts of each release for groups that are graphs, and for groups in parts. */
import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, without } from '../../../scripts/corpus/faults.js';
import { type Fields, raw, seq, type Value, varint } from '../../../scripts/corpus/notation.js';
import { oneContext, twoGroups } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { validate } from '../../../src/check/validate/validate.js';
import { set } from '../predicted.js';
import { expectOutcomes, modelOf, periph } from './outcomes.js';

const GROUP = 'network_groups[0]';

/** Pads of the device's outputs that nodes use, 1 to 3, and the input pads of the nodes, 11 to 13. */
const PADS = [1, 2, 3] as const;

interface Output {
  readonly height?: number;
  readonly width?: number;
  readonly features?: number;
  readonly data_bytes?: number;
  readonly format?: number;
}

/** The base network with three outputs, as a graph that has one other node. */
function graphOf(node: Fields, outputs: readonly Output[] = [], more: readonly Change[] = []): Uint8Array {
  return modelOf(oneContext, [
    periph,
    ['extensions', (list) => [...(list as Value[]), { type_index: 13 }]],
    [
      `${CONTEXT}.metadata.edge_layers`,
      (list) => {
        const [input, output] = list as [Fields, Fields];
        const info = output.layer_info as Fields;
        const base = { ...(info.edge_layer_base as Fields), height: 4, width: 4, features: 8 };
        return [
          input,
          ...PADS.map((pad, index) => ({
            ...output,
            pad_index: pad,
            layer_info: {
              ...info,
              name: `out${pad}`,
              edge_layer_base: { ...base, sys_index: 10 + pad, ...outputs[index] },
            },
          })),
        ];
      },
    ],
    [
      GROUP,
      (group) => ({
        network_group_metadata: (group as Fields).network_group_metadata,
        sorted_outputs_order: ['boxes', 'out1', 'out2', 'out3'],
        ops: [
          { core_op: without(group, 'networks_names') },
          { name: 'node', output_pads: [{ index: 99, name: 'boxes' }], ...node },
        ],
        pad_edges: PADS.map((pad) => ({ src: pad, dst: 10 + pad })),
      }),
    ],
    ...more,
  ]);
}

const inputs = (...pads: readonly number[]): Fields => ({ input_pads: pads.map((index) => ({ index })) });
const ALL = inputs(11, 12, 13);
const boxes = (kind: string, decoders: readonly Fields[], more: Fields = {}): Fields => ({
  ...ALL,
  nms_op: { [kind]: { bbox_decoders: decoders }, ...more },
});
const ONLY = { bbox_decoding_only: true };
const YOLO = PADS.map((pad_index) => ({ pad_index, h: [1, 2], w: [3, 4] }));
const PAIR = { reg_pad_index: 1, cls_pad_index: 2 };
const SSD = { ...PAIR, h: [1], w: [1] };
const TRIPLE = { ...PAIR, obj_pad_index: 3 };
const seg = (proto_layer: string, more: Fields = {}): Fields => ({
  ...ALL,
  nms_op: { yolo_seg_op: { bbox_decoders: YOLO.slice(1), proto_info: { proto_layer } }, ...more },
});
const logits = (type: number, more: Fields = {}): Fields => ({
  ...inputs(11),
  logits_op: { logits_type: type },
  ...more,
});

type GraphRow = readonly [about: string, node: Fields, outputs: readonly Output[], cells: string];

const NODES: readonly GraphRow[] = [
  ['no op', ALL, [], '8'],
  ['boxes of no kind', { ...ALL, nms_op: {} }, [], '8'],
  ['an input that no edge leads to', { ...inputs(11, 20), nms_op: { iou_op: {} } }, [], '26'],
  ['no output pad', { ...ALL, nms_op: { iou_op: {} }, output_pads: [] }, [], 'crash'],
  ['boxes that are decoded', { ...ALL, nms_op: { iou_op: {} } }, [], 'ok'],
  ['argmax', logits(0), [], 'ok'],
  ['softmax', logits(1), [], 'ok'],
  ['logits of no type', logits(2), [], '8'],
  ['logits without an input', logits(0, inputs()), [], '26'],
  ['logits of two inputs', logits(0, inputs(11, 12)), [], '26'],
  ['logits without an output', logits(0, { output_pads: [] }), [], '26'],
  ['logits with two outputs', logits(0, { output_pads: [{ name: 'boxes' }, { name: 'b' }] }), [], '26'],
];

const DECODERS: readonly GraphRow[] = [
  ['yolo', boxes('yolo_nms_op', YOLO), [], 'ok'],
  ['yolo without decoders', boxes('yolo_nms_op', []), [], 'ok'],
  ['yolo with anchors that differ in number', boxes('yolo_nms_op', [{ ...YOLO[0], w: [1] }]), [], '26'],
  ['yolo of a pad that is no output', boxes('yolo_nms_op', [{ ...YOLO[0], pad_index: 9 }]), [], 'crash'],
  ['yolo, boxes only', boxes('yolo_nms_op', YOLO, ONLY), [], 'ok'],
  ['yolo, boxes only, a decoder too few', boxes('yolo_nms_op', YOLO.slice(1), ONLY), [], 'crash'],
  ['yolo, boxes only, no decoder', boxes('yolo_nms_op', [], ONLY), [], 'crash'],
  ['yolo without an output pad', { ...boxes('yolo_nms_op', YOLO), output_pads: [] }, [], 'crash'],
  ['yolov8', boxes('yolov8_nms_op', [PAIR]), [], 'ok'],
  ['yolov8 of a pad that is no output', boxes('yolov8_nms_op', [{ ...PAIR, cls_pad_index: 9 }]), [], 'crash'],
  ['yolov8, a branch that is no input', { ...boxes('yolov8_nms_op', [PAIR]), ...inputs(11) }, [], '2'],
  ['yolov8, other heights', boxes('yolov8_nms_op', [PAIR]), [{ height: 8 }], '2'],
  ['yolov8, other widths', boxes('yolov8_nms_op', [PAIR]), [{}, { width: 8 }], '2'],
  ['yolov8, other bytes', boxes('yolov8_nms_op', [PAIR]), [{ data_bytes: 2 }], '2'],
  ['yolov8, other orders', boxes('yolov8_nms_op', [PAIR]), [{ format: 1 }, { format: 0 }], '2'],
  [
    'yolov8, two numbers for one order',
    boxes('yolov8_nms_op', [PAIR]),
    [{ format: 13 }, { format: 0 }],
    'ok',
  ],
  ['yolov8, other features', boxes('yolov8_nms_op', [PAIR]), [{}, { features: 9 }], 'ok'],
  ['yolov8, features no multiple of 4', boxes('yolov8_nms_op', [PAIR]), [{ features: 9 }], '2'],
  ['yolov8, boxes only', boxes('yolov8_nms_op', [PAIR], ONLY), [], '2 ok'],
  ['yolox', boxes('yolox_nms_op', [TRIPLE]), [], 'ok'],
  ['yolox of a pad that is no output', boxes('yolox_nms_op', [{ ...TRIPLE, obj_pad_index: 9 }]), [], 'crash'],
  ['yolox, other widths', boxes('yolox_nms_op', [TRIPLE]), [{}, {}, { width: 8 }], '2'],
  ['yolox, other bytes', boxes('yolox_nms_op', [TRIPLE]), [{}, {}, { data_bytes: 2 }], '2'],
  ['yolox, a branch that is no input', { ...boxes('yolox_nms_op', [TRIPLE]), ...inputs(11, 12) }, [], '2'],
  ['yolox, boxes only', boxes('yolox_nms_op', [TRIPLE], ONLY), [], '2'],
  ['ssd', boxes('ssd_nms_op', [SSD]), [], 'ok'],
  ['ssd of a pad that is no output', boxes('ssd_nms_op', [{ ...SSD, reg_pad_index: 9 }]), [], 'crash'],
  ['ssd, other heights', boxes('ssd_nms_op', [SSD]), [{ height: 8 }], '2'],
  ['ssd, other bytes and orders', boxes('ssd_nms_op', [SSD]), [{ data_bytes: 2, format: 1 }], 'ok'],
  [
    'ssd, other anchors',
    boxes('ssd_nms_op', [
      { ...SSD, cls_pad_index: 3 },
      { ...SSD, h: [2], reg_pad_index: 2, cls_pad_index: 3 },
    ]),
    [],
    '2',
  ],
  ['ssd, fewer widths than heights', boxes('ssd_nms_op', [{ ...SSD, h: [1, 2] }]), [], 'ok'],
  ['ssd, boxes only', boxes('ssd_nms_op', [SSD], ONLY), [], '2'],
  ['segmentation', seg('out1'), [], 'ok'],
  ['segmentation of no input', seg('proto'), [], '26'],
  ['segmentation without a layer', seg(''), [], '26'],
  ['segmentation, boxes only', seg('out1', ONLY), [], '2'],
];

describe.each([
  ['nodes', NODES],
  ['decoders', DECODERS],
])('%s', (_name, rows) => {
  it.each(rows)('%s', async (_about, node, outputs, cells) => {
    await expectOutcomes(graphOf(node, outputs), cells);
  });
});

describe('outputs of a graph', () => {
  const order = (...names: readonly string[]): Change => set(`${GROUP}.sorted_outputs_order`, names);
  const named = (name: string): Change => set(`${GROUP}.ops[1].output_pads`, [{ name }]);
  const decoded = { ...ALL, nms_op: { iou_op: {} } };

  it('must be listed if there are two', async () => {
    await expectOutcomes(graphOf(decoded, [], [order('other')]), 'ok');
    await expectOutcomes(graphOf(logits(0), [], [order('out1', 'out2', 'out3')]), 'q8');
    await expectOutcomes(graphOf(logits(0), [], [order('boxes', 'out2')]), 'q8');
    await expectOutcomes(graphOf(logits(0), [], [order('boxes', 'out2', 'out3')]), 'ok');
  });

  it('may have names of any length, because they are copied', async () => {
    await expectOutcomes(graphOf(decoded, [], [named('n'.repeat(300))]), 'ok');
    await expectOutcomes(graphOf(decoded, [], [named('n'.repeat(5000))]), 'qcrash');
    const long = 'n'.repeat(128);
    await expectOutcomes(graphOf(logits(0), [], [named(long), order(long, 'out2', 'out3')]), 'q8');
    const short = 'n'.repeat(127);
    await expectOutcomes(graphOf(logits(0), [], [named(short), order(short, 'out2', 'out3')]), 'ok');
  });
});

/** Makes a group for part of a device. */
const part = (group: Value, bitmap: number, name?: string): Fields => ({
  network_group:
    name === undefined
      ? group
      : { ...(group as Fields), network_group_metadata: { network_group_name: name } },
  layout: { partial_clusters_layout_bitmap: bitmap },
});
const spoiledIn = (group: Value): Fields => ({
  ...(group as Fields),
  preliminary_config: { operation: [{}] },
});
const inputOnly = (group: Value): Fields => {
  const [context] = (group as Fields).contexts as Fields[];
  const metadata = (context as Fields).metadata as Fields;
  const edge_layers = (metadata.edge_layers as Value[]).slice(0, 1);
  return { ...(group as Fields), contexts: [{ ...context, metadata: { ...metadata, edge_layers } }] };
};

function partsOf(parts: (group: Value) => readonly Value[], more: readonly Change[] = []): Uint8Array {
  return modelOf(oneContext, [
    periph,
    set('header.hw_arch', 3),
    [GROUP, (group) => ({ partial_network_groups: [...parts(group)] })],
    ...more,
  ]);
}

describe('groups in parts', () => {
  it.each<[string, (group: Value) => readonly Value[], string]>([
    ['one', (group) => [part(group, 1)], 'ok'],
    ['none', () => [], 'crash'],
    [
      'one without a group',
      (group) => [part(group, 1), { layout: { partial_clusters_layout_bitmap: 2 } }],
      'crash',
    ],
    ['one with a fault', (group) => [part(group, 1), part(spoiledIn(group), 2)], '26'],
    ['the lowest is asked', (group) => [part(group, 2), part(inputOnly(group), 1)], 'q61'],
    ['and no other', (group) => [part(inputOnly(group), 2), part(group, 1)], 'ok'],
    ['the later of two with one bitmap', (group) => [part(inputOnly(group), 1), part(group, 1)], 'ok'],
    ['the lowest under another name', (group) => [part(group, 2), part(group, 1, 'other')], 'q61'],
    ['another under a long name', (group) => [part(group, 1), part(group, 2, 'n'.repeat(200))], 'ok'],
    ['the first under a long name', (group) => [part(group, 1, 'n'.repeat(128))], 'q8'],
  ])('%s', async (_about, parts, cells) => {
    await expectOutcomes(partsOf(parts), cells);
  });

  const twoWithParts = (first: number, second: number): Uint8Array =>
    modelOf(twoGroups, [
      periph,
      set('header.hw_arch', 3),
      [
        'network_groups',
        (list) =>
          (list as Value[]).map((group, index) => ({
            partial_network_groups: [part(group, index === 0 ? first : second)],
          })),
      ],
    ]);

  it('keep the parts of groups that were loaded before', async () => {
    // Queries use the group that is loaded first, and it has only its own parts.
    await expectOutcomes(twoWithParts(1, 2), 'ok');
    await expectOutcomes(twoWithParts(2, 1), 'ok');
  });

  it('cannot be configured if a part of an earlier group takes the place of a part of a later group', async () => {
    const runtimes = ['4.20.0', '5.1.1', '5.2.0'] as const;
    const configureOf = async (bytes: Uint8Array): Promise<readonly boolean[]> => {
      const { runtime } = await validate(memorySource(bytes), { runtimes });
      return runtimes.map((one) => runtime?.[one]?.configure.includes('core-op-name-mismatch') === true);
    };
    expect(await configureOf(twoWithParts(2, 1))).toEqual([true, true, false]);
    expect(await configureOf(twoWithParts(1, 2))).toEqual([false, false, true]);
  });
});

it('a graph in parts has the parts of its node', async () => {
  const nested = (own: Fields): Uint8Array =>
    modelOf(oneContext, [
      periph,
      set('header.hw_arch', 3),
      ['extensions', (list) => [...(list as Value[]), { type_index: 13 }]],
      [
        GROUP,
        (group) => ({
          ...own,
          network_group_metadata: (group as Fields).network_group_metadata,
          sorted_outputs_order: (group as Fields).sorted_outputs_order,
          ops: [{ core_op: { partial_core_ops: [{ core_op: without(group, 'networks_names') }] } }],
        }),
      ],
    ]);
  // A query without a name uses the parts of the group itself.
  await expectOutcomes(nested({}), 'qcrash');
  const partial_network_groups = [
    { network_group: { network_group_metadata: { network_group_name: 'tiny' } } },
  ];
  await expectOutcomes(nested({ partial_network_groups }), 'ok');
  const absent = { ops: [{ core_op: { partial_core_ops: [{}] } }] };
  const bytes = modelOf(oneContext, [
    periph,
    set('header.hw_arch', 3),
    ['extensions', (list) => [...(list as Value[]), { type_index: 13 }]],
    [GROUP, (group) => ({ ...absent, ...without(group, 'contexts'), partial_network_groups })],
  ]);
  await expectOutcomes(bytes, 'crash');
});

it('the name of an output ends at the first 0 byte when it is copied', async () => {
  const renamed = (name: string): Change => [
    `${CONTEXT}.metadata.edge_layers[1].layer_info.name`,
    () => name,
  ];
  await expectOutcomes(
    graphOf(logits(0), [], [set(`${GROUP}.ops[1].output_pads`, [{ name: 'boxes\0more' }])]),
    'ok',
  );
  await expectOutcomes(modelOf(oneContext, [periph, renamed('out\0')]), 'ok');
});

it('fields that no release knows are skipped', async () => {
  const node = { ...ALL, nms_op: seq({ iou_op: {} }, raw(60, varint(1))) };
  await expectOutcomes(graphOf(node), 'ok');
});
