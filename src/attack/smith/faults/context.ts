/** Faults of contexts: missing content, too many elements, names, and streams. */
import { ensureMessage, messageRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import {
  addEdges,
  baseOf,
  type EdgeSite,
  edgeSites,
  edgeSitesIn,
  edgeSys,
  isKind,
  renumberStream,
  switchOf,
  twinOf,
} from './context-edges.js';
import { freshNames } from './context-peers.js';
import { type Expected, type Faults, needed, needing, type Site } from './fault.js';
import {
  above,
  contextScopes,
  freeId,
  newAction,
  newOperation,
  type OperationScope,
  otherThan,
  placeAmong,
  put,
} from './operation-places.js';
import {
  allContexts,
  CONNECTION,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  treeContexts,
  treeCoreOps,
  treeEdges,
  treeGroups,
} from './places.js';
import type { FaultSpot } from './spots.js';

/** Largest number of operations and edge layers that loaders support. */
const MOST = 255;
/** Limit of old releases for the sum of contexts and groups; a larger sum would cause a further finding. */
const CONTEXTS_LIMIT = 32;
const DUAL_DIRECTION = 20;

/**
 * Adds a context to the end of a core op with several contexts. The new context lets in one stream, and has
 * no metadata.
 */
function addContext({ random, root }: Site): MessageNode | undefined {
  const coreOp = oneOf(
    random,
    treeCoreOps(root),
    (one) => saysItsOutputs(one) && treeContexts(one).length > 1,
  );
  if (coreOp === undefined || allContexts(root).length + treeGroups(root).length === CONTEXTS_LIMIT)
    return undefined;
  const contexts = treeContexts(coreOp);
  const most = Math.max(...treeCoreOps(root).map((one) => treeContexts(one).length));
  const record = messageRecord(coreOp.fieldTable('contexts'));
  const context = record.message as MessageNode;
  setField(context, 'context_index', contexts.length);
  const scope: OperationScope = {
    coreOp,
    position: contexts.length,
    holder: context,
    list: 'operations',
    operations: [],
  };
  const id = freeId(root, random);
  const operation = newOperation(scope, id);
  operation.message?.append(
    newAction(operation.message, id, 'allow_input_dataflow', { sys_index: random.below(32) }),
  );
  context.append(operation);
  const last = contexts.at(-1)?.owner;
  if (last === undefined) return undefined;
  coreOp.insert(coreOp.records.indexOf(last) + 1, record);
  const flags = root.field('included_features')?.message;
  if (contexts.length === most && flags !== undefined && numberAt(flags, 'number_of_contexts') === most) {
    setField(flags, 'number_of_contexts', most + 1);
  }
  return context;
}

/** True if loaders do not take the order of outputs from the last context. */
function saysItsOutputs(coreOp: MessageNode): boolean {
  return (
    coreOp.field('sorted_outputs_order') !== undefined ||
    numberAt(coreOp, 'fused_layers_metadata', 'network_has_fused_layers') !== 0
  );
}

/** Maximum number of related places in a finding, because a reader cannot check thousands. */
const MOST_RELATED = 16;
/** Number of boundary layers that runtimes support. */
const STREAMS = 32;

/**
 * Makes a finding about a set of messages, located at the first message. The causes and the other messages
 * are the related places.
 */
function found(code: string, set: readonly MessageNode[], causes: readonly FaultSpot[] = []): Expected {
  const [first, ...others] = set;
  return { code, at: first as MessageNode, related: [...causes, ...others.slice(0, MOST_RELATED)] };
}

/**
 * Returns pairs of layers in one context whose second layer may get the stream of the first layer. The second
 * layer is a boundary layer, because other contexts do not refer to its stream. Two inputs are both boundary
 * layers, because the action that lets the stream in states the connection type.
 */
function pairsOf(
  root: MessageNode,
  fits: (one: EdgeSite, other: EdgeSite) => boolean,
): [EdgeSite, EdgeSite][] {
  const sites = edgeSites(root).filter(({ edge }) => edgeSys(edge) !== undefined);
  const boundary = sites.filter((site) => isKind(site, { connection: CONNECTION.BOUNDARY }));
  return boundary.flatMap((changed) =>
    sites
      .filter((kept) => kept.context === changed.context && kept.edge !== changed.edge && fits(kept, changed))
      .filter(
        (kept) =>
          directionOf(kept.edge) !== directionOf(changed.edge) ||
          directionOf(kept.edge) === DIRECTION.D2H ||
          isKind(kept, { connection: CONNECTION.BOUNDARY }),
      )
      .map((kept): [EdgeSite, EdgeSite] => [kept, changed]),
  );
}

function inContextOrder(one: EdgeSite, other: EdgeSite): readonly MessageNode[] {
  return treeEdges(one.context).filter((edge) => edge === one.edge || edge === other.edge);
}

export const CONTEXT_FAULTS: Faults = {
  'context-index-mismatch': ({ random, root }) => {
    const { holder, coreOp, position } = someOf(random, contextScopes(root));
    const near = otherThan(random, [position], treeContexts(coreOp).length) as number;
    const index = random.chance(70) ? near : above(random, position);
    return [{ at: put(random, { message: holder, name: 'context_index' }, index) }];
  },
  'context-metadata-missing': (site) => {
    const context = needed(addContext(site));
    return [{ at: context }, { code: 'context-no-edge-layers', at: context, related: [context] }];
  },
  'context-no-edge-layers': (site) => {
    const context = needed(addContext(site));
    const metadata = ensureMessage(context, 'metadata');
    if (site.random.chance(30)) setField(ensureMessage(metadata, 'hw_package_info'), 'axi_width', 64);
    return [{ at: metadata }];
  },
  'context-edge-layer-count': ({ random, root }) => {
    const input = someOf(
      random,
      edgeSites(root),
      (site) =>
        isKind(site, { connection: CONNECTION.BOUNDARY, direction: DIRECTION.H2D }) &&
        baseOf(site.edge) !== undefined,
    );
    const { coreOp, context, position } = input;
    const sys = edgeSys(input.edge) ?? 0;
    const count = MOST + 1 - treeEdges(context).length + random.one([0, 0, 1, 30]);
    const names = freshNames(root);
    const twins = Array.from({ length: count }, () => twinOf(random, input, position, sys, names()));
    addEdges(random, context, ...twins.flatMap((twin) => twin ?? []));
    const all = edgeSitesIn(coreOp);
    const edges = (sites: readonly EdgeSite[]): readonly MessageNode[] => sites.map(({ edge }) => edge);
    const isInput = (site: EdgeSite): boolean => isKind(site, { direction: DIRECTION.H2D });
    const same = edges(
      all.filter((site) => site.context === context && isInput(site) && edgeSys(site.edge) === sys),
    );
    const boundary = edges(all.filter((site) => isKind(site, { connection: CONNECTION.BOUNDARY })));
    const inputs = edges(all.filter(isInput));
    const metadata = ensureMessage(context, 'metadata');
    const [surplus, ...more] = boundary.slice(STREAMS);
    return [
      { at: metadata },
      found('sys-index-duplicate', same, [metadata]),
      found('streams-limit', [surplus as MessageNode, ...more]),
      found('dma-channel-budget', inputs, [surplus as MessageNode]),
    ];
  },
  'context-operation-count': ({ random, root }) => {
    const scope = someOf(random, contextScopes(root));
    const count = Math.max(1, MOST + 1 - scope.operations.length) + random.one([0, 0, 1, 50]);
    const id = freeId(root, random);
    const more = Array.from({ length: count }, (_, i) => {
      const operation = newOperation(scope, id + i);
      operation.message?.append(newAction(operation.message, id + i, 'none'));
      return operation;
    });
    scope.holder.insert(placeAmong(random, scope), ...more);
    return [{ at: scope.holder }];
  },
  'sys-index-duplicate': ({ random, root }) => {
    const pairs = pairsOf(root, (one, other) => directionOf(one.edge) === directionOf(other.edge));
    const pair = someOf(random, pairs);
    const [kept, changed] = pair;
    renumberStream(random, changed, edgeSys(kept.edge) ?? 0);
    return [found('sys-index-duplicate', inContextOrder(kept, changed))];
  },
  'sys-index-cross-direction': ({ random, root, model }) => {
    const pairs = pairsOf(root, (one, other) => directionOf(one.edge) !== directionOf(other.edge));
    const pair = someOf(random, pairs);
    const [kept, changed] = pair;
    renumberStream(random, changed, edgeSys(kept.edge) ?? 0);
    const severity = model.extensions.includes(DUAL_DIRECTION) ? 'info' : 'warning';
    return [{ ...found('sys-index-cross-direction', inContextOrder(kept, changed)), severity }];
  },
  'context-switch-info-context-index': ({ random, root }) => {
    const { edge, coreOp, position } = someOf(random, edgeSites(root));
    const near = otherThan(random, [position], treeContexts(coreOp).length) as number;
    const index = random.chance(70) ? near : above(random, position);
    return [{ at: put(random, { message: switchOf(edge), name: 'context_index' }, index) }];
  },
  'shmiglue-deprecated': needing({ without: ['shmiglue'] }, ({ random, root }) => {
    const metadata = someOf(
      random,
      allContexts(root).flatMap((context) => messagesAt(context, 'metadata')),
    );
    const glue = ensureMessage(metadata, 'shmiglue_info');
    const isUsed = random.chance(50);
    const index = random.one([0, 0, 1, 31]);
    if (isUsed) setField(glue, 'should_use_shmiglue', true);
    if (index > 0) setField(glue, 'shmiglue_index', index);
    const severity = isUsed || index > 0 ? 'warning' : 'info';
    return [{ severity, at: glue }];
  }),
};
