import type { NmsInfoView } from '../../../read/model/edge-layer.gen.js';
import { isWholeContext } from '../facts/context.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { CONNECTION_BOUNDARY, DIRECTION_D2H, type EdgeFacts, LAYER_INFO } from '../facts/edge.js';
import { type FusedFacts, fusedByName, NMS_FORMAT } from '../facts/layer.js';

/** An output that is one part of a fused layer. */
export interface DefusedLayer {
  readonly edge: EdgeFacts;
  readonly name: string;
  readonly nms: NmsInfoView;
}

/** The outputs that name the same fused layer. */
export interface DefusedGroup {
  readonly original: string;
  readonly parts: readonly DefusedLayer[];
  /** The first fused layer of that name, which the loader uses. */
  readonly whole: FusedFacts | undefined;
}

/** The fused layers and parts of a core op. */
export interface Fusion {
  /** Groups in the order of their first parts in the file. */
  readonly groups: readonly DefusedGroup[];
  /** True if all parts are listed, so that a part that is not listed is missing. */
  readonly isComplete: boolean;
  /** True if all fused layers are known. */
  readonly hasAllWholes: boolean;
}

/**
 * Returns the fused layers and parts of a core op; undefined if no output is part of a fused layer, which is
 * the usual case.
 */
export function fusionOf(coreOp: CoreOpFacts): Fusion | undefined {
  const { broken, contexts, contextCount, fused } = coreOp;
  const byName = new Map<string, DefusedLayer[]>();
  for (const { edges } of contexts) {
    for (const edge of edges) {
      if (edge.format !== NMS_FORMAT || edge.direction !== DIRECTION_D2H) continue;
      const part = edge.connection === CONNECTION_BOUNDARY ? defused(edge) : undefined;
      if (part === undefined) continue;
      const original = part.nms.defuseInfo?.originalName ?? '';
      const known = byName.get(original);
      if (known === undefined) byName.set(original, [part]);
      else known.push(part);
    }
  }
  const layers = fused?.layers ?? [];
  if (byName.size === 0 && layers.length === 0) return undefined;
  const wholes = fusedByName(byName.size === 0 ? [] : layers);
  const groups = [...byName].map(([original, parts]) => ({ original, parts, whole: wholes.get(original) }));
  const isComplete = !broken && contextCount === contexts.length && contexts.every(isWholeContext);
  return { groups, isComplete, hasAllWholes: !broken && layers.length === (fused?.layerCount ?? 0) };
}

function defused(edge: EdgeFacts): DefusedLayer | undefined {
  if (edge.member !== LAYER_INFO) return undefined;
  const layer = edge.view.layerInfo;
  const nms = layer?.edgeLayerBase?.additionalInfo?.nmsInfo;
  return layer !== undefined && nms?.isDefused === true ? { edge, name: layer.name, nms } : undefined;
}
