import type { Tensor } from './tensors.js';

export const H2D = 0;
export const D2H = 1;
export const BOUNDARY = 0;
export const INTERMEDIATE = 1;
export const DDR = 2;
export const CACHE = 3;

export interface Quantization {
  readonly zeroPoint: number;
  readonly scale: number;
  readonly least: number;
  readonly most: number;
  /** Values for each feature; empty if one value applies to all features. */
  readonly zeroPoints: readonly number[];
  readonly scales: readonly number[];
}

export interface NmsInfo {
  readonly type: number;
  readonly classes: number;
  readonly maxOutput: number;
  readonly divisionFactor: number;
  /** Set for a part of a list of boxes: its index, and the name of the complete list. */
  readonly defused?: { readonly index: number; readonly original: string };
  readonly burstSize: number;
  readonly burstType: number;
}

/** A named tensor: of an edge layer, a leaf of a mux, a plane, or a fused layer. */
export interface Layer {
  readonly name: string;
  readonly tensor: Tensor;
  readonly quantization: Quantization | undefined;
  readonly outputName: string;
  readonly originals: readonly string[];
  readonly transposed: boolean;
  readonly nms?: NmsInfo;
  readonly hostArgmax: boolean;
  readonly maxShmifo: number;
  readonly engine: number;
  readonly buffer: { readonly index: number; readonly cluster: number };
}

/** A mux: several outputs in one stream, in which a few rows of each part alternate. */
export interface Mux {
  readonly layer: Layer;
  readonly turns: number;
  readonly ratios: readonly number[];
  readonly parts: readonly (Mux | Layer)[];
}

/** An image whose planes are transferred separately. */
export interface Planes {
  readonly name: string;
  readonly format: number;
  readonly height: number;
  readonly width: number;
  readonly planes: readonly Layer[];
}

export type EdgeContent =
  | { readonly kind: 'info'; readonly layer: Layer }
  | { readonly kind: 'mux'; readonly mux: Mux }
  | { readonly kind: 'planes'; readonly planes: Planes };

/** An edge layer of a context. Streams are numbered after all layers of the context have been added. */
export interface Edge {
  readonly context: number;
  readonly direction: typeof H2D | typeof D2H;
  readonly connection: number;
  readonly network: number;
  readonly content: EdgeContent;
  /**
   * The corresponding layers in other contexts, or in the same context for a detour; empty for boundary
   * layers.
   */
  readonly peers: Edge[];
  readonly buffers: number;
  readonly cacheId: number;
  readonly padIndex: number | undefined;
  sys: number;
}

export function isMux(part: Mux | Layer): part is Mux {
  return 'parts' in part;
}

export function streamNames(content: EdgeContent): readonly string[] {
  if (content.kind === 'planes') return [content.planes.name];
  return content.kind === 'mux' ? leavesOf(content.mux).map(({ name }) => name) : [content.layer.name];
}

export function leavesOf({ parts }: Mux): readonly Layer[] {
  return parts.flatMap((part) => (isMux(part) ? leavesOf(part) : [part]));
}
