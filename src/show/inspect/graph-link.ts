import type { Severity } from '../../base/diagnostics/diagnostic.js';
import { peerOf } from '../../check/rules/context/peer.js';
import {
  CONNECTION_BOUNDARY,
  CONNECTION_CACHE,
  CONNECTION_DDR,
  CONNECTION_INTERMEDIATE,
  DIRECTION_D2H,
  type EdgeFacts,
  LAYER_INFO,
  LAYER_MUX,
  LAYER_PLANES,
} from '../../check/rules/facts/edge.js';
import type { EdgeLayerBaseView } from '../../read/model/edge-layer.gen.js';
import { FORMAT_NAMES, shapeOf } from '../../read/model/streams.js';
import type { EnumSummary, Shape } from '../../read/model/summary.js';
import type { EdgeContext } from './core-op-edges.js';

const MAX_NAME = 1024;

/** Kind of a connection; `unknown` for a connection type that the schema does not have. */
export type LinkKind = 'boundary' | 'intermediate' | 'ddr' | 'cache' | 'unknown';

/** An edge layer at an end of a link. */
export interface LinkEnd {
  /** Index of the node. */
  readonly node: number;
  /** Path of the edge layer's record. */
  readonly path: string;
  /** Absolute offset of the edge layer's record. */
  readonly offset: number;
  /** Size of the edge layer's record in bytes. */
  readonly bytes: number;
  /** Name of the tensor, the mux or the image, not escaped; may be empty. */
  readonly name: string;
  /**
   * The member of the edge layer's oneof: one tensor (`info`), several tensors in one stream (`mux`), the
   * planes of an image, or no member.
   */
  readonly layer: 'info' | 'mux' | 'planes' | 'unset';
  /** Number of the stream on the device. */
  readonly sysIndex: number;
  /** Index of the layer's network in the group. */
  readonly networkIndex: number;
  /** Shape of the tensor as users see it. */
  readonly shape: Shape;
  /** Shape of the tensor on the device. */
  readonly paddedShape: Shape;
  /** Layout of the tensor's elements. */
  readonly format: EnumSummary;
  /** Size of a frame as the device transfers it: the buffer size times the number of buffers. */
  readonly transferBytes: number;
}

/** A transfer between contexts, or to and from the host. */
export interface GraphLink {
  /** Kind of the connection. */
  readonly kind: LinkKind;
  /** The edge layer that writes; null if the host writes, or if no writer was found. */
  readonly from: LinkEnd | null;
  /** The edge layer that reads; null if the host reads, or if no reader was found. */
  readonly to: LinkEnd | null;
  /** The most severe code that a rule reports for the link; null if both ends match. */
  readonly problem: string | null;
  /** Severity of `problem`; null without a problem. */
  readonly severity: Severity | null;
}

/** An edge layer with the index of its context. */
export interface OpenEnd {
  readonly edge: EdgeFacts;
  readonly context: number;
}

export interface OpenLink {
  readonly kind: LinkKind;
  readonly from: OpenEnd | undefined;
  readonly to: OpenEnd | undefined;
}

/**
 * Pairs the edge layers of a core operation, as a loader does: an input with the output that the input names
 * as its peer; for DDR, an output with the input that the output names. Each layer is in at most one link.
 */
