import { EdgeLayerFusedView } from '../../../read/model/edge-layer.gen.js';
import { type HeldFields, HeldRecord } from './held-record.js';

/** Layers by name; of several the first, which is the one that the loader takes. */
export function fusedByName(layers: readonly FusedFacts[]): ReadonlyMap<string, FusedFacts> {
  const byName = new Map<string, FusedFacts>();
  for (const layer of layers) if (!byName.has(layer.name)) byName.set(layer.name, layer);
  return byName;
}

/** A fused layer: what several outputs become when they are put together again. */
export class FusedFacts extends HeldRecord<EdgeLayerFusedView> {
  readonly name: string;

  constructor(fields: HeldFields) {
    super(fields);
    this.name = this.isEmpty ? '' : (this.view.layerInfo?.name ?? '');
  }

  /** Whether nothing is in it: hostile files have thousands of these, and a view of one takes longer than all else. */
  get isEmpty(): boolean {
    return this.start === this.end;
  }

  get view(): EdgeLayerFusedView {
    return this.open(EdgeLayerFusedView);
  }
}
