/** Changes that an application notices. Each kind is applied by hand to a model that has all features. */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { ensureMessage, messageRecord, scalarRecord, setField } from '../../src/read/tree/make.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { messagesAt, recordsAt } from '../../src/read/tree/walk.js';
import { BREAKING_CODES, type BreakingCode, findBreaking } from '../../src/tools/diff/breaking.js';
import { detector } from './detector.js';
import { messageOf, treeOf, VALID } from './models.js';

async function codesOf(before: Uint8Array, after: Uint8Array): Promise<string[]> {
  const { changes, problems } = await findBreaking(memorySource(before), memorySource(after), {
    framing: 'bare',
  });
  expect(problems).toEqual([]);
  for (const { message } of changes) expect(message).not.toMatch(/undefined|null/);
  return [...new Set(changes.map(({ code }) => code))].sort();
}

const group = (root: MessageNode): MessageNode => messagesAt(root, 'network_groups')[0] as MessageNode;
const layers = (root: MessageNode): MessageNode[] =>
  messagesAt(root, 'network_groups', 'contexts', 'metadata', 'edge_layers').filter(
    (layer) => Number(layer.inner('context_switch_info')?.field('edge_connection_type')?.bits ?? 0n) === 0,
  );
const info = (root: MessageNode): MessageNode => layers(root)[0]?.inner('layer_info') as MessageNode;
const base = (root: MessageNode): MessageNode => info(root).inner('edge_layer_base') as MessageNode;

/** Models to change: the corpus, and models with post-processing. */
const MODELS: ReadonlyMap<string, Uint8Array> = new Map([
  ...VALID,
  ['boxes.mdl', detector({ hasSoftmax: false })],
  ['boxes-and-softmax.mdl', detector({ hasSoftmax: true })],
]);

function takeGroups(root: MessageNode, from: Uint8Array): void {
  const [old] = recordsAt(root, 'network_groups');
  const [group] = recordsAt(treeOf(from), 'network_groups');
  root.replace(old as never, group?.clone() as never);
}

