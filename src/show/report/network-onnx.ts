import { RecordWriter } from '../../base/wire/record-writer.js';
import type { NetworkLayer, TensorShape } from '../network/network.js';
import { layerFacts } from './network.js';
import type { DrawnNetwork } from './network-graph.js';
import { TOOL } from './tool.js';

/** Field numbers of onnx.proto by message, as in ONNX 1.17, for the fields that are written. */
const MODEL = { irVersion: 1, producerName: 2, producerVersion: 3, docString: 6, graph: 7, opsets: 8 };
const OPSET = { domain: 1, version: 2 };
const GRAPH = { node: 1, name: 2, docString: 10, input: 11, output: 12, valueInfo: 13 };
const NODE = { input: 1, output: 2, name: 3, opType: 4, attribute: 5, docString: 6, domain: 7, metadata: 9 };
const ATTRIBUTE = { name: 1, i: 3, s: 4, ints: 8, type: 20 };
const VALUE = { name: 1, type: 2 };
const TYPE = { tensor: 1 };
const TENSOR = { elemType: 1, shape: 2 };
const SHAPE = { dim: 1 };
const DIMENSION = { value: 1 };
const ENTRY = { key: 1, value: 2 };

/** Version of the format; nodes with metadata require version 10. */
const IR_VERSION = 10;
const OPSET_VERSION = 21;
/** Domain of operators that ONNX does not have. */
const DOMAIN = 'protomdl';
const FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['conv', 'Conv'],
  ['dw', 'Conv'],
  ['deconv', 'ConvTranspose'],
  ['fc', 'Gemm'],
  ['maxpool', 'MaxPool'],
  ['avgpool', 'AveragePool'],
  ['concat', 'Concat'],
  ['shortcut', 'Identity'],
  ['input_to_cluster', 'Identity'],
  ['output_from_cluster', 'Identity'],
  ['input_to_prepost', 'Identity'],
  ['output_from_prepost', 'Identity'],
  ['resize', 'Resize'],
  ['reshape', 'Reshape'],
  ['normalization', 'BatchNormalization'],
  ['softmax', 'Softmax'],
  ['ew_add', 'Add'],
  ['ew_sub', 'Sub'],
  ['ew_mult', 'Mul'],
  ['ew_div', 'Div'],
  ['feature_splitter', 'Split'],
  ['external_pad', 'Pad'],
  ['reduce_sum', 'ReduceSum'],
]);

/** Operators with a window that moves over rows and columns. */
const WINDOWED = new Set(['Conv', 'ConvTranspose', 'MaxPool', 'AveragePool']);

/**
 * Converts a network to an ONNX model without weights. Viewers can display the model; it cannot be executed.
 */
export function networkOnnx(drawn: DrawnNetwork, title: string): Uint8Array {
  const graph = new OnnxGraph(drawn);
  const out = new RecordWriter();
  out.uint(MODEL.irVersion, IR_VERSION).string(MODEL.producerName, TOOL.name);
  out.string(MODEL.producerVersion, TOOL.version);
  out.string(MODEL.docString, 'The network in a compiled model file, without weights. It cannot be run.');
  graph.write(out.begin(MODEL.graph), drawn.network.names[0] ?? title);
  out.end();
  out.begin(MODEL.opsets).uint(OPSET.version, OPSET_VERSION).end();
  out.begin(MODEL.opsets).string(OPSET.domain, DOMAIN).uint(OPSET.version, 1).end();
  return out.bytes.slice();
}

class OnnxGraph {
  /** For each box, the names of its output tensors by shape. */
  readonly #tensors: Map<string, string>[];
  readonly #shapes = new Map<string, TensorShape | null>();
  readonly #incoming: string[][];
  readonly #layers: readonly NetworkLayer[];

