import type { Random } from '../random.js';
import {
  BOUNDARY,
  D2H,
  type Edge,
  type EdgeContent,
  type Layer,
  type Mux,
  type NmsInfo,
  type Planes,
  type Quantization,
} from './edges.js';
import type { FeaturePalette } from './features.js';
import type { Names } from './names.js';
import { anyTensor, boxes, type Tensor, unpadded } from './tensors.js';

/** Value of `context_switch_info.buffers` for a layer without buffers. */
const NO_BUFFERS = 0xffff_ffff;
/** Number of predecessors that the demuxer supports. */
const MAX_PARTS = 4;
/** Size of a box in bytes; hosts read a box as a 64-bit word. */
export const BBOX_SIZE = 8;

export class LayerSmith {
  readonly #random: Random;
  readonly #palette: FeaturePalette;
  readonly #names: Names;

  readonly #bursts: readonly number[];

  /** @param bursts possible values of `burst_type` for lists of boxes; empty without bursts */
  constructor(random: Random, palette: FeaturePalette, names: Names, bursts: readonly number[]) {
    this.#bursts = bursts;
    this.#random = random;
    this.#palette = palette;
    this.#names = names;
  }

  layer(network: string, tensor: Tensor, more: Partial<Layer> = {}): Layer {
    const random = this.#random;
    const palette = this.#palette;
    const name = more.name ?? this.#names.layer(network);
    const originals = palette.roll('original-names', 50, random)
      ? Array.from({ length: random.between(1, 2) }, (_, i) => `${name}/op_${i}`)
      : [];
    return {
      name,
      tensor,
      quantization: this.#quantization(tensor),
      outputName: random.chance(70) ? name : '',
      originals,
      transposed: more.nms === undefined && palette.roll('transposed', 10, random),
      hostArgmax: false,
      maxShmifo: random.one([0, 4096, 65_536]),
      engine: palette.roll('later-fields', 20, random) ? random.below(4) : 0,
      buffer: { index: random.below(16), cluster: random.below(8) },
      ...more,
    };
  }

  tensor(): Tensor {
    return anyTensor(this.#random, this.#palette);
  }

  edge(of: Pick<Edge, 'context' | 'direction' | 'network' | 'content'>, more: Partial<Edge> = {}): Edge {
    return {
      ...of,
      connection: BOUNDARY,
      peers: [],
      buffers: NO_BUFFERS,
      cacheId: 0,
      padIndex: this.#padIndex(of.direction),
      sys: 0,
      ...more,
    };
  }

  /** Returns a random pad, which post-processing needs for its input; undefined without a pad. */
  #padIndex(direction: Edge['direction']): number | undefined {
    const random = this.#random;
    const isRolled = this.#palette.roll('later-fields', 10, random);
    const isWanted = direction === D2H && this.#palette.must('decoders');
    return isRolled || isWanted ? random.below(4) : undefined;
  }

  /** Plans an output of one tensor. For some outputs, the host computes the argmax. */
  output(network: string): EdgeContent {
    const hostArgmax = this.#palette.roll('host-argmax', 20, this.#random);
    return { kind: 'info', layer: this.layer(network, this.tensor(), { hostArgmax }) };
  }

