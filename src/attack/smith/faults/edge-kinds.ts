/** Faults of an edge layer's type, direction, and connection. */
import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import {
  addEdges,
  DDR_OUTPUTS,
  ddrInputOf,
  type EdgeSite,
  edgeSites,
  edgeSitesIn,
  edgeSys,
  freeStream,
  hasRoom,
  isKind,
} from './context-edges.js';
import { inletsOf } from './context-inputs.js';
import { anyLayers, atAny, isWholeLayer, layersIn } from './edge-layers.js';
import { type Faults, needed, needing } from './fault.js';
import { above, put, unknownMember } from './operation-places.js';
import {
  CONNECTION,
  connectionOf,
  contentRecordOf,
  DIRECTION,
  numberAt,
  oneOf,
  someOf,
  treeContexts,
} from './places.js';
import type { FaultSpot } from './spots.js';

const TYPE = 'edge_layer_type';
const INFO = 0;
const MUX = 1;
/** Largest number of an enum, a signed 32-bit integer. */
const MOST_ENUM = 0x7fff_ffff;

/** Returns a number that is not in an enum: above a limit, or negative. */
function noneOf(random: Random, limit: number): number | bigint {
  return random.chance(15) ? -BigInt(random.one([1, 2, 2 ** 31])) : above(random, limit, MOST_ENUM);
}

function wholes(root: MessageNode): EdgeSite[] {
  return edgeSites(root).filter((site) => contentRecordOf(site.edge) !== undefined && isWholeLayer(site));
}

const CONNECTION_TYPE = 'edge_connection_type';

function connect({ edge }: EdgeSite, connection: number | bigint): FaultSpot {
  return setField(edge.field('context_switch_info')?.message as MessageNode, CONNECTION_TYPE, connection);
}

/**
 * True for the output of a tensor that makes a detour through the host's memory, if no action lets the tensor
 * in. Such an action would contradict a changed connection type.
 */
function isQuietDetour(root: MessageNode, site: EdgeSite): boolean {
  const input = isKind(site, DDR_OUTPUTS) ? ddrInputOf(site) : undefined;
  if (input === undefined) return false;
  const sys = edgeSys(input.edge);
  return !inletsOf(root).some(
    ({ context, message }) => context === site.context && numberAt(message, 'sys_index') === sys,
  );
}

/** Number of boundary layers that runtimes support. */
const MOST_STREAMS = 32;

function imageStreams(context: MessageNode): number[] {
  return edgeSitesIn(context.owner?.holder as MessageNode)
    .filter((site) => site.context === context)
    .flatMap(layersIn)
    .filter(({ isPart, mux }) => isPart && mux === undefined)
    .flatMap(({ layer }) => {
      const base = layer.field('edge_layer_base')?.message;
      return base === undefined ? [] : [numberAt(base, 'sys_index')];
    });
}

