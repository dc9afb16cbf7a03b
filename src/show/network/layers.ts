import type { List } from '../../read/model/list.js';
import { activationOf, isPlumbing, layerKindOf } from './kinds.js';
import { MAX_LAYERS, MAX_NAME, MAX_OF_ALL_LAYERS, MAX_OF_LAYER } from './limits.js';
import { type NetworkLayer, NotesMistake, type TensorShape } from './network.js';
import type { NotedLayerView, NotedNetworkView, NotedShapeView } from './notes.gen.js';

/** A layer without the properties that come from other parts of the notes. */
export type RawLayer = Omit<NetworkLayer, 'context' | 'clusters' | 'figures' | 'configurationBytes'> & {
  readonly predecessors: readonly number[];
};

/**
 * Returns the layers in the order of the notes, to which edges refer.
 * @throws NotesMistake if the notes have no layers, too many layers, or a duplicate id
 */
export function layersOf(network: NotedNetworkView): RawLayer[] {
  const layers: RawLayer[] = [];
  const ids = new Set<number>();
  const taker = new Taker();
  for (const view of network.layers) {
    const { offset } = view.span;
    if (layers.length === MAX_LAYERS) {
      throw new NotesMistake('notes-too-large', `there are more than ${MAX_LAYERS} layers`, offset);
    }
    const layer = layerOf(view, taker);
    if (ids.has(layer.id))
      throw new NotesMistake('notes-inconsistent', `two layers have the id ${layer.id}`, offset);
    ids.add(layer.id);
    layers.push(layer);
  }
  if (layers.length === 0) {
    throw new NotesMistake('notes-unreadable', 'the network of the notes has no layers', network.span.offset);
  }
  return layers;
}

function layerOf(view: NotedLayerView, taker: Taker): RawLayer {
  const { kind, span } = view;
  const name = view.name.slice(0, MAX_NAME);
  const inputs = taker.take(view.inputs, shapeOf, span.offset);
  const kernel = kernelOf(view.kernel);
  const text = (each: string) => each.slice(0, MAX_NAME);
  const originalNames = taker.take(view.originalNames, text, span.offset);
  return {
    id: view.id,
    name,
    kind: layerKindOf(kind, name),
    kindNumber: kind,
    isPlumbing: isPlumbing(kind),
    inputs,
    outputs: taker.take(view.outputs, shapeOf, span.offset),
    kernel,
    strides: kernelOf(view.strides),
    dilation: kernelOf(view.dilation),
    activation: activationOf(view.activation),
    weights: kernel === null ? null : weightsOf(layerKindOf(kind, name), kernel, inputs),
    originalNames:
      originalNames.length > 0 ? originalNames : taker.take(view.originalNamesLater, text, span.offset),
    offset: span.offset,
    bytes: span.length,
    path: 'mapping',
    predecessors: taker.take(view.predecessors, (id) => id, span.offset),
  };
}

/** Copies lists, with a limit for each list and a limit for all lists together. */
class Taker {
  #left = MAX_OF_ALL_LAYERS;

  take<T, U>(list: List<T>, of: (value: T) => U, offset: number): U[] {
    const taken: U[] = [];
    for (const value of list) {
      if (taken.length === MAX_OF_LAYER || this.#left-- === 0) {
        const text = `a layer has more shapes, names or predecessors than are looked at (${MAX_OF_LAYER} of one kind)`;
        throw new NotesMistake('notes-too-large', text, offset);
      }
      taken.push(of(value));
    }
    return taken;
  }
}

function shapeOf({ rows = 1, columns, features = 1 }: NotedShapeView): TensorShape {
  return { rows, columns, features };
}

/** Returns the shape of a kernel; null for an empty message, which means that the layer has no kernel. */
function kernelOf(view: NotedShapeView | undefined): TensorShape | null {
  if (view === undefined) return null;
  const { rows, columns, features } = view;
  if (rows === undefined && columns === 0 && features === undefined) return null;
  return { rows: rows ?? 1, columns: Math.max(1, columns), features: features ?? 1 };
}

/**
 * Returns the number of weights in a layer's kernel. In a fully connected layer, the number of columns is the
 * number of inputs. The computed number for a yolov8n, 3.34 million, equals the published number.
 */
function weightsOf(kind: string, kernel: TensorShape, inputs: readonly TensorShape[]): number | null {
  const area = kernel.rows * kernel.columns;
  const [input] = inputs;
  if (kind === 'fc') return area * kernel.features;
  if (input === undefined) return null;
  if (kind === 'dw') return area * input.features;
  if (kind.startsWith('conv') || kind.startsWith('deconv')) return area * input.features * kernel.features;
  return null;
}