export function linksOf(contexts: readonly EdgeContext[]): OpenLink[] {
  const links: OpenLink[] = [];
  // Outputs by context and stream, DDR inputs by context and stream, outputs to caches by the name of the
  // cache.
  const outputs = new Map<string, OpenEnd>();
  const inputs = new Map<string, OpenEnd>();
  for (const [context, { position, edges }] of contexts.entries()) {
    for (const edge of edges) {
      const isOutput = edge.direction === DIRECTION_D2H;
      if (edge.connection === CONNECTION_INTERMEDIATE && isOutput) {
        first(outputs, `${position}:${edge.sysIndex}`, { edge, context });
      } else if (edge.connection === CONNECTION_DDR && !isOutput) {
        first(inputs, `${position}:${edge.sysIndex}`, { edge, context });
      } else if (edge.connection === CONNECTION_CACHE && isOutput) {
        first(outputs, `cache ${cacheOf(edge)}`, { edge, context });
      }
    }
  }
  const paired = new Set<EdgeFacts>();
  const pair = (kind: LinkKind, from: OpenEnd, to: OpenEnd): void => {
    links.push({ kind, from, to });
    paired.add(from.edge).add(to.edge);
  };
  for (const [context, { position, edges }] of contexts.entries()) {
    for (const edge of edges) {
      const { connection, switchInfo } = edge;
      const isOutput = edge.direction === DIRECTION_D2H;
      if (switchInfo === undefined) continue;
      const peer = peerOf(switchInfo);
      if (connection === CONNECTION_INTERMEDIATE && !isOutput) {
        const source = outputs.get(`${peer.context}:${peer.sys}`);
        if (source !== undefined) pair('intermediate', source, { edge, context });
      } else if (connection === CONNECTION_DDR && isOutput) {
        // An input is paired with one output only; rules report any further output.
        const back = inputs.get(`${position}:${peer.sys}`);
        if (back !== undefined && !paired.has(back.edge)) pair('ddr', { edge, context }, back);
      } else if (connection === CONNECTION_CACHE && !isOutput) {
        const source = outputs.get(`cache ${cacheOf(edge)}`);
        if (source !== undefined) pair('cache', source, { edge, context });
      }
    }
  }
  for (const [context, { edges }] of contexts.entries()) {
    for (const edge of edges) {
      if (paired.has(edge)) continue;
      const kind = KINDS.get(edge.connection) ?? 'unknown';
      const isOutput = edge.direction === DIRECTION_D2H;
      const end = { edge, context };
      links.push({ kind, from: isOutput ? end : undefined, to: isOutput ? undefined : end });
    }
  }
  return links;
}

const KINDS: ReadonlyMap<number, LinkKind> = new Map([
  [CONNECTION_BOUNDARY, 'boundary'],
  [CONNECTION_INTERMEDIATE, 'intermediate'],
  [CONNECTION_DDR, 'ddr'],
  [CONNECTION_CACHE, 'cache'],
]);

/** Adds an end, unless the key exists: of several layers with one key, loaders use the first. */
function first(map: Map<string, OpenEnd>, key: string, end: OpenEnd): void {
  if (!map.has(key)) map.set(key, end);
}

function cacheOf(edge: EdgeFacts): number {
  return edge.view.contextSwitchInfo?.cacheId ?? 0;
}

/** Describes an edge layer. The gatherer leaves out layers whose bytes are malformed. */
export function endOf(edge: EdgeFacts, node: number): LinkEnd {
  const { path, offset, length, sysIndex = 0, networkIndex } = edge;
  const { name, layer, shape, paddedShape, format, transferBytes } = tensorOf(edge);
  // The object is built without spread, because adding a property after a spread takes V8 3 µs.
  return {
    node,
    path,
    offset,
    bytes: length,
    sysIndex,
    networkIndex,
    name,
    layer,
    shape,
    paddedShape,
    format,
    transferBytes,
  };
}

type Tensor = Pick<LinkEnd, 'name' | 'layer' | 'shape' | 'paddedShape' | 'format' | 'transferBytes'>;

const MEMBERS: ReadonlyMap<number, LinkEnd['layer']> = new Map([
  [LAYER_INFO, 'info'],
  [LAYER_MUX, 'mux'],
  [LAYER_PLANES, 'planes'],
]);

const UNSET: Tensor = tensorIn('unset', undefined, undefined, FORMAT_NAMES[0] ?? null);

export function tensorOf(edge: EdgeFacts): Tensor {
  const layer = MEMBERS.get(edge.member);
  if (layer === undefined) return UNSET;
  const { layerInfo, layerMux, layerPlanes } = edge.view;
  const base = (layerInfo ?? layerMux)?.edgeLayerBase;
  return tensorIn(
    layer,
    (layerInfo ?? layerMux ?? layerPlanes)?.name,
    base,
    FORMAT_NAMES[base?.format ?? 0] ?? null,
  );
}

function tensorIn(
  layer: LinkEnd['layer'],
  name: string | undefined,
  base: EdgeLayerBaseView | undefined,
  formatName: string | null,
): Tensor {
  return {
    name: name?.slice(0, MAX_NAME) ?? '',
    layer,
    shape: shapeOf(base, false),
    paddedShape: shapeOf(base, true),
    format: { number: base?.format ?? 0, name: formatName },
    transferBytes: (base?.coreBytesPerBuffer ?? 0) * (base?.coreBuffersPerFrame ?? 0),
  };
}