export const KIND_FAULTS: Faults = {
  'edge-unset': needing(anyLayers, ({ random, root }) => {
    const { edge } = someOf(random, wholes(root));
    const member = needed(contentRecordOf(edge));
    edge.remove(member);
    return [{ at: edge }];
  }),
  'edge-unknown-variant': needing(anyLayers, ({ random, root }) => {
    const { edge } = someOf(random, wholes(root));
    const member = needed(contentRecordOf(edge));
    const unknown = unknownMember(random);
    edge.remove(member);
    edge.insert(random.below(edge.records.length + 1), unknown);
    return [{ at: edge }, { code: 'unknown-fields', at: unknown }];
  }),
  'edge-type-mismatch': needing(anyLayers, ({ random, root }) => {
    // Other layers are excluded, because a mux that is not a boundary layer breaks another rule, and the type
    // decides if a layer is a mux.
    const site = someOf(random, wholes(root), ({ edge }) => connectionOf(edge) === CONNECTION.BOUNDARY);
    const other = site.edge.field('layer_mux') === undefined ? MUX : INFO;
    return [{ at: put(random, { message: site.edge, name: TYPE }, other) }];
  }),
  'edge-layer-type-unknown': {
    needs: anyLayers,
    isComplete: true,
    apply: ({ random, root }) => {
      const site = someOf(random, edgeSites(root), ({ edge }) => contentRecordOf(edge) !== undefined);
      const at = setField(site.edge, TYPE, noneOf(random, MUX));
      const images = edgeSites(root).filter(({ edge }) => edge.field('layer_planes') !== undefined);
      return [
        { at },
        ...images.map(({ edge }) => ({
          severity: 'warning' as const,
          at: edge.field(TYPE) ?? edge,
        })),
      ];
    },
  },
  'edge-direction-unknown': needing(anyLayers, ({ random, root }) => {
    const site = someOf(random, edgeSites(root), isWholeLayer);
    return [{ at: setField(site.edge, 'direction', noneOf(random, DIRECTION.D2H)) }];
  }),
  'edge-connection-type-unknown': {
    needs: (random) => (random.chance(30) ? { with: ['ddr'] } : anyLayers(random)),
    isComplete: true,
    apply: ({ random, root }) => {
      const detours = edgeSites(root).filter((site) => isQuietDetour(root, site));
      const detour = random.chance(50) ? undefined : oneOf(random, detours);
      const site = oneOf(random, edgeSites(root), isWholeLayer);
      const back = detour === undefined ? undefined : ddrInputOf(detour);
      if (detour !== undefined && back !== undefined) {
        for (const end of [detour, back]) connect(end, CONNECTION.CACHE);
      } else if (site !== undefined) connect(site, noneOf(random, CONNECTION.CACHE));
      const found = edgeSites(root).flatMap(({ edge }) => {
        const info = edge.field('context_switch_info')?.message;
        const connection = info === undefined ? 0 : numberAt(info, CONNECTION_TYPE);
        if (info === undefined || connection < CONNECTION.CACHE) return [];
        const severity = connection === CONNECTION.CACHE ? ('warning' as const) : ('error' as const);
        return [{ severity, at: info.field(CONNECTION_TYPE) ?? info }];
      });
      return found.length === 0 ? undefined : found;
    },
  },
  'edge-context-switch-info-missing': needing(anyLayers, ({ random, root }) => {
    const edge = oneOf(
      random,
      edgeSites(root),
      (site) => connectionOf(site.edge) === CONNECTION.BOUNDARY,
    )?.edge;
    const info = edge?.field('context_switch_info');
    if (edge === undefined || info === undefined) return undefined;
    edge.remove(info);
    return [{ at: edge }];
  }),
  'h2d-mux': needing({ with: ['mux'] }, ({ random, root }) =>
    atAny(
      random,
      edgeSites(root).filter(({ edge }) => edge.field('layer_mux') !== undefined),
      ({ coreOp, edge }) => {
        const boundary = edgeSitesIn(coreOp).filter((one) =>
          isKind(one, { connection: CONNECTION.BOUNDARY }),
        );
        if (!hasRoom(coreOp, DIRECTION.H2D) || boundary.length >= MOST_STREAMS) return undefined;
        const contexts = treeContexts(coreOp);
        const position = random.below(contexts.length);
        const context = contexts[position] as MessageNode;
        const sys = freeStream(random, context, ...imageStreams(context));
        const record = (edge.owner as RecordNode).clone();
        const copy = record.message as MessageNode;
        if (sys === undefined) return undefined;
        for (const [i, { layer, kind }] of layersIn({ coreOp, context, position, edge: copy }).entries()) {
          setField(layer, 'name', `input_mux/${random.bits()}_${i}`);
          for (const original of layer.fields('original_names')) layer.remove(original);
          const base = kind === 'planes' ? undefined : layer.field('edge_layer_base')?.message;
          if (base !== undefined) setField(base, 'sys_index', sys);
        }
        const info = copy.field('context_switch_info')?.message;
        if (info !== undefined) {
          setField(info, 'context_index', position);
          setField(info, 'context_name', `context_${position}`);
        }
        const direction = put(random, { message: copy, name: 'direction' }, DIRECTION.H2D);
        addEdges(random, context, record);
        return [{ at: direction }];
      },
    ),
  ),
};
