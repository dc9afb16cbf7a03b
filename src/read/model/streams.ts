import type { CoreOp } from './core-ops.js';
import type { List } from './list.js';
import type {
  EdgeLayerBaseView,
  EdgeLayerInfoView,
  EdgeLayerNumericInfoView,
  EdgeLayerView,
  EdgeView,
  NmsInfoView,
} from './mdl.gen.js';
import type { CoreOpSummary, Shape, StreamSummary } from './summary.js';
import { wholeNumber } from './whole-number.js';

/** Maximum number of streams listed per group; hardware has 32 per context. */
const MAX_STREAMS = 1024;

/** Names that runtimes give to codes of `format`, which the schema leaves as a number. */
export const FORMAT_NAMES: Readonly<Record<number, string>> = {
  0: 'NHWC',
  1: 'NHCW',
  2: 'NC',
  3: 'FCR',
  4: 'BAYER',
  5: 'NHW',
  6: 'NMS',
  7: 'F8CR',
  8: 'RGB888',
  11: 'YUY2',
  14: 'YYUV',
  15: 'YYVU',
  16: 'YYYYUV',
};

const CONNECTION_BOUNDARY = 0;
const CONNECTION_INTERMEDIATE = 1;
const CONNECTION_DDR = 2;
const CONNECTION_CACHE = 3;
const DEVICE_TO_HOST = 1;

export type CoreOpStreams = Pick<CoreOpSummary, 'streams' | 'internalEdges'>;

/**
 * Returns the edge layers of a core operation that users see, as streams. Edge layers that users do not see
 * are only counted.
 * @param turn called now and then; may throw to stop the work
 */
export async function streamsOf(
  op: CoreOp,
  networks: readonly string[],
  turn?: () => Promise<void> | void,
): Promise<CoreOpStreams> {
  const streams: StreamSummary[] = [];
  const internalEdges = { intermediate: 0, ddr: 0, cache: 0 };
  let index = 0;
  let seen = 0;
  for (const context of op.contexts) {
    for (const edge of context.metadata?.edgeLayers ?? []) {
      const connection = edge.contextSwitchInfo?.edgeConnectionType ?? CONNECTION_BOUNDARY;
      if (connection === CONNECTION_INTERMEDIATE) internalEdges.intermediate++;
      else if (connection === CONNECTION_DDR) internalEdges.ddr++;
      else if (connection === CONNECTION_CACHE) internalEdges.cache++;
      else addEdge(streams, edge, index, networks);
      if (turn !== undefined && ++seen % TURN_EVERY === 0) await turn();
    }
    index++;
    if (turn !== undefined) await turn();
  }
  return { streams, internalEdges };
}

/** Number of edge layers between calls of `turn`: each layer takes some microseconds. */
const TURN_EVERY = 1024;

/** Properties shared by all streams of one edge layer. */
type Shared = Pick<StreamSummary, 'direction' | 'network' | 'context'>;

function addEdge(
  streams: StreamSummary[],
  edge: EdgeLayerView,
  context: number,
  networks: readonly string[],
): void {
  const shared: Shared = {
    direction: edge.direction === DEVICE_TO_HOST ? 'output' : 'input',
    network: networks.length > 1 ? (networks[edge.networkIndex] ?? null) : null,
    context,
  };
  addEither(streams, edge, null, shared);
}

/**
 * Adds the streams of an edge. Users see leaves instead of a mux or planes, because the host splits muxes and
 * joins planes.
 */
function addEither(
  streams: StreamSummary[],
  { layerInfo, layerMux, layerPlanes }: EdgeLayerView | EdgeView,
  whole: string | null,
  shared: Shared,
): void {
  if (layerInfo !== undefined) addLayer(streams, layerInfo, whole, shared);
  else if (layerMux !== undefined) addLeaves(streams, layerMux.predecessors, layerMux.name, shared);
  else if (layerPlanes !== undefined) addLeaves(streams, layerPlanes.planes, layerPlanes.name, shared);
}

function addLeaves(streams: StreamSummary[], parts: List<EdgeView>, whole: string, shared: Shared): void {
  // Views limit the depth of nested muxes, but not the number of their leaves, so the number of streams is
  // limited here.
  parts.forEach((part) => {
    if (streams.length < MAX_STREAMS) addEither(streams, part, whole, shared);
  });
}

function addLayer(
  streams: StreamSummary[],
  layer: EdgeLayerInfoView,
  mux: string | null,
  shared: Shared,
): void {
  if (streams.length >= MAX_STREAMS) return;
  const base = layer.edgeLayerBase;
  const nms = base?.additionalInfo?.nmsInfo;
  const numeric = layer.numericInfo;
  const format = base?.format ?? 0;
  streams.push({
    direction: shared.direction,
    name: layer.name,
    network: shared.network,
    mux,
    context: shared.context,
    shape: shapeOf(base, false),
    paddedShape: shapeOf(base, true),
    format: { number: format, name: FORMAT_NAMES[format] ?? null },
    dataBytes: base?.dataBytes ?? 0,
    quantization: numeric === undefined ? null : quantizationOf(numeric),
    nms: nms === undefined ? null : nmsOf(nms),
    sysIndex: base?.sysIndex ?? 0,
  });
}

/** Returns the shape of a layer; all sizes are 0 without a base. */
export function shapeOf(base: EdgeLayerBaseView | undefined, padded: boolean): Shape {
  if (base === undefined) return { height: 0, width: 0, features: 0 };
  return padded
    ? { height: base.paddedHeight, width: base.paddedWidth, features: base.paddedFeatures }
    : { height: base.height, width: base.width, features: base.features };
}

function quantizationOf(numeric: EdgeLayerNumericInfoView) {
  return {
    scale: numeric.qpScale,
    zeroPoint: numeric.qpZp,
    min: numeric.limvalsMin,
    max: numeric.limvalsMax,
  };
}

function nmsOf(nms: NmsInfoView) {
  return {
    classes: wholeNumber(nms.numberOfClasses),
    maxOutputSize: wholeNumber(nms.maxOutputSize),
    bboxSize: wholeNumber(nms.bboxSize),
  };
}
