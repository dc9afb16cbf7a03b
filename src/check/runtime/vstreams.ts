import type { EdgeLayerInfoView, EdgeLayerMuxView } from '../../read/model/edge-layer.gen.js';
import type { CoreOpFacts } from '../rules/facts/core-op.js';
import {
  CONNECTION_BOUNDARY,
  DIRECTION_D2H,
  type EdgeFacts,
  TYPE_MUX,
  TYPE_PLANES,
} from '../rules/facts/edge.js';
import type { Name } from '../rules/facts/fact-place.js';
import { NAME_BUFFER, NMS_FORMAT } from '../rules/facts/layer.js';
import { edgeName } from '../rules/facts/post-process.js';
import { loadedText } from './base-load.js';
import type { LoadedPostProcessing } from './group-load.js';
import type { ReleaseFacts } from './release.js';

/** Virtual streams between a loaded core op and applications. */
export interface Vstreams {
  readonly inputLayers: number;
  readonly outputLayers: number;
  readonly inputs: ReadonlySet<string>;
  /**
   * Names of outputs: the names of layers without duplicates, and then the names of post-processing nodes.
   */
  readonly outputs: readonly string[];
}

/**
 * Returns the streams for a release that has read the layers without a fault.
 * @param networkName name that follows the output's name in memory
 */
export function vstreamsOf(
  coreOp: CoreOpFacts,
  release: ReleaseFacts,
  { nodes, hidden }: LoadedPostProcessing,
  networkName: string,
): Vstreams {
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  let inputLayers = 0;
  let outputLayers = 0;
  for (const { edges } of coreOp.contexts) {
    for (const edge of edges) {
      if (edge.connection !== CONNECTION_BOUNDARY) continue;
      const isOutput = edge.direction === DIRECTION_D2H;
      if (isOutput) outputLayers++;
      else inputLayers++;
      // Inputs of post-processing stay on the host, so they get no virtual stream.
      if (hidden.has(edgeName(edge))) continue;
      addLayer(edge, coreOp, release, isOutput ? outputs : inputs);
    }
  }
  const made = nodes.map(({ output }) => copiedName(output, networkName));
  return { inputLayers, outputLayers, inputs, outputs: [...outputs, ...made] };
}

function addLayer(edge: EdgeFacts, coreOp: CoreOpFacts, release: ReleaseFacts, names: Set<string>): void {
  const { layerInfo, layerMux, layerPlanes } = edge.view;
  if (edge.type === TYPE_MUX) addLeaves(layerMux, coreOp, release, names);
  else if (edge.type === TYPE_PLANES) names.add(loadedText(layerPlanes?.name ?? ''));
  else names.add(nameOf(layerInfo, coreOp, release));
}

/**
 * Adds the names of a mux's leaves. Recursion is bounded: the record was scanned, and its nesting is within
 * the limit.
 */
function addLeaves(
  mux: EdgeLayerMuxView | undefined,
  coreOp: CoreOpFacts,
  release: ReleaseFacts,
  names: Set<string>,
): void {
  let left = mux?.muxData?.numberOfPredecessors ?? 0;
  if (mux === undefined || left === 0) return;
  for (const { layerInfo, layerMux } of mux.predecessors) {
    if (layerMux === undefined) names.add(nameOf(layerInfo, coreOp, release));
    else addLeaves(layerMux, coreOp, release, names);
    if (--left === 0) return;
  }
}

/** Returns a layer's own name, or the name of the fused layer that contains it. */
function nameOf(info: EdgeLayerInfoView | undefined, { fused }: CoreOpFacts, release: ReleaseFacts): string {
  const own = loadedText(info?.name ?? '');
  if (fused === undefined || (release.readsAll && !fused.hasFusedLayers)) return own;
  const base = info?.edgeLayerBase;
  if (base?.format !== NMS_FORMAT) return own;
  const nms = base.additionalInfo?.nmsInfo;
  return nms?.isDefused === true ? loadedText(nms.defuseInfo?.originalName ?? '') : own;
}

/**
 * Returns a name as an application reads it from a buffer: a name that is too long continues with the text
 * after the buffer.
 */
function copiedName(name: Name | undefined, networkName: string): string {
  if (name === undefined || name.byteLength < NAME_BUFFER) return loadedText(name?.value ?? '');
  const bytes = new TextEncoder().encode(name.value).subarray(0, NAME_BUFFER);
  return loadedText(new TextDecoder().decode(bytes)) + networkName;
}
