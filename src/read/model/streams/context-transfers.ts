import type { CoreOp } from '../core-ops.js';
import type { EdgeLayerBaseView, EdgeLayerView } from '../mdl.gen.js';
import { isPaddedByDevice } from './layer-streams.js';
import type { StreamRules } from './stream-rules.js';

/** Maximum number of edge layers read per core operation; hardware has some dozens per context. */
const MAX_EDGES = 65_536;
const MAX_CONTEXTS = 4096;
/** `edge_connection_type` and `direction`. */
const BOUNDARY = 0;
const INTERMEDIATE = 1;
const DDR = 2;
const CACHE = 3;
const DEVICE_TO_HOST = 1;

/** Bytes of one frame that a context moves between the device and the memory of the host. */
export interface ContextTransfers {
  /** Bytes of the application's inputs. */
  readonly fromHost: number;
  /** Bytes of the application's outputs. */
  readonly toHost: number;
  /** Bytes of the tensors that earlier contexts left in the memory of the host. */
  readonly fromContexts: number;
  /** Bytes of the tensors for later contexts. */
  readonly toContexts: number;
  /**
   * Bytes of the tensors that the context writes to the memory of the host and reads again: both directions
   * count.
   */
  readonly ddr: number;
  /** Bytes of the tensors that stay in a cache for later frames: written and read bytes both count. */
  readonly cache: number;
}

/**
 * Returns the bytes that each context of a core operation moves for a frame, paddings included.
 * @throws ProtomdlError if the core operation is malformed
 */
export function contextTransfers(coreOp: CoreOp, rules: StreamRules): ContextTransfers[] {
  const found: ContextTransfers[] = [];
  let edges = 0;
  for (const { metadata } of coreOp.contexts) {
    if (found.length >= MAX_CONTEXTS) break;
    const sums = { fromHost: 0, toHost: 0, fromContexts: 0, toContexts: 0, ddr: 0, cache: 0 };
    for (const edge of metadata?.edgeLayers ?? []) {
      if (++edges > MAX_EDGES) break;
      const isOutput = edge.direction === DEVICE_TO_HOST;
      const kind = kindOf(edge, isOutput);
      if (kind !== undefined) sums[kind] += bytesOf(edge, rules);
    }
    found.push(sums);
  }
  return found;
}

function kindOf(edge: EdgeLayerView, isOutput: boolean): keyof ContextTransfers | undefined {
  switch (edge.contextSwitchInfo?.edgeConnectionType ?? BOUNDARY) {
    case BOUNDARY:
      return isOutput ? 'toHost' : 'fromHost';
    case INTERMEDIATE:
      return isOutput ? 'toContexts' : 'fromContexts';
    case DDR:
      return 'ddr';
    case CACHE:
      return 'cache';
    default:
      return undefined;
  }
}

/**
 * Returns the number of bytes that the runtime counts: the buffers of a frame, or, if the device pads, the
 * frame without padding. For a list of boxes this number is not the size of the stream's frame, which
 * includes a count for each class.
 */
function bytesOf({ layerInfo, layerMux, layerPlanes }: EdgeLayerView, rules: StreamRules): number {
  if (layerPlanes !== undefined) {
    let bytes = 0;
    for (const plane of layerPlanes.planes) bytes += buffersOf(plane.layerInfo?.edgeLayerBase);
    return bytes;
  }
  const base = (layerMux ?? layerInfo)?.edgeLayerBase;
  if (base === undefined || layerMux !== undefined || !isPaddedByDevice(base, rules)) return buffersOf(base);
  return base.height * base.width * base.features * base.dataBytes;
}

function buffersOf(base: EdgeLayerBaseView | undefined): number {
  return base === undefined ? 0 : base.coreBytesPerBuffer * base.coreBuffersPerFrame;
}
