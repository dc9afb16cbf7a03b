import { EdgeLayerFusedView } from '../../../read/model/edge-layer.gen.js';
import { type HeldFields, HeldRecord } from './held-record.js';

/** A fused layer: what several outputs become when they are put together again. */
export class FusedFacts extends HeldRecord<EdgeLayerFusedView> {
  readonly name: string;

  constructor(fields: HeldFields) {
    super(fields);
    this.name = this.view.layerInfo?.name ?? '';
  }

  get view(): EdgeLayerFusedView {
    return this.open(EdgeLayerFusedView);
  }
}
