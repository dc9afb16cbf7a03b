import { fromBinary } from '@bufbuild/protobuf';
import {
  type ProtoMDLContextMetadata,
  type ProtoMDLCoreOp,
  type ProtoMDLEdgeLayer,
  ProtoMDLEdgeLayerType,
  ProtoMDLMdlSchema,
  type ProtoMDLNetworkGroup,
  type ProtoMDLOperation,
} from '../../src/generated/mdl_pb.js';

/** Frequencies by value: [value, count], ascending. */
export type Histogram = readonly (readonly [number, number])[];
export type Counts = Readonly<Record<string, number>>;

/** Operations of a context or of a preliminary configuration, and the context's own properties. */
export interface PartProfile {
  /** Number of operations, by their number of actions. */
  readonly operations: Histogram;
  readonly triggers: Counts;
  readonly actions: Counts;
  /** Number of identities that are not greater than the previous one. */
  readonly descents: { readonly triggers: number; readonly actions: number };
  /** Number of actions that contain bytes or point to bytes, by the number of these bytes. */
  readonly blobs: Readonly<Record<string, Histogram>>;
  readonly clusterEnds: number;
  readonly orderedTriggers: number;
  /** Number of edge layers, by the result of `edgeClass`. */
  readonly edges: Counts;
  readonly sortedNames: number;
  readonly hardware: boolean;
}

export interface CoreOpProfile {
  readonly networks: number;
  readonly channels: number;
  readonly channelConfigs: number;
  readonly sortedNames: number;
  readonly fused: boolean;
  readonly preliminary: PartProfile;
  readonly contexts: readonly PartProfile[];
}

export interface GroupProfile {
  readonly layout: 'classic' | 'partial' | 'ops' | 'ops-partial';
  /** Copy of a later layout's group in the old layout, without contexts, for older loaders. */
  readonly shell: CoreOpProfile | null;
  /** Core ops, by the graph's nodes that run on the device; in layouts without a graph, a single list. */
  readonly nodes: readonly (readonly CoreOpProfile[])[];
  readonly hostNodes: number;
  readonly pads: number;
  readonly padEdges: number;
  readonly sortedNames: number;
  readonly networks: number;
}

/** Profile of a message: counts and distributions, without the message's names and bytes. */
export interface LikenessProfile {
  readonly architecture: number;
  readonly headerVersion: number;
  readonly sdkNumbers: boolean;
  readonly mappingBytes: number;
  readonly extensions: readonly number[];
  readonly optionalExtensions: readonly number[];
  readonly resources: number;
  readonly unknownFields: number;
  readonly groups: readonly GroupProfile[];
}

/** @throws the error of protobuf-es for bytes that are not a message */
export function profileOf(bytes: Uint8Array): LikenessProfile {
  const model = fromBinary(ProtoMDLMdlSchema, bytes);
  return {
    architecture: model.header?.hwArch ?? 0,
    headerVersion: Number(model.header?.version ?? 0),
    sdkNumbers: model.header?.sdkVersionNumbers !== undefined,
    mappingBytes: model.mapping.length,
    extensions: model.extensions.map(({ typeIndex }) => typeIndex),
    optionalExtensions: model.optionalExtensions.map(({ typeIndex }) => typeIndex),
    resources: model.externalResources.length,
    unknownFields: unknownFields(model),
    groups: model.networkGroups.map(groupProfile),
  };
}

function groupProfile(group: ProtoMDLNetworkGroup): GroupProfile {
  const deviceNodes = group.ops.flatMap(({ op }) => (op.case === 'coreOp' ? [op.value] : []));
  const ofGraph = group.ops.length > 0;
  const inParts = deviceNodes.some(({ partialCoreOps }) => partialCoreOps.length > 0);
  const variants = group.partialNetworkGroups.flatMap(({ networkGroup }) => networkGroup ?? []);
  const nodes = ofGraph
    ? deviceNodes.map((node) =>
        inParts ? node.partialCoreOps.flatMap(({ coreOp }) => coreOp ?? []) : [node],
      )
    : [variants.length > 0 ? variants : [group]];
  return {
    layout: ofGraph ? (inParts ? 'ops-partial' : 'ops') : variants.length > 0 ? 'partial' : 'classic',
    shell: ofGraph && group.preliminaryConfig !== undefined ? coreOpProfile(group) : null,
    nodes: nodes.map((coreOps) => coreOps.map(coreOpProfile)),
    hostNodes: group.ops.length - deviceNodes.length,
    pads: group.ops.reduce((sum, { inputPads, outputPads }) => sum + inputPads.length + outputPads.length, 0),
    padEdges: group.padEdges.length,
    sortedNames: ofGraph || variants.length > 0 ? group.sortedOutputsOrder.length : 0,
    networks: ofGraph || variants.length > 0 ? group.networksNames.length : 0,
  };
}

