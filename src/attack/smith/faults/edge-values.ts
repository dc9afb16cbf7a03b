/** Faults of an edge layer's values: name, format, stream, stream buffers. */
import { messageRecord, placeFor, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import {
  DMA_IDLE,
  edgeSys,
  isKind,
  namePeerStream,
  RECEIVED,
  readersOf,
  renumberStream,
  SENT,
  SOURCES,
} from './context-edges.js';
import { inletsOf } from './context-inputs.js';
import {
  anyLayers,
  atAny,
  isBoxes,
  isFusedPart,
  type LayerSite,
  layerSites,
  rename,
  shapedSites,
} from './edge-layers.js';
import { type Faults, needed, needing } from './fault.js';
import { above, put } from './operation-places.js';
import {
  CONNECTION,
  connectionOf,
  directionOf,
  numberAt,
  oneOf,
  operationsOf,
  someOf,
  treeEdges,
} from './places.js';

/** Buffer size for a name, including the final 0. */
const NAME_ROOM = 128;

/** Returns a name of too many bytes; some of its characters may have two bytes. */
export function longName(random: Random): string {
  const bytes = random.chance(50) ? NAME_ROOM : random.between(NAME_ROOM, 700);
  const wide = random.below(20);
  const start = `${random.bits()}/`;
  return `${start}${'ß'.repeat(wide)}${'x'.repeat(bytes - start.length - 2 * wide)}`;
}

/** Numbers of formats that no release accepts, and of formats that only later releases accept. */
const GAPS = [9, 10, 12] as const;
const LATER = [13, 14, 15, 16] as const;

export function unknownFormat(random: Random): number {
  return random.chance(40) ? random.one(GAPS) : above(random, LATER[3]);
}

/** Maximum numbers of a stream: in 8 bits, and in the hardware. */
const MOST_SYS = 255;
const MOST_HARDWARE_SYS = 31;

/**
 * Changes all references of operations to a layer's stream to other streams of the context; returns false if
 * the context has no other suitable stream.
 */
function isSilenced(random: Random, root: MessageNode, site: LayerSite): boolean {
  const sys = edgeSys(site.edge);
  const direction = directionOf(site.edge);
  const others = treeEdges(site.context)
    .filter((edge) => edge !== site.edge && directionOf(edge) === direction)
    .filter((edge) => connectionOf(edge) === connectionOf(site.edge))
    .flatMap((edge) => edgeSys(edge) ?? []);
  const inlets = inletsOf(root).filter(({ context }) => context === site.context);
  const waits = operationsOf(site.context).flatMap((operation) =>
    [SENT, RECEIVED, DMA_IDLE].flatMap((member) => messagesAt(operation, 'trigger', member)),
  );
  const spoken = [
    ...inlets.map(({ message }) => ({ message, name: 'sys_index' })),
    ...waits.map((message) => ({ message, name: 'shmifo_index' })),
  ].filter(({ message, name }) => numberAt(message, name) === sys);
  if (spoken.length > 0 && others.length === 0) return false;
  for (const slot of spoken) put(random, slot, random.one(others));
  return true;
}

const BUFFERS = 'buffer_indices';

export const EDGE_VALUE_FAULTS: Faults = {
  'edge-base-missing': needing(anyLayers, ({ random, root }) => {
    const site = oneOf(random, shapedSites(root), (one) => !isFusedPart(one));
    if (site?.base.owner === undefined) return undefined;
    site.layer.remove(site.base.owner);
    return [{ at: site.layer }];
  }),
  'edge-name-empty': needing(anyLayers, ({ random, root }) => {
    const site = someOf(random, layerSites(root));
    const at = rename(site, '');
    if (random.chance(50)) return [{ at }];
    for (const name of site.layer.fields('name')) site.layer.remove(name);
    return [{ at: site.layer }];
  }),
  'edge-name-too-long': needing(anyLayers, ({ random, root }) => {
    const site = someOf(random, layerSites(root), ({ isBoundary }) => isBoundary);
    return [{ at: rename(site, longName(random)) }];
  }),
  'edge-format-unknown': needing(anyLayers, ({ random, root }) => {
    // Lists of boxes are excluded, because other rules depend on their format.
    const site = someOf(random, shapedSites(root), (one) => !isBoxes(one));
    return [{ at: setField(site.base, 'format', unknownFormat(random)) }];
  }),
  'edge-format-newer': {
    needs: anyLayers,
    isComplete: true,
    apply: ({ random, root }) => {
      const site = someOf(random, shapedSites(root), (one) => !isBoxes(one));
      setField(site.base, 'format', random.one(LATER));
      return shapedSites(root)
        .filter(({ base }) => LATER.some((format) => format === numberAt(base, 'format')))
        .map(({ base }) => ({ severity: 'info', at: base.field('format') ?? base }));
    },
  },
  'edge-host-argmax-deprecated': {
    needs: anyLayers,
    isComplete: true,
    apply: ({ random, root }) => {
      const site = someOf(random, shapedSites(root));
      setField(site.base, 'host_argmax', random.one([1, 1, 2, 2 ** 32]));
      return shapedSites(root)
        .filter(({ base }) => numberAt(base, 'host_argmax') !== 0)
        .map(({ base }) => ({ at: base.field('host_argmax') ?? base }));
    },
  },
  'edge-sys-index-range': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const connection = connectionOf(site.edge);
      // Layers with a peer are excluded, because the peer refers to their stream.
      const isAlone = connection === CONNECTION.BOUNDARY || connection === CONNECTION.CACHE;
      if (!site.isPart && !(isAlone && isSilenced(random, root, site))) return undefined;
      const at = setField(site.base, 'sys_index', above(random, MOST_SYS));
      return [{ at }, { code: 'edge-sys-index-hw', at, related: [at] }];
    }),
  ),
  'edge-sys-index-hw': needing(anyLayers, ({ random, root }) =>
    atAny(random, shapedSites(root), (site) => {
      const sys = random.one([
        MOST_HARDWARE_SYS + 1,
        random.between(MOST_HARDWARE_SYS + 1, MOST_SYS),
        MOST_SYS,
      ]);
      if (!site.isPart) {
        const readers = isKind(site, SOURCES) ? readersOf(site) : [];
        if (connectionOf(site.edge) === CONNECTION.DDR) return undefined;
        renumberStream(random, site, sys);
        for (const { edge } of readers) namePeerStream(random, edge, sys);
      }
      return [{ at: setField(site.base, 'sys_index', sys) }];
    }),
  ),
  'edge-buffer-indices-missing': needing(anyLayers, ({ random, root }) => {
    const base = needed(oneOf(random, shapedSites(root), ({ isBoundary }) => isBoundary)?.base);
    for (const record of base.fields(BUFFERS)) base.remove(record);
    return [{ at: base }];
  }),
  'edge-buffer-indices-count': needing(anyLayers, ({ random, root }) => {
    const { base, isBoundary } = someOf(random, shapedSites(root));
    if (!isBoundary && random.chance(50)) {
      for (const record of base.fields(BUFFERS)) base.remove(record);
      return [{ at: base }];
    }
    const field = base.fieldTable(BUFFERS);
    for (let more = random.between(1, 3); more > 0; more--) {
      const record = messageRecord(field);
      setField(record.message as MessageNode, 'index', random.between(1, 15));
      base.insert(placeFor(base, field.number), record);
    }
    return [{ at: base.fields(BUFFERS)[1] as RecordNode }];
  }),
};
