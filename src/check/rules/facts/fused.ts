import { EdgeLayerFusedView } from '../../../read/model/edge-layer.gen.js';
import { type HeldFields, HeldRecord } from './held-record.js';

/** Returns layers by name; among several of one name the first, which the loader uses. */
export function fusedByName(layers: readonly FusedFacts[]): ReadonlyMap<string, FusedFacts> {
  const byName = new Map<string, FusedFacts>();
  for (const layer of layers) if (!byName.has(layer.name)) byName.set(layer.name, layer);
  return byName;
}

/** A fused layer: the combination of several outputs. */
export class FusedFacts extends HeldRecord<EdgeLayerFusedView> {
  readonly name: string;

  constructor(fields: HeldFields) {
    super(fields);
    this.name = this.isEmpty ? '' : (this.view.layerInfo?.name ?? '');
  }

  /**
   * True for an empty layer: hostile files have thousands of these, and a view of one takes longer than
   * everything else.
   */
  get isEmpty(): boolean {
    return this.start === this.end;
  }

  get view(): EdgeLayerFusedView {
    return this.open(EdgeLayerFusedView);
  }
}