/** Changes to a model, and the resulting codes. */
const CASES: readonly (readonly [BreakingCode, string, (root: MessageNode) => void])[] = [
  [
    'architecture-changed',
    'two-networks.mdl',
    (root) => setField(ensureMessage(root, 'header'), 'hw_arch', 2),
  ],
  [
    'group-added',
    'two-networks.mdl',
    (root) => {
      const copy = recordsAt(root, 'network_groups')[0]?.clone();
      if (copy?.message === undefined) throw new Error('no group');
      setField(ensureMessage(copy.message, 'network_group_metadata'), 'network_group_name', 'third');
      root.append(copy);
    },
  ],
  ['group-removed', 'two-groups.mdl', (root) => root.remove(recordsAt(root, 'network_groups')[1] as never)],
  [
    'group-renamed',
    'two-networks.mdl',
    (root) => setField(ensureMessage(group(root), 'network_group_metadata'), 'network_group_name', 'other'),
  ],
  [
    'group-order-changed',
    'two-groups.mdl',
    (root) => {
      const order = [...root.records];
      const [a, b] = recordsAt(root, 'network_groups').map((record) => order.indexOf(record)) as [
        number,
        number,
      ];
      [order[a], order[b]] = [order[b] as never, order[a] as never];
      root.setRecords(order);
    },
  ],
  [
    'network-added',
    'two-networks.mdl',
    (root) => group(root).append(scalarRecord(group(root).fieldTable('networks_names'), 'extra')),
  ],
  [
    'network-removed',
    'two-networks.mdl',
    (root) => group(root).remove(group(root).field('networks_names') as never),
  ],
  [
    'network-order-changed',
    'two-networks.mdl',
    (root) => {
      const [one, other] = group(root).fields('networks_names');
      const names = [one?.bytes.slice(), other?.bytes.slice()] as [Uint8Array, Uint8Array];
      one?.setBytes(names[1]);
      other?.setBytes(names[0]);
    },
  ],
  [
    'stream-added',
    'two-networks.mdl',
    (root) => {
      const [metadata] = messagesAt(root, 'network_groups', 'contexts', 'metadata');
      const copy = metadata?.fields('edge_layers')[0]?.clone();
      if (metadata === undefined || copy?.message === undefined) throw new Error('no layer');
      setField(ensureMessage(copy.message, 'layer_info'), 'name', 'another');
      metadata.append(copy);
    },
  ],
  [
    'stream-removed',
    'two-networks.mdl',
    (root) => {
      const record = layers(root)[0]?.owner;
      if (record !== undefined) record.holder?.remove(record);
    },
  ],
  ['stream-renamed', 'two-networks.mdl', (root) => setField(info(root), 'name', 'other')],
  ['stream-reshaped', 'two-networks.mdl', (root) => setField(base(root), 'width', 1234)],
  ['stream-format-changed', 'two-networks.mdl', (root) => setField(base(root), 'format', 3)],
  [
    'stream-requantized',
    'two-networks.mdl',
    (root) => setField(ensureMessage(info(root), 'numeric_info'), 'qp_scale', 0.125),
  ],
  [
    'stream-nms-changed',
    'nms.mdl',
    (root) => {
      const bases = messagesAt(
        root,
        'network_groups',
        'contexts',
        'metadata',
        'edge_layers',
        'layer_info',
        'edge_layer_base',
      );
      const boxes = bases.find((one) => one.inner('additional_info') !== undefined) as MessageNode;
      setField(ensureMessage(boxes, 'additional_info', 'nms_info'), 'number_of_classes', 80n);
    },
  ],
  [
    'stream-network-changed',
    'two-networks.mdl',
    (root) => setField(layers(root)[0] as MessageNode, 'network_index', 1),
  ],
  ['stream-frame-changed', 'two-networks.mdl', (root) => setField(base(root), 'data_bytes', 2)],
  ['post-processing-added', 'boxes.mdl', (root) => takeGroups(root, detector({ hasSoftmax: true }))],
  [
    'post-processing-removed',
    'boxes-and-softmax.mdl',
    (root) => takeGroups(root, detector({ hasSoftmax: false })),
  ],
  [
    'post-processing-changed',
    'boxes.mdl',
    (root) =>
      setField(messagesAt(root, 'network_groups', 'ops', 'nms_op')[0] as MessageNode, 'nms_score_th', 0.001),
  ],
  [
    'output-order-changed',
    'two-networks.mdl',
    (root) => {
      const records = group(root).fields('sorted_outputs_order');
      const names = records.map(({ bytes }) => bytes.slice()).reverse();
      records.forEach((record, i) => {
        record.setBytes(names[i] as Uint8Array);
      });
    },
  ],
  ['extension-added', 'two-networks.mdl', (root) => root.append(extension(root, 'extensions'))],
  ['extension-removed', 'two-networks.mdl', (root) => root.remove(root.field('extensions') as never)],
  [
    'optional-extension-added',
    'smallest.mdl',
    (root) => root.append(extension(root, 'optional_extensions', 11)),
  ],
  [
    'optional-extension-removed',
    'two-networks.mdl',
    (root) => root.remove(root.field('optional_extensions') as never),
  ],
  [
    'feature-added',
    'two-networks.mdl',
    (root) => setField(ensureMessage(root, 'included_features'), 'transpose_component', true),
  ],
  ['feature-removed', 'old-flags.mdl', (root) => root.remove(root.field('included_features') as never)],
  ['runtime-refuses', 'two-networks.mdl', (root) => root.append(extension(root, 'extensions', 0xfff0))],
];

function extension(root: MessageNode, list: string, type = 10) {
  const field = root.fieldTable(list);
  const record = messageRecord(field);
  setField(record.message as MessageNode, 'type_index', type);
  return record;
}

describe('changes that applications notice', () => {
  it('have a case for every code', () => {
    expect(CASES.map(([code]) => code)).toEqual([...BREAKING_CODES]);
  });

  it.each(CASES)('%s', async (code, name, change) => {
    const bytes = messageOf(MODELS.get(name) as Uint8Array);
    const root = treeOf(bytes);
    change(root);
    const after = encodeTree(root);
    const codes = await codesOf(bytes, after);
    expect(codes).toContain(code);
    // All further codes must be expected consequences of the change.
    const others = codes.filter((other) => other !== code && other !== 'runtime-refuses');
    expect(others).toEqual(FOLLOWS[code] ?? []);
    expect(await codesOf(bytes, bytes)).toEqual([]);
  });
});

