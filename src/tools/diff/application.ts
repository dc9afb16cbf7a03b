import { enumByName, enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import { unclosed } from '../../base/source/unclosed.js';
import { HEEDED_OPTIONAL } from '../../check/rules/facts/features.js';
import { type CoreOp, coreOpsOf } from '../../read/model/core-ops.js';
import type { List } from '../../read/model/list.js';
import type {
  EdgeLayerInfoView,
  EdgeLayerNumericInfoView,
  EdgeLayerView,
  EdgeView,
  MdlView,
  NetworkGroupView,
  NmsInfoView,
  PadView,
} from '../../read/model/mdl.gen.js';
import { openModel } from '../../read/model/open.js';
import { readable, take } from '../../read/model/readable.js';
import { FORMATS } from '../../read/model/streams.js';

/** What an application feeds or gets. Texts are what it would notice a change of. */
export interface AppStream {
  readonly direction: 'input' | 'output';
  readonly name: string;
  readonly network: string;
  readonly shape: string;
  readonly format: string;
  readonly quantization: string;
  /** Parameters of post-processing; empty where there is none. */
  readonly nms: string;
  readonly path: string;
}

/** A network group as applications see it. */
export interface AppGroup {
  readonly name: string;
  readonly networks: readonly string[];
  readonly streams: readonly AppStream[];
  readonly outputOrder: readonly string[];
}

/** A file as applications see it. */
export interface Application {
  readonly architecture: string;
  readonly groups: readonly AppGroup[];
  /** Features that readers must know, those that they may know, and flags of old files. */
  readonly extensions: readonly string[];
  /** Those that loaders heed. */
  readonly optionalExtensions: readonly string[];
  readonly features: readonly string[];
  /** What could not be read. */
  readonly problems: readonly string[];
}

/** Names, groups and streams that are looked at; hardware has 32 streams a context. */
const MAX_STREAMS = 4096;
const MAX_GROUPS = 256;
const MAX_NAMES = 4096;

/** Reads what an application would notice. The source stays open. */
export async function readApplication(
  source: Source,
  framing: 'auto' | 'bare' | 'framed',
): Promise<Application> {
  const { root } = await openModel(unclosed(source), { framing });
  const problems: string[] = [];
  const groups: AppGroup[] = [];
  readable(problems, undefined, () => {
    for (const group of root.networkGroups) {
      if (groups.length >= MAX_GROUPS) break;
      groups.push(groupOf(group, problems));
    }
  });
  return {
    architecture: readable(problems, '', () => named('ProtoMDLHwArch', root.header?.hwArch ?? 0)),
    groups,
    extensions: readable(problems, [], () => extensionsOf(root.extensions)),
    optionalExtensions: readable(problems, [], () => extensionsOf(heeded(root.optionalExtensions))),
    features: readable(problems, [], () => featuresOf(root)),
    problems: [...new Set(problems)],
  };
}

function groupOf(group: NetworkGroupView, problems: string[]): AppGroup {
  const names = [group.networkGroupName, readable(problems, '', () => nameOf(group))];
  const networks = new Set<string>();
  const streams = new Map<string, AppStream>();
  const order = new Set<string>();
  const put = (stream: AppStream): void => {
    // Of the same stream in several layouts the first counts.
    const key = `${stream.direction} ${stream.name}`;
    if (streams.size < MAX_STREAMS && !streams.has(key)) streams.set(key, stream);
  };
  readable(problems, undefined, () => {
    for (const op of coreOpsOf(group)) {
      names.push(nameOf(op));
      const own = take(op.networksNames, MAX_NAMES);
      for (const name of own) networks.add(name);
      putStreams(op, own, put);
      for (const name of orderOf(op)) order.add(name);
    }
  });
  readable(problems, undefined, () => putPads(group, put));
  return {
    name: names.find((name) => name !== '') ?? '',
    networks: [...networks],
    streams: [...streams.values()],
    outputOrder: [...order],
  };
}

function nameOf({ networkGroupMetadata }: CoreOp): string {
  return networkGroupMetadata?.networkGroupName ?? '';
}

/** The order in which applications get outputs: of fused layers, of the group, or of its last context. */
function orderOf(op: CoreOp): string[] {
  const fused = op.fusedLayersMetadata;
  if (fused?.networkHasFusedLayers === true) return take(fused.updatedSortedOutputNames, MAX_NAMES);
  const own = take(op.sortedOutputsOrder, MAX_NAMES);
  if (own.length > 0) return own;
  let last: string[] = [];
  op.contexts.forEach(({ metadata }) => {
    const names = metadata === undefined ? [] : take(metadata.sortedOutputsOrder, MAX_NAMES);
    if (names.length > 0) last = names;
  });
  return last;
}

function putStreams(op: CoreOp, networks: readonly string[], put: (stream: AppStream) => void): void {
  op.contexts.forEach(({ metadata }) => {
    metadata?.edgeLayers.forEach((edge) => {
      // Others connect contexts, or are caches: no user sees them.
      if ((edge.contextSwitchInfo?.edgeConnectionType ?? 0) !== 0) return;
      const direction = edge.direction === 1 ? 'output' : 'input';
      const network = networks[edge.networkIndex] ?? '';
      leaves(edge, (layer) => put(layerStream(layer, direction, network)));
    });
  });
  op.fusedLayersMetadata?.fusedLayers.forEach(({ layerInfo }) => {
    if (layerInfo !== undefined) put(layerStream(layerInfo, 'output', ''));
  });
}

/** A mux is taken apart on the host, and planes are put together there: leaves are what applications have. */
function leaves(
  { layerInfo, layerMux, layerPlanes }: EdgeLayerView | EdgeView,
  take: (layer: EdgeLayerInfoView) => void,
): void {
  const parts: List<EdgeView> | undefined = layerMux?.predecessors ?? layerPlanes?.planes;
  if (layerInfo !== undefined) take(layerInfo);
  else for (const part of parts ?? []) leaves(part, take);
}

function layerStream(
  layer: EdgeLayerInfoView,
  direction: AppStream['direction'],
  network: string,
): AppStream {
  const base = layer.edgeLayerBase;
  const format = base?.format ?? 0;
  const nms = base?.additionalInfo?.nmsInfo;
  return {
    direction,
    name: layer.name,
    network,
    shape: `${base?.height ?? 0}x${base?.width ?? 0}x${base?.features ?? 0}`,
    format: `${FORMATS[format] ?? `format ${format}`}, ${base?.dataBytes ?? 0} byte${base?.dataBytes === 1 ? '' : 's'}`,
    quantization: quantizationOf(layer.numericInfo),
    nms: nms === undefined ? '' : nmsOf(nms),
    path: layer.path,
  };
}

/** Pads of a graph that no edge leads to or from inside of it. */
function putPads(group: NetworkGroupView, put: (stream: AppStream) => void): void {
  const [sources, targets] = [new Set<number>(), new Set<number>()];
  group.padEdges.forEach(({ src, dst }) => {
    sources.add(src);
    targets.add(dst);
  });
  group.ops.forEach(({ inputPads, outputPads }) => {
    inputPads.forEach((pad) => {
      if (!targets.has(pad.index)) put(padStream(pad, 'input'));
    });
    outputPads.forEach((pad) => {
      if (!sources.has(pad.index)) put(padStream(pad, 'output'));
    });
  });
}

function padStream(pad: PadView, direction: AppStream['direction']): AppStream {
  const { tensorShape: shape, nmsShape: nms } = pad;
  const order = named('ProtoMDLFormatOrder', pad.formatOrder).replace('PROTO__FORMAT__ORDER__', '');
  const type = named('ProtoMDLDataType', pad.dataBytes).replace('PROTO__', '');
  return {
    direction,
    name: pad.name,
    network: '',
    shape: shape === undefined ? '' : `${shape.height}x${shape.width}x${shape.features}`,
    format: `${order}, ${type}`,
    quantization: quantizationOf(pad.numericInfo),
    nms:
      nms === undefined
        ? ''
        : `${nms.numberOfClasses} classes, ${nms.maxBboxesPerClass} boxes a class, boxes of ${nms.bboxSize}`,
    path: pad.path,
  };
}

function quantizationOf(info: EdgeLayerNumericInfoView | undefined): string {
  if (info === undefined) return '';
  const each = (list: List<number>): string =>
    list.length === 0 ? '' : ` [${take(list, MAX_NAMES).join(' ')}]`;
  const { qpScale, qpZp, limvalsMin, limvalsMax, qpScales, qpZps } = info;
  return `scale ${qpScale}${each(qpScales)}, zero point ${qpZp}${each(qpZps)}, limits ${limvalsMin} to ${limvalsMax}`;
}

function nmsOf(nms: NmsInfoView): string {
  return `${nms.numberOfClasses} classes, ${nms.maxOutputSize} boxes a class, boxes of ${nms.bboxSize} bytes`;
}

function named(typeName: string, number: number): string {
  const table = enumByName(MDL, typeName);
  return (table && enumValueName(table, number)) ?? String(number);
}

type Extension = { readonly typeIndex: number };

function* heeded(list: Iterable<Extension>): Generator<Extension> {
  for (const one of list) if (HEEDED_OPTIONAL.includes(one.typeIndex)) yield one;
}

function extensionsOf(list: Iterable<Extension>): string[] {
  return take(list, MAX_NAMES).map(({ typeIndex }) => named('ProtoMDLExtensionType', typeIndex));
}

/** Flags of old files, which go by them. */
function featuresOf(root: MdlView): string[] {
  const features = root.includedFeatures;
  return (features?.view.table.fields ?? []).flatMap(({ number, name }) => {
    const value = features?.view.get(number);
    return value === true || (typeof value === 'number' && value > 0) ? [name] : [];
  });
}
