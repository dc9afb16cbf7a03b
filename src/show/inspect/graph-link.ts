import { isProtomdlError } from '../../base/diagnostics/error.js';
import type { Severity } from '../../base/diagnostics/severity.js';
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
import { FORMATS, shapeOf } from '../../read/model/streams.js';
import type { EnumSummary, Shape } from '../../read/model/summary.js';
import type { EdgeContext } from './core-op-edges.js';

/** Text of names that is kept. */
const MAX_NAME = 1024;

/** What a link goes through; `unknown` for a connection type that the schema does not have. */
export type LinkKind = 'boundary' | 'intermediate' | 'ddr' | 'cache' | 'unknown';

/** An edge layer, as an end of a link. */
export interface LinkEnd {
  /** Index of the node. */
  readonly node: number;
  /** Of the edge layer's record. */
  readonly path: string;
  /** Absolute offset of the edge layer's record. */
  readonly offset: number;
  /** Bytes of that record. */
  readonly bytes: number;
  /** Of the tensor, the mux or the image; may be empty. Not escaped. */
  readonly name: string;
  /** Which member of its oneof is set: one tensor, several in one, planes of an image, or none. */
  readonly layer: 'info' | 'mux' | 'planes' | 'unset';
  /** Number of the stream, as the device counts them. */
  readonly sysIndex: number;
  /** Which network of the group it belongs to. */
  readonly networkIndex: number;
  /** Of the tensor as users see it. */
  readonly shape: Shape;
  /** Of the tensor as the device has it. */
  readonly paddedShape: Shape;
  /** How its elements are laid out. */
  readonly format: EnumSummary;
  /** Bytes of a frame as the device transfers them: those of a buffer times the buffers. */
  readonly transferBytes: number;
}

/** Data on its way between contexts, or to and from the host. */
export interface GraphLink {
  /** What the tensor goes through. */
  readonly kind: LinkKind;
  /** Its writer: null where that is the host, or where none is found. */
  readonly from: LinkEnd | null;
  /** Its reader. */
  readonly to: LinkEnd | null;
  /** The heaviest code that a rule reports of it; null where the ends fit. */
  readonly problem: string | null;
  /** What `problem` weighs; null where there is none. */
  readonly severity: Severity | null;
}

/** An edge layer, and in which context of those that are gone over. */
export interface OpenEnd {
  readonly edge: EdgeFacts;
  readonly context: number;
}

/** A link while the rules are asked. */
export interface OpenLink {
  readonly kind: LinkKind;
  readonly from: OpenEnd | undefined;
  readonly to: OpenEnd | undefined;
}

/**
 * Pairs the edge layers of a core operation, as a loader does: an input with the output that it names as its peer;
 * through DDR an output with the input that it names. At most one link for each layer.
 */
export function linksOf(contexts: readonly EdgeContext[]): OpenLink[] {
  const links: OpenLink[] = [];
  // Outputs by context and sys_index, inputs through DDR likewise, caches by what they are called.
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
        // An input is read back once: two outputs that name it are one too many.
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

/** Like the loader, which takes the first. */
function first(map: Map<string, OpenEnd>, key: string, end: OpenEnd): void {
  if (!map.has(key)) map.set(key, end);
}

function cacheOf(edge: EdgeFacts): number {
  try {
    return edge.view.contextSwitchInfo?.cacheId ?? 0;
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return 0;
  }
}

/** What is known of an edge layer. Where its bytes are malformed, it has no name and no shape. */
export function endOf(edge: EdgeFacts, node: number): LinkEnd {
  const { path, offset, length, sysIndex = 0, networkIndex } = edge;
  const { name, layer, shape, paddedShape, format, transferBytes } = tensorOf(edge);
  // Spelt out: what is added to an object after a spread takes V8 3 µs.
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

/** What an edge layer carries. */
type Tensor = Pick<LinkEnd, 'name' | 'layer' | 'shape' | 'paddedShape' | 'format' | 'transferBytes'>;

const MEMBERS: ReadonlyMap<number, LinkEnd['layer']> = new Map([
  [LAYER_INFO, 'info'],
  [LAYER_MUX, 'mux'],
  [LAYER_PLANES, 'planes'],
]);

const UNSET: Tensor = tensorIn('unset', undefined, undefined, FORMATS[0] ?? null);
const MALFORMED: Tensor = tensorIn('unset', undefined, undefined, null);

/** The same of what is in it. */
export function tensorOf(edge: EdgeFacts): Tensor {
  const layer = MEMBERS.get(edge.member);
  if (layer === undefined) return UNSET;
  try {
    const { layerInfo, layerMux, layerPlanes } = edge.view;
    const base = (layerInfo ?? layerMux)?.edgeLayerBase;
    return tensorIn(
      layer,
      (layerInfo ?? layerMux ?? layerPlanes)?.name,
      base,
      FORMATS[base?.format ?? 0] ?? null,
    );
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return MALFORMED;
  }
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