it('names devices by their product names', async () => {
  const bytes = messageOf(VALID.get('two-networks.mdl') as Uint8Array);
  const [before, after] = [1, 3].map((architecture) => {
    const root = treeOf(bytes);
    setField(ensureMessage(root, 'header'), 'hw_arch', architecture);
    return memorySource(encodeTree(root));
  });
  const { changes } = await findBreaking(before!, after!);
  expect(changes.find(({ code }) => code === 'architecture-changed')).toMatchObject({
    message: 'compiled for Hailo-8L (ACCEL8L), no longer for Hailo-8 (ACCEL8P)',
    before: 'PROTO__HW_ARCH__ACCEL8P',
    after: 'PROTO__HW_ARCH__ACCEL8L',
  });
});

/** Codes of the unavoidable consequences of a change, by the code of the change. */
const FOLLOWS: Partial<Record<BreakingCode, readonly string[]>> = {
  // Streams belong to a network by its index.
  'network-order-changed': ['stream-network-changed'],
  'network-removed': ['stream-network-changed'],
  // The size of a frame is the size of an application's buffer.
  'stream-reshaped': ['stream-frame-changed'],
  'stream-nms-changed': ['stream-frame-changed'],
  'stream-frame-changed': ['stream-format-changed'],
  // A stream of the device is hidden if the host processes it.
  'post-processing-added': ['stream-added', 'stream-removed'],
  'post-processing-removed': ['stream-added', 'stream-removed'],
  // The case adds an extension that no release supports.
  'runtime-refuses': ['extension-added'],
};

it('a renamed output keeps its place in the order, or is reported as moved', async () => {
  const bytes = messageOf(VALID.get('two-networks.mdl') as Uint8Array);
  const text = (value: Uint8Array | undefined) => new TextDecoder().decode(value);
  const outputs = (root: MessageNode) => group(root).fields('sorted_outputs_order');
  const renamed = (isMoved: boolean): Uint8Array => {
    const root = treeOf(bytes);
    const order = outputs(root);
    const old = text(order[0]?.bytes);
    for (const layer of layers(root)) {
      const name = layer.inner('layer_info')?.field('name');
      if (text(name?.bytes) === old) setField(layer.inner('layer_info') as MessageNode, 'name', 'other');
    }
    const names: Uint8Array[] = order.map((record) => record.bytes.slice());
    names[0] = new TextEncoder().encode('other');
    if (isMoved) names.unshift(names.splice(1, 1)[0] as Uint8Array);
    order.forEach((record, i) => void record.setBytes(names[i] as Uint8Array));
    return encodeTree(root);
  };
  expect(outputs(treeOf(bytes)).length).toBeGreaterThan(1);
  expect(await codesOf(bytes, renamed(false))).toEqual(['stream-renamed']);
  expect(await codesOf(bytes, renamed(true))).toEqual(['output-order-changed', 'stream-renamed']);
});

it.each([
  ['a unique id', (root: MessageNode) => unique(root)],
  ['the timestamp', (root: MessageNode) => setField(ensureMessage(root, 'header'), 'timestamp', 5n)],
  [
    'an estimate',
    (root: MessageNode) =>
      setField(ensureMessage(group(root), 'network_group_metadata'), 'bottleneck_fps', 5),
  ],
  [
    'an optional extension that loaders pass over',
    (root: MessageNode) => root.append(extension(root, 'optional_extensions', 10)),
  ],
])('applications do not notice %s', async (_, change) => {
  const bytes = messageOf(VALID.get('two-networks.mdl') as Uint8Array);
  const root = treeOf(bytes);
  change(root);
  expect(encodeTree(root)).not.toEqual(bytes);
  expect(await codesOf(bytes, encodeTree(root))).toEqual([]);
});

function unique(root: MessageNode): void {
  const [trigger] = messagesAt(root, 'network_groups', 'contexts', 'operations', 'trigger');
  setField(trigger as MessageNode, 'unique_id', 12345);
}

it('a changed threshold of post-processing is named', async () => {
  const before = detector({ hasSoftmax: true });
  const root = treeOf(before);
  setField(messagesAt(root, 'network_groups', 'ops', 'nms_op')[0] as MessageNode, 'nms_score_th', 0.001);
  const { changes } = await findBreaking(memorySource(before), memorySource(encodeTree(root)), {
    framing: 'bare',
  });
  expect(changes).toEqual([
    {
      code: 'post-processing-changed',
      message: 'post-processing net/nms, score threshold: it is 0.001, and was 0.2',
      group: 'net',
      before: '0.2',
      after: '0.001',
    },
  ]);
});
