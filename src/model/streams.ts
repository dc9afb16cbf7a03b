import type {
  EdgeLayerBaseView,
  EdgeLayerInfoView,
  EdgeLayerMuxView,
  EdgeLayerNumericInfoView,
  EdgeLayerView,
  NetworkGroupView,
  NmsInfoView,
} from './mdl.gen.js';
import type { NetworkGroupSummary, Shape, StreamSummary } from './summary.js';

/** Streams that are listed of a group; hardware has 32 a context. */
const MAX_STREAMS = 1024;

/** Codes of `format`, which the schema leaves as a number; what runtimes take them for. */
const FORMATS: Readonly<Record<number, string>> = {
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
const DEVICE_TO_HOST = 1;

export type Streams = Pick<NetworkGroupSummary, 'streams' | 'internalEdges'>;

/** The edge layers of a group as what a user feeds and gets; those between contexts are only counted. */
export function streamsOf(group: NetworkGroupView, networks: readonly string[]): Streams {
  const streams: StreamSummary[] = [];
  const internalEdges = { intermediate: 0, ddr: 0 };
  group.contexts.forEach((context, index) => {
    context.metadata?.edgeLayers.forEach((edge) => {
      const connection = edge.contextSwitchInfo?.edgeConnectionType ?? CONNECTION_BOUNDARY;
      if (connection === CONNECTION_INTERMEDIATE) internalEdges.intermediate++;
      else if (connection === CONNECTION_DDR) internalEdges.ddr++;
      else addEdge(streams, edge, index, networks);
    });
  });
  return { streams, internalEdges };
}

/** What every stream of one edge layer has in common. */
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
  const { layerInfo, layerMux } = edge;
  if (layerInfo !== undefined) addLayer(streams, layerInfo, null, shared);
  else if (layerMux !== undefined) addLeaves(streams, layerMux, shared);
}

/** A mux is taken apart again on the host: its leaves are what a user gets. */
function addLeaves(streams: StreamSummary[], mux: EdgeLayerMuxView, shared: Shared): void {
  // Nesting ends at the limit of views; how many leaves there are does not.
  mux.predecessors.forEach(({ layerInfo, layerMux }) => {
    if (streams.length >= MAX_STREAMS) return;
    if (layerInfo !== undefined) addLayer(streams, layerInfo, mux.name, shared);
    else if (layerMux !== undefined) addLeaves(streams, layerMux, shared);
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
    format: { number: format, name: FORMATS[format] ?? null },
    dataBytes: base?.dataBytes ?? 0,
    quantization: numeric === undefined ? null : quantizationOf(numeric),
    nms: nms === undefined ? null : nmsOf(nms),
    sysIndex: base?.sysIndex ?? 0,
  });
}

function shapeOf(base: EdgeLayerBaseView | undefined, padded: boolean): Shape {
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
    classes: String(nms.numberOfClasses),
    maxOutputSize: String(nms.maxOutputSize),
    bboxSize: String(nms.bboxSize),
  };
}
