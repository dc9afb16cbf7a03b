/** Faults of actions on layer controllers, sequencers and streams: values out of range, or without effect. */
import { ensureMessage, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { edgeSites } from './context-edges.js';
import { anyInlet } from './context-inputs.js';
import {
  type Expected,
  type FaultNeeds,
  type Faults,
  needed,
  needing,
  type Site,
  sometimes,
} from './fault.js';
import { above, put, type Slot, slotsOf } from './operation-places.js';
import {
  actionsOf,
  actionsOfKind,
  CONNECTION,
  connectionOf,
  directionOf,
  numberAt,
  oneOf,
  operationsOf,
  preliminaryOperations,
  someOf,
  treeContexts,
  treeCoreOps,
} from './places.js';
import type { FaultSpot } from './spots.js';

const BYTE = 255;
const SIXTEEN_BITS = 0xffff;
const MOST_CLUSTER = 7;

const LCUS: FaultNeeds = { with: ['lcus'] };
const SEQUENCERS: FaultNeeds = { with: ['sequencers'], actions: 200 };

/** Raises a value of some actions above a limit. */
function range(
  limit: number,
  needs: FaultNeeds,
  slots: (root: MessageNode) => readonly Slot[],
  also: (at: FaultSpot, slot: Slot) => readonly Expected[] = () => [],
): Faults[string] {
  return {
    needs,
    apply: ({ random, root }) => {
      const slot = someOf(random, slots(root));
      const at = put(random, slot, above(random, limit));
      return [{ at }, ...also(at, slot)];
    },
  };
}

/** Mask of the bits of `initial_l3_legacy` that loaders read. */
const MOST_LEGACY = 0x7ffff;
/** Architectures in which `initial_l3_legacy` has another meaning. */
const NOT_LEGACY = [103, 104, 105];
const L3_LIMITS = [
  ['initial_l3_index', BYTE],
  ['initial_l3_offset', SIXTEEN_BITS],
] as const;

/** Chooses an action that enables a sequencer, and makes it use `initial_l3_legacy`. */
function legacyStart({ random, root, model }: Site, isThere: boolean): MessageNode | undefined {
  if (NOT_LEGACY.includes(model.hwArch) !== isThere) return undefined;
  const action = oneOf(random, actionsOfKind(root, 'enable_sequencer'));
  if (action === undefined) return undefined;
  for (const record of action.fields('initial_l3_info')) action.remove(record);
  if (random.chance(50)) put(random, { message: ensureMessage(action, 'initial_l3_info'), name: FLAG }, 0);
  return action;
}

const FLAG = 'includes_initial_l3_info';

interface NetworkSite extends Slot {
  readonly networks: number;
}

/**
 * Returns network indexes that can change without breaking further rules. Two kinds are excluded: indexes of
 * DDR layers, which must equal the index of the paired layer, and indexes of a network's only input or output
 * layer.
 */
function networkSites(root: MessageNode, several: boolean): readonly (readonly NetworkSite[])[] {
  const actions = treeCoreOps(root).flatMap((coreOp) => {
    const networks = coreOp.fields('networks_names').length;
    return [...preliminaryOperations(coreOp), ...treeContexts(coreOp).flatMap(operationsOf)]
      .flatMap(actionsOf)
      .flatMap((action) => action.field('enable_lcu')?.message ?? [])
      .map((message) => ({ message, name: 'network_index', networks }));
  });
  const all = edgeSites(root);
  const layers = all
    .filter((site) => {
      const connection = connectionOf(site.edge);
      if (connection !== CONNECTION.BOUNDARY) return connection === CONNECTION.INTERMEDIATE;
      return (
        !several ||
        all.some(
          (other) =>
            other.edge !== site.edge && stands(other.edge, site.edge) && other.coreOp === site.coreOp,
        )
      );
    })
    .map(({ edge, coreOp }) => ({
      message: edge,
      name: 'network_index',
      networks: coreOp.fields('networks_names').length,
    }));
  return [actions, layers].filter((sites) => sites.length > 0);
}

/** True if two layers have the same function for the same network. */
function stands(one: MessageNode, other: MessageNode): boolean {
  return (
    isBoundary(one) &&
    directionOf(one) === directionOf(other) &&
    numberAt(one, 'network_index') === numberAt(other, 'network_index')
  );
}

function isBoundary(edge: MessageNode): boolean {
  return connectionOf(edge) === CONNECTION.BOUNDARY;
}

export const ACTION_VALUE_FAULTS: Faults = {
  'lcu-range': range(
    BYTE,
    LCUS,
    (root) =>
      ['enable_lcu', 'disable_lcu'].flatMap((member) =>
        slotsOf(actionsOfKind(root, member), 'cluster_index', 'lcu_index'),
      ),
    (at) => [{ code: 'lcu-id-aliasing', at, related: [at] }],
  ),
  'lcu-kernel-done-address-range': range(SIXTEEN_BITS, LCUS, (root) =>
    slotsOf(actionsOfKind(root, 'enable_lcu'), 'lcu_kernel_done_address'),
  ),
  'sequencer-range': needing(SEQUENCERS, ({ random, root }) => {
    const member = random.one(['enable_sequencer', 'wait_for_seqeuncer']);
    const message = someOf(random, actionsOfKind(root, member));
    const cluster = random.chance(50) ? above(random, BYTE) : above(random, MOST_CLUSTER, BYTE);
    const at = setField(message, 'cluster_index', cluster);
    return [{ severity: cluster > BYTE ? 'error' : 'warning', at }];
  }),
  'initial-l3-range': needing(SEQUENCERS, ({ random, root }) => {
    const info = someOf(
      random,
      actionsOfKind(root, 'enable_sequencer').flatMap(
        (action) => action.field('initial_l3_info')?.message ?? [],
      ),
      (one) => numberAt(one, 'includes_initial_l3_info') !== 0,
    );
    return random
      .shuffled(L3_LIMITS)
      .slice(0, random.one([1, 1, 2]))
      .map(([name, limit]) => ({
        at: setField(info, name, above(random, limit)),
      }));
  }),
  'initial-l3-info-ignored': needing(SEQUENCERS, (site) => {
    const { random } = site;
    const action = needed(legacyStart(site, false));
    const info = ensureMessage(action, 'initial_l3_info');
    for (const [name, limit] of random.shuffled(L3_LIMITS).slice(0, random.between(1, 2))) {
      setField(info, name, random.between(1, limit));
    }
    return [{ at: info }];
  }),
  'initial-l3-legacy-bits': needing(SEQUENCERS, (site) => {
    const action = needed(legacyStart(site, false));
    return [{ at: setField(action, 'initial_l3_legacy', above(site.random, MOST_LEGACY)) }];
  }),
  'initial-l3-legacy-arch': needing(SEQUENCERS, (site) => {
    const action = needed(legacyStart(site, true));
    return [{ at: action }];
  }),
  'allow-input-range': {
    needs: sometimes(40, 'run-asap'),
    apply: ({ random, root }) => {
      const inlet = needed(anyInlet(random, root));
      const at = setField(inlet.message, 'sys_index', above(random, BYTE));
      return [{ at }, { code: 'allow-input-sys-index-unmatched', at, related: [at] }];
    },
  },
  'wait-module-range': range(BYTE, {}, (root) =>
    slotsOf(actionsOfKind(root, 'wait_for_module_config_done'), 'index'),
  ),
  'network-index-out-of-range': {
    needs: (random) => ({ with: random.chance(60) ? ['multi-network', 'lcus'] : ['multi-network'] }),
    apply: ({ random, root, model }) => {
      if (!model.features.includes('multi-network')) return undefined;
      const site = oneOf(random, oneOf(random, networkSites(root, true)) ?? []);
      if (site === undefined || site.networks === 0) return undefined;
      return [{ at: put(random, site, above(random, site.networks - 1)) }];
    },
  },
  'network-index-ignored': {
    needs: (random) => ({ with: random.chance(60) ? ['lcus'] : [], without: ['multi-network'] }),
    apply: ({ random, root, model }) => {
      if (model.features.includes('multi-network')) return undefined;
      const site = someOf(random, oneOf(random, networkSites(root, false)) ?? []);
      return [{ at: put(random, site, above(random, 0)) }];
    },
  },
  'enum-unknown': {
    needs: sometimes(40, 'run-asap'),
    apply: ({ random, root }) => {
      const inlet = needed(anyInlet(random, root));
      const at = setField(inlet.message, 'connection_type', above(random, CONNECTION.CACHE, 0x7fff_ffff));
      return [{ at }, { code: 'allow-input-connection-type', at, related: [at] }];
    },
  },
};
