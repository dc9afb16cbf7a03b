import type { EdgeLayerMuxDataView, EdgeLayerMuxView } from '../../../read/model/edge-layer.gen.js';
import { ExactSum } from './exact-sum.js';
import type { FactPlace } from './fact-place.js';
import {
  type LayerFacts,
  layerField,
  PADDED_FEATURES,
  PADDED_HEIGHT,
  PADDED_WIDTH,
  recordOf,
} from './layer.js';

const NUMBER_OF_PREDECESSORS = 1;
const HEIGHT_GCD = 2;
const HEIGHT_RATIOS_LIST_LEN = 3;

/** Values of a mux about its predecessors, and sums over the predecessors that the loader reads. */
export class MuxFacts {
  private readonly data: EdgeLayerMuxDataView | undefined;
  /** `number_of_predecessors`, which the loader uses. */
  readonly said: number;
  /** Number of predecessors in the file. */
  readonly count: number;
  readonly heightGcd: number;
  readonly ratiosSaid: number;
  readonly ratioCount: number;
  /** Number of tensors, muxes and images in the tree, including this one. */
  nodes = 1;
  /** Number of predecessors that the loader reads, but whose shape is not known. */
  unknown = 0;
  /** Number of padded elements of all predecessors. */
  readonly elements = new ExactSum();
  /**
   * Number of elements that the demuxer copies. For a predecessor without a ratio, the demuxer copies no
   * elements.
   */
  readonly taken = new ExactSum();

  constructor(private readonly view: EdgeLayerMuxView) {
    const data = view.muxData;
    this.data = data;
    this.said = data?.numberOfPredecessors ?? 0;
    this.count = view.predecessors.length;
    this.heightGcd = data?.heightGcd ?? 0;
    this.ratiosSaid = data?.heightRatiosListLen ?? 0;
    this.ratioCount = data?.heightRatiosList.length ?? 0;
  }

  /** Number of predecessors that the loader reads. */
  get read(): number {
    return Math.min(this.said, this.count);
  }

  add(part: LayerFacts): void {
    this.nodes += part.mux?.nodes ?? 1;
    if (!part.hasBase) {
      this.unknown++;
      return;
    }
    const width = part.base(PADDED_WIDTH);
    const features = part.base(PADDED_FEATURES);
    this.elements.add(part.base(PADDED_HEIGHT), width, features);
    this.taken.add(part.ratio ?? 0, this.heightGcd, width, features);
  }

  /** Place of `mux_data` or, if absent, of the mux. */
  get dataPlace(): FactPlace {
    return recordOf(this.data ?? this.view);
  }

  get saidPlace(): FactPlace {
    return this.scalar(NUMBER_OF_PREDECESSORS);
  }

  get heightGcdPlace(): FactPlace {
    return this.scalar(HEIGHT_GCD);
  }

  get ratiosSaidPlace(): FactPlace {
    return this.scalar(HEIGHT_RATIOS_LIST_LEN);
  }

  private scalar(field: number): FactPlace {
    return this.data === undefined ? recordOf(this.view) : layerField(this.data, field);
  }
}