  nms(network: string): EdgeContent {
    const nms = this.#nmsInfo(this.#random.between(1, 80), this.#random.between(1, 100));
    return { kind: 'info', layer: this.layer(network, boxes(this.#random.between(1, 200)), { nms }) };
  }

  /** Plans a fused list of boxes, and its parts. */
  fused(network: string, count: number): { readonly whole: Layer; readonly parts: readonly Layer[] } {
    const random = this.#random;
    const tensor = boxes(random.between(1, 200));
    const maxOutput = random.between(1, 100);
    const original = this.#names.layer(network);
    const infos = Array.from({ length: count }, (_, index) => ({
      ...this.#nmsInfo(random.between(1, 40), maxOutput),
      defused: { index, original },
    }));
    const parts = random.shuffled(infos).map((nms) => this.layer(network, tensor, { nms }));
    const classes = infos.reduce((sum, info) => sum + info.classes, 0);
    const nms = this.#nmsInfo(classes, maxOutput);
    return { whole: this.layer(network, tensor, { name: original, nms }), parts };
  }

  mux(network: string): EdgeContent {
    const random = this.#random;
    const dataBytes = random.chance(20) ? 2 : 1;
    const row = { width: random.between(1, 40), features: random.between(1, 40), dataBytes } as const;
    return { kind: 'mux', mux: this.#mux(network, row, random.between(1, 48), 1) };
  }

  planes(network: string): EdgeContent {
    const random = this.#random;
    const [height, width] = [2 * random.between(1, 100), 2 * random.between(1, 100)];
    const format = random.below(3);
    const half = [height / 2, width / 2] as const;
    // NV12 and NV21 have both colours in one plane, I420 has a plane for each colour.
    const colours = format === 2 ? [1, 1] : [2];
    const planes: Planes = {
      name: this.#names.layer(network),
      format,
      height,
      width,
      planes: [
        this.layer(network, unpadded(height, width, 1, 0, 1)),
        ...colours.map((features) => this.layer(network, unpadded(...half, features, 0, 1))),
      ],
    };
    return { kind: 'planes', planes };
  }

  /**
   * Plans a mux. A part has the width and depth of the mux, or its rows are flattened. Rows go to the parts
   * in turns: per turn, a part gets as many rows as its ratio. The height is a multiple of the number of
   * turns, so all turns are complete.
   */
  #mux(network: string, row: Row, height: number, depth: number): Mux {
    const random = this.#random;
    const turns = random.one([1, 2, 4, 8].filter((count) => height % count === 0));
    const ratios = split(height / turns, random.between(1, Math.min(MAX_PARTS, height / turns)), random);
    const parts = ratios.map((ratio): Mux | Layer => {
      const rows = turns * ratio;
      // Two levels have at most 21 nodes; the demuxer supports 32.
      if (depth === 1 && random.chance(20)) return this.#mux(network, row, rows, depth + 1);
      const [width, features] = random.chance(70) ? [row.width, row.features] : [row.width * row.features, 1];
      return this.layer(network, unpadded(rows, width, features, random.below(2), row.dataBytes));
    });
    const layer = this.layer(
      network,
      unpadded(height, row.width, row.features, random.below(2), row.dataBytes),
    );
    return { layer, turns, ratios, parts };
  }

  #nmsInfo(classes: number, maxOutput: number): NmsInfo {
    const random = this.#random;
    const bursts = this.#bursts;
    return {
      type: random.below(3),
      classes,
      maxOutput,
      divisionFactor: random.below(4),
      burstSize: bursts.length > 0 ? random.between(1, 64) : 0,
      burstType: bursts.length > 0 ? random.one(bursts) : 0,
    };
  }

  /** Plans a quantization. The values are binary fractions, which floats and doubles represent exactly. */
  #quantization({ features }: Tensor): Quantization {
    const random = this.#random;
    const each = features <= 64 && this.#palette.roll('feature-scales', 15, random);
    const least = -random.below(512) / 8;
    return {
      zeroPoint: random.below(256),
      scale: random.between(1, 1024) / 4096,
      least,
      most: least + random.below(4096) / 8,
      zeroPoints: each ? Array.from({ length: features }, () => random.below(256)) : [],
      scales: each ? Array.from({ length: features }, () => random.between(1, 1024) / 4096) : [],
    };
  }
}

interface Row {
  readonly width: number;
  readonly features: number;
  readonly dataBytes: 1 | 2;
}

/** Splits a sum into `count` random numbers of at least 1. */
function split(sum: number, count: number, random: Random): number[] {
  const parts: number[] = [];
  let left = sum;
  for (let more = count - 1; more > 0; more--) {
    const part = random.between(1, left - more);
    parts.push(part);
    left -= part;
  }
  return [...parts, left];
}