  constructor(private readonly drawn: DrawnNetwork) {
    const { network, folded } = drawn;
    this.#layers = folded.boxes.map(({ layers }) => network.layers[layers[0] as number] as NetworkLayer);
    this.#tensors = folded.boxes.map(() => new Map());
    this.#incoming = folded.boxes.map(() => []);
    for (const { from, to, shape } of folded.links) this.#incoming[to]?.push(this.#tensor(from, shape));
    // The output of a layer is added even if no layer reads it.
    for (const [box, layer] of this.#layers.entries()) {
      if ((this.#tensors[box] as Map<string, string>).size === 0) this.#tensor(box, layer.outputs[0] ?? null);
    }
  }

  write(out: RecordWriter, name: string): void {
    out.string(GRAPH.name, name);
    const starts = new Set<string>();
    const ends = new Set<string>();
    for (const [box, layer] of this.#layers.entries()) {
      const tensors = [...(this.#tensors[box] as Map<string, string>).values()];
      if (layer.kind === 'input') {
        for (const tensor of tensors) {
          this.#value(out, GRAPH.input, tensor);
          starts.add(tensor);
        }
      } else this.#node(out, layer, this.#incoming[box] ?? [], tensors);
      if (layer.kind === 'output') for (const tensor of tensors) ends.add(tensor);
    }
    for (const tensor of this.#shapes.keys()) {
      if (starts.has(tensor)) continue;
      this.#value(out, ends.has(tensor) ? GRAPH.output : GRAPH.valueInfo, tensor);
    }
  }

  /**
   * Returns the name of a box's output with a shape. Names must be unique in a graph; names of layers should
   * be unique, but files may violate this.
   */
  #tensor(box: number, shape: TensorShape | null): string {
    const own = this.#tensors[box] as Map<string, string>;
    const key = shape === null ? '' : `${shape.rows} ${shape.columns} ${shape.features}`;
    const known = own.get(key);
    if (known !== undefined) return known;
    const base = this.#layers[box]?.name || `layer ${box}`;
    let name = own.size === 0 ? base : `${base}:${own.size}`;
    if (this.#shapes.has(name)) name = `${name} #${box}`;
    while (this.#shapes.has(name)) name = `${name}'`;
    own.set(key, name);
    this.#shapes.set(name, shape);
    return name;
  }

  #value(out: RecordWriter, field: number, tensor: string): void {
    const shape = this.#shapes.get(tensor) ?? null;
    out
      .begin(field)
      .string(VALUE.name, tensor)
      .begin(VALUE.type)
      .begin(TYPE.tensor)
      .uint(TENSOR.elemType, FLOAT);
    if (shape !== null) {
      out.begin(TENSOR.shape);
      for (const size of [1, shape.features, shape.rows, shape.columns]) {
        out.begin(SHAPE.dim).uint(DIMENSION.value, size).end();
      }
      out.end();
    }
    out.end().end().end();
  }

  #node(out: RecordWriter, layer: NetworkLayer, inputs: readonly string[], outputs: readonly string[]): void {
    const operator = layer.kind === 'output' ? 'Identity' : OPERATORS.get(layer.kind);
    out.begin(GRAPH.node);
    for (const input of inputs) out.string(NODE.input, input);
    for (const output of outputs) out.string(NODE.output, output);
    out.string(NODE.name, layer.name).string(NODE.opType, operator ?? layer.kind);
    if (operator !== undefined) attributes(out, layer, operator);
    out.text(NODE.docString, layer.originalNames.join('\n'));
    if (operator === undefined) out.string(NODE.domain, DOMAIN);
    for (const [key, value] of layerFacts(this.drawn.network, layer)) {
      out.begin(NODE.metadata).string(ENTRY.key, key).string(ENTRY.value, value).end();
    }
    out.end();
  }
}

function attributes(out: RecordWriter, layer: NetworkLayer, operator: string): void {
  const { kernel, strides, dilation, inputs, kind } = layer;
  const ints = (name: string, shape: TensorShape): void => {
    out.begin(NODE.attribute).string(ATTRIBUTE.name, name);
    // In onnx.proto, whose syntax is proto2, this field is not packed.
    for (const value of [shape.rows, shape.columns]) out.uint(ATTRIBUTE.ints, value);
    out.uint(ATTRIBUTE.type, ATTRIBUTE_INTS).end();
  };
  const int = (name: string, value: number): void => {
    out.begin(NODE.attribute).string(ATTRIBUTE.name, name).uint(ATTRIBUTE.i, value);
    out.uint(ATTRIBUTE.type, ATTRIBUTE_INT).end();
  };
  if (WINDOWED.has(operator) && kernel !== null) {
    ints('kernel_shape', kernel);
    if (strides !== null) ints('strides', strides);
    if (dilation !== null) ints('dilations', dilation);
  }
  if (kind === 'dw') int('group', inputs[0]?.features ?? 1);
  // Index of the features in the order of axes: batch, features, rows, columns.
  if (operator === 'Concat' || operator === 'Softmax' || operator === 'Split') int('axis', 1);
}
