/** Faults of streams that operations let in, or that operations wait for. */
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { DMA_IDLE, edgeStreams, edgeSys, knowsStreams, RECEIVED, SENT } from './context-edges.js';
import { type Expected, type Faults, needed, type Site, sometimes } from './fault.js';
import {
  choose,
  contextScopes,
  freeId,
  laterOperations,
  newAction,
  type OperationScope,
  otherThan,
  put,
  scopesOf,
} from './operation-places.js';
import {
  actionsOf,
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  treeContexts,
  treeEdges,
} from './places.js';
import type { FaultSpot } from './spots.js';

const ALLOW = 'allow_input_dataflow';
const MOST_SYS = 255;

/** An action that lets a stream in, with the context of the stream. */
interface Inlet {
  readonly scope: OperationScope;
  readonly message: MessageNode;
  readonly context: MessageNode;
}

/** Returns all inlets of a model. Inlets of a preliminary configuration belong to the first context. */
export function inletsOf(root: MessageNode): Inlet[] {
  return scopesOf(root).flatMap((scope) => {
    const context = treeContexts(scope.coreOp)[Math.max(0, scope.position)];
    if (context === undefined) return [];
    return scope.operations
      .flatMap(actionsOf)
      .flatMap((action) => action.field(ALLOW)?.message ?? [])
      .map((message) => ({ scope, message, context }));
  });
}

function isInlet(action: MessageNode): boolean {
  return action.field(ALLOW) !== undefined;
}

function hasInlet({ operations }: OperationScope): boolean {
  return operations.flatMap(actionsOf).some(isInlet);
}

function noInlet({ holder, operations }: OperationScope): readonly Expected[] {
  for (const action of operations.flatMap(actionsOf)) if (isInlet(action)) choose(action, 'none');
  return [{ code: 'allow-input-runs', at: holder }];
}

/** Adds inlets of the same streams in other rows, or splits rows by actions without an effect. */
function moreInlets({ random, root }: Site, { operations }: OperationScope): readonly Expected[] | undefined {
  const there = operations.flatMap(actionsOf).filter(isInlet);
  let id = freeId(root, random);
  for (let more = random.between(1, 3); more > 0; more--) {
    const operation = random.one(operations);
    const at = random.below(operation.records.length + 1);
    // The place is after the trigger, because encoders write the trigger before the actions.
    const index = Math.max(at, operation.fields('trigger').length);
    const { message } = random.one(there).field(ALLOW) as RecordNode;
    const values = {
      sys_index: numberAt(message as MessageNode, 'sys_index'),
      connection_type: numberAt(message as MessageNode, 'connection_type'),
    };
    const added = random.chance(70)
      ? newAction(operation, id++, ALLOW, values)
      : newAction(operation, id++, 'none');
    operation.insert(index, added);
  }
  const [first, ...others] = rowsOf(operations);
  if (first === undefined || others.length === 0) return undefined;
  return [{ code: 'allow-input-runs', at: first, related: others }];
}

/**
 * Returns the first inlet of each row of inlets. Any other action ends a row, and the end of an operation
 * ends a row.
 */
function rowsOf(operations: readonly MessageNode[]): MessageNode[] {
  return operations.flatMap((operation) => {
    const actions = actionsOf(operation);
    return actions.filter((action, i) => {
      const before = actions[i - 1];
      return isInlet(action) && (before === undefined || !isInlet(before));
    });
  });
}

/** Returns an inlet; preliminary configurations and contexts are equally likely. */
export function anyInlet(random: Site['random'], root: MessageNode): Inlet | undefined {
  const inlets = inletsOf(root).filter(({ scope }) => knowsStreams(scope.coreOp));
  const early = inlets.filter(({ scope }) => scope.position < 0);
  const others = inlets.filter(({ scope }) => scope.position >= 0);
  return oneOf(random, early.length > 0 && random.chance(50) ? early : others);
}

export const INPUT_FAULTS: Faults = {
  'allow-input-runs': (site) => {
    const scope = someOf(site.random, contextScopes(site.root), hasInlet);
    return site.random.chance(30) ? noInlet(scope) : moreInlets(site, scope);
  },
  'allow-input-sys-index-unmatched': {
    needs: sometimes(40, 'run-asap'),
    apply: ({ random, root }) => {
      const { message, context } = needed(anyInlet(random, root));
      const inputs = edgeStreams(context, DIRECTION.H2D);
      const outputs = edgeStreams(context, DIRECTION.D2H).filter((sys) => !inputs.includes(sys));
      const sys = needed(random.chance(50) ? oneOf(random, outputs) : otherThan(random, inputs, MOST_SYS));
      return [{ at: put(random, { message, name: 'sys_index' }, sys) }];
    },
  },
  'allow-input-connection-type': {
    needs: sometimes(40, 'run-asap'),
    apply: ({ random, root }) => {
      const { message, context } = needed(anyInlet(random, root));
      const sys = numberAt(message, 'sys_index');
      const edge = needed(
        treeEdges(context).find((one) => directionOf(one) === DIRECTION.H2D && edgeSys(one) === sys),
      );
      const connection = otherThan(random, [connectionOf(edge)], CONNECTION.CACHE) as number;
      return [{ at: put(random, { message, name: 'connection_type' }, connection) }];
    },
  },
  'trigger-shmifo-unmatched': (site) => {
    const { random, root } = site;
    const scope = someOf(
      random,
      contextScopes(root),
      (one) => laterOperations(one).length > 0 && knowsStreams(one.coreOp),
    );
    const trigger = needed(random.one(laterOperations(scope)).field('trigger')?.message);
    const isReceived = trigger.field(RECEIVED) !== undefined;
    const streams = edgeStreams(scope.holder, isReceived ? DIRECTION.H2D : DIRECTION.D2H);
    const across = edgeStreams(scope.holder).filter((sys) => !streams.includes(sys));
    const sys = needed(random.chance(50) ? oneOf(random, across) : otherThan(random, streams, MOST_SYS));
    const member = isReceived ? RECEIVED : random.one([SENT, DMA_IDLE]);
    const message = choose(trigger, member).message as MessageNode;
    const at: FaultSpot = put(random, { message, name: 'shmifo_index' }, sys);
    return [{ at }];
  },
};
