import type { EdgeLayerMuxView } from '../../model/index.js';
import { ExactSum } from './exact-sum.js';
import { scalarOf } from './held-record.js';
import { type LayerFacts, PADDED_FEATURES, PADDED_HEIGHT, PADDED_WIDTH } from './layer.js';
import type { Place, Reference } from './place.js';

const NUMBER_OF_PREDECESSORS = 1;
const HEIGHT_GCD = 2;
const HEIGHT_RATIOS_LIST_LEN = 3;

/** A mux: what it says about its predecessors, and sums over those that the loader reads. */
export class MuxFacts {
  readonly hasData: boolean;
  /** `number_of_predecessors`, which the loader goes by. */
  readonly said: number;
  /** Predecessors there are. */
  readonly count: number;
  readonly heightGcd: number;
  readonly ratiosSaid: number;
  readonly ratioCount: number;
  /** Tensors, muxes and images in the tree, this one included. */
  nodes = 1;
  /** Predecessors that are read and of which nothing is known. */
  unknown = 0;
  /** Elements of all predecessors, padded. */
  readonly elements = new ExactSum();
  /** Elements that all turns take: a predecessor without a ratio takes none. */
  readonly taken = new ExactSum();

  constructor(private readonly view: EdgeLayerMuxView) {
    const data = view.muxData;
    this.hasData = data !== undefined;
    this.said = data?.numberOfPredecessors ?? 0;
    this.count = view.predecessors.length;
    this.heightGcd = data?.heightGcd ?? 0;
    this.ratiosSaid = data?.heightRatiosListLen ?? 0;
    this.ratioCount = data?.heightRatiosList.length ?? 0;
  }

  /** Predecessors that the loader reads. */
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

  /** `mux_data`, or where it is absent the mux. */
  get dataPlace(): Place {
    const { span, path } = this.view.muxData ?? this.view;
    return { ...span, path };
  }

  get saidPlace(): Reference {
    return this.#scalar(NUMBER_OF_PREDECESSORS, this.said, 'number_of_predecessors');
  }

  get heightGcdPlace(): Reference {
    return this.#scalar(HEIGHT_GCD, this.heightGcd, 'height_gcd');
  }

  get ratiosSaidPlace(): Reference {
    return this.#scalar(HEIGHT_RATIOS_LIST_LEN, this.ratiosSaid, 'height_ratios_list_len');
  }

  #scalar(field: number, value: number, name: string): Reference {
    const data = this.view.muxData;
    return data === undefined ? { ...this.dataPlace, value } : scalarOf(data, field, value, name);
  }
}