function coreOpProfile(coreOp: ProtoMDLCoreOp | ProtoMDLNetworkGroup): CoreOpProfile {
  const { networkGroupMetadata: metadata, preliminaryConfig, contexts } = coreOp;
  const parts = [preliminaryConfig?.operation ?? [], ...contexts.map(({ operations }) => operations)];
  return {
    networks: coreOp.networksNames.length,
    channels: metadata?.cfgChannelsCount ?? 0,
    channelConfigs: metadata?.cfgChannelsConfig.length ?? 0,
    sortedNames: coreOp.sortedOutputsOrder.length,
    fused: coreOp.fusedLayersMetadata !== undefined,
    preliminary: partProfile(parts[0]!, undefined),
    contexts: contexts.map(({ operations: own, metadata: about }) => partProfile(own, about)),
  };
}

function partProfile(
  operations: readonly ProtoMDLOperation[],
  metadata: ProtoMDLContextMetadata | undefined,
): PartProfile {
  const actions = operations.flatMap((operation) => operation.actions);
  const blobs = new Map<string, number[]>();
  for (const { action } of actions) {
    const { case: kind = '', value } = action;
    const size = value !== undefined && ('data' in value ? value.data.length : 'size' in value && value.size);
    if (typeof size === 'number') blobs.set(kind, [...(blobs.get(kind) ?? []), size]);
  }
  return {
    operations: histogram(operations.map((operation) => operation.actions.length)),
    triggers: counts(operations.map(({ trigger }) => trigger?.trigger.case ?? 'unset')),
    actions: counts(actions.map(({ action }) => action.case ?? 'unset')),
    descents: {
      triggers: descents(operations.map(({ trigger }) => trigger?.uniqueId ?? 0)),
      actions: descents(actions.map(({ uniqueId }) => uniqueId)),
    },
    blobs: Object.fromEntries([...blobs].sort(byName).map(([kind, sizes]) => [kind, histogram(sizes)])),
    clusterEnds: metadata?.clusterEndGuarantee.length ?? 0,
    orderedTriggers: metadata?.triggerOrder.length ?? 0,
    edges: counts((metadata?.edgeLayers ?? []).map(edgeClass)),
    sortedNames: metadata?.sortedOutputsOrder.length ?? 0,
    hardware: metadata?.hwPackageInfo !== undefined,
  };
}

/** Returns the class of an edge layer: direction, connection, predecessors, scales, original names, boxes. */
function edgeClass({ direction, edgeLayerType, edge, contextSwitchInfo }: ProtoMDLEdgeLayer): string {
  const isMux = edgeLayerType === ProtoMDLEdgeLayerType.PROTO__EDGE_LAYER_TYPE__MUX;
  const predecessors = isMux && edge.case === 'layerMux' ? edge.value.predecessors.length : 0;
  const info = edge.case === 'layerInfo' ? edge.value : undefined;
  const originals =
    edge.case === 'layerInfo' || edge.case === 'layerMux' ? edge.value.originalNames.length : 0;
  return [
    direction,
    contextSwitchInfo?.edgeConnectionType ?? 0,
    predecessors,
    info?.numericInfo?.qpScales.length ?? 0,
    originals,
    info?.edgeLayerBase?.additionalInfo === undefined ? 0 : 1,
  ].join(' ');
}

/** Returns the number of fields that the schema does not have, at any depth. */
function unknownFields(message: object): number {
  let fields = '$unknown' in message ? ((message.$unknown as unknown[] | undefined)?.length ?? 0) : 0;
  for (const value of Object.values(message)) {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    fields += unknownFields(value);
  }
  return fields;
}

function descents(ids: readonly number[]): number {
  return ids.filter((id, i) => i > 0 && id <= ids[i - 1]!).length;
}

function counts(kinds: readonly string[]): Counts {
  const found = new Map<string, number>();
  for (const kind of kinds) found.set(kind, (found.get(kind) ?? 0) + 1);
  return Object.fromEntries([...found].sort(byName));
}

function histogram(values: readonly number[]): Histogram {
  const found = new Map<number, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found].sort(([a], [b]) => a - b);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
