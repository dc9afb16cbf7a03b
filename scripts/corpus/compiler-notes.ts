/** The compiler's notes of a small network, by protobuf's own codec: a residual block that crosses two clusters. */
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  CompilerNotesSchema,
  type NotedElementSchema,
  type NotedLayerSchema,
} from '../../src/generated/mapping_pb.js';

type Layer = MessageInitShape<typeof NotedLayerSchema>;
type Element = MessageInitShape<typeof NotedElementSchema>;

const shape = (rows: number, columns: number, features: number) => ({ rows, columns, features });
const IMAGE = shape(32, 32, 3);
const HALF = shape(16, 16, 16);
const CONTEXT = { name: 'context_0', index: 0, group: 'digits' };
const CLOCK = 400_000_000;

/** Ids differ from positions, as in real notes. */
const LAYERS: readonly (Layer & { readonly id: number })[] = [
  {
    kind: 25,
    name: 'input_layer1',
    id: 0,
    inputs: [IMAGE],
    outputs: [IMAGE],
    originalNamesLater: ['images'],
  },
  { ...conv('conv1', 9, IMAGE, HALF, 2), predecessors: [0] },
  { ...conv('conv2', 4, HALF, HALF, 1), predecessors: [9] },
  { kind: 4, name: 'output_from_cluster_0_5', id: 5, inputs: [HALF], outputs: [HALF], predecessors: [9] },
  { kind: 3, name: 'input_to_cluster_1_6', id: 6, inputs: [HALF], outputs: [HALF], predecessors: [5] },
  { kind: 39, name: 'ew_add1', id: 2, inputs: [HALF, HALF], outputs: [HALF], predecessors: [4, 6] },
  {
    kind: 17,
    name: 'avgpool1',
    id: 3,
    inputs: [HALF],
    outputs: [shape(1, 1, 16)],
    kernel: shape(16, 16, 1),
    strides: shape(16, 16, 1),
    predecessors: [2],
    originalNamesLater: ['/pool/GlobalAveragePool'],
  },
  {
    kind: 2,
    name: 'fc1',
    id: 7,
    inputs: [{ columns: 16 }],
    outputs: [shape(1, 1, 10)],
    kernel: { columns: 16, features: 10 },
    predecessors: [3],
    originalNamesLater: ['/fc/Gemm'],
  },
  {
    kind: 26,
    name: 'output_layer1',
    id: 1,
    inputs: [shape(1, 1, 10)],
    outputs: [shape(1, 1, 10)],
    predecessors: [7],
    originalNamesLater: ['logits'],
  },
];

function conv(name: string, id: number, input: typeof IMAGE, output: typeof IMAGE, stride: number) {
  const original = [`/${name}/Conv`, `/${name}/Relu`];
  const kernel = shape(3, 3, output.features);
  const strides = shape(stride, stride, 1);
  const both = { kind: 0, name, id, inputs: [input], outputs: [output, output], kernel, strides };
  return { ...both, dilation: { rows: 1, columns: 1 }, activation: 1, originalNamesLater: original };
}

/** Cycles by id of the layer. */
const CYCLES: ReadonlyMap<number, number> = new Map([
  [9, 8713],
  [4, 9740],
  [5, 2113],
  [6, 2113],
  [2, 3305],
  [3, 2817],
  [7, 333],
]);

export function compilerNotes(): Uint8Array {
  const positions = new Map(LAYERS.map(({ id }, at) => [id, at]));
  const edges = LAYERS.flatMap(({ predecessors = [] }, reader) =>
    predecessors.map((id) => ({ writer: positions.get(id) as number, reader })),
  );
  const ids = [...CYCLES.keys()];
  const elements = ids.map(
    (layer, at): Element => ({
      kind: 3,
      number: at,
      layer,
      location: { kind: 1, number: [6, 2, 3, 7].includes(layer) ? 1 : 0 },
      context: CONTEXT,
    }),
  );
  const figures = [...positions.keys()].map((layer) => ({
    layer,
    subclusters: CYCLES.has(layer) ? 1 : 0,
    cycles: BigInt(CYCLES.get(layer) ?? 0),
    utilization: CYCLES.has(layer) ? 0.5 : 0,
    clock: BigInt(CLOCK),
  }));
  figures.reverse();
  const works = ids.map((id, at) => ({
    layer: LAYERS.find((layer) => layer.id === id)?.name ?? '',
    steps: Array.from({ length: 3 }, (_, row) => ({
      start: BigInt(3000 * row + 200 * at + 1),
      end: BigInt(3000 * row + 200 * at + 150),
    })),
  }));
  return toBinary(
    CompilerNotesSchema,
    create(CompilerNotesSchema, {
      network: { layers: [...LAYERS], edges, names: { networks: ['digits'] }, figures },
      contexts: { contexts: [{ name: CONTEXT, network: { layers: [...LAYERS] } }] },
      placement: { elements },
      compiler: { version: 'v0.1.0-1-g0000000000' },
      framesPerSecond: CLOCK / Math.max(...CYCLES.values()),
      schedules: { schedules: [{ name: 'context_0_digits', works }] },
    }),
  );
}
