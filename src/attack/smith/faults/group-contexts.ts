import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { type Expected, type Faults, needing, type Site } from './fault.js';
import {
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  sysOf,
  treeContexts,
  treeCoreOps,
  treeEdges,
  treeGroups,
} from './places.js';

/** Limits for the number of contexts: of release 4.8, of a byte, and of all releases. */
const LIMIT = 32;
const EIGHT_BITS = 255;
const ANY_RELEASE = 1021;

/** Ids of added operations and actions; generated ids are far below. */
const FREE_IDS = 0x4000_0000;

/**
 * Adds contexts, which are copies of a context that reads a tensor of an earlier context. In the copies, all
 * other layers are removed.
 * @returns all contexts of the core op; undefined if no context can be copied
 */
function addContexts(coreOp: MessageNode, total: number, random: Random): MessageNode[] | undefined {
  const contexts = treeContexts(coreOp);
  const fits = contexts.filter((context) => treeEdges(context).some(isSink) && hasRun(context));
  const template = oneOf(random, fits);
  const last = contexts.at(-1);
  if (template === undefined || last === undefined) return undefined;
  const ofGroup = coreOp.field('sorted_outputs_order') !== undefined;
  const outputs = ofGroup
    ? []
    : messagesAt(last, 'metadata').flatMap((metadata) => metadata.fields('sorted_outputs_order'));
  const slim = slimCopy(template);
  const made: RecordNode[] = [];
  for (let index = contexts.length; index < total; index++) {
    const copy = slim.clone();
    const context = copy.message as MessageNode;
    setField(context, 'context_index', index);
    for (const edge of treeEdges(context)) {
      for (const info of messagesAt(edge, 'context_switch_info')) setField(info, 'context_index', index);
    }
    const ids = FREE_IDS + 1000 * index;
    messagesAt(context, 'operations', 'trigger').forEach(
      (trigger, i) => void setField(trigger, 'unique_id', ids + i),
    );
    messagesAt(context, 'operations', 'actions').forEach(
      (action, i) => void setField(action, 'unique_id', ids + i),
    );
    made.push(copy);
  }
  // If the order of outputs is in the last context, the order moves to the new last context.
  const metadata = made.at(-1)?.message?.field('metadata')?.message;
  if (metadata !== undefined) metadata.append(...outputs.map((record) => record.clone()));
  const lastRecord = last.owner as RecordNode;
  coreOp.insert(coreOp.records.indexOf(lastRecord) + 1, ...made);
  return treeContexts(coreOp);
}

function isSink(edge: MessageNode): boolean {
  return directionOf(edge) === DIRECTION.H2D && connectionOf(edge) === CONNECTION.INTERMEDIATE;
}

function letIn(action: MessageNode): number | undefined {
  const member = action.field('allow_input_dataflow')?.message;
  return member === undefined ? undefined : numberAt(member, 'sys_index');
}

/** True if the first operation lets in a tensor of an earlier context. */
function hasRun(context: MessageNode): boolean {
  const sinks = treeEdges(context).filter(isSink).map(sysOf);
  const [first] = messagesAt(context, 'operations');
  return (
    first !== undefined && messagesAt(first, 'actions').some((action) => sinks.includes(letIn(action) ?? -1))
  );
}

/** Copies a context with only its inputs from other contexts, and the operation that lets them in. */
function slimCopy(template: MessageNode): RecordNode {
  const copy = (template.owner as RecordNode).clone();
  const context = copy.message as MessageNode;
  const sinks = treeEdges(context).filter(isSink).map(sysOf);
  const [first, ...others] = context.fields('operations');
  for (const record of others) context.remove(record);
  const operation = first?.message;
  operation?.setRecords(
    operation.records.filter(
      ({ field, message }) =>
        field?.name !== 'actions' || (message !== undefined && sinks.includes(letIn(message) ?? -1)),
    ),
  );
  for (const metadata of messagesAt(context, 'metadata')) {
    metadata.setRecords(
      metadata.records.filter(
        ({ field, message }) => field?.name === 'edge_layers' && message !== undefined && isSink(message),
      ),
    );
  }
  return copy;
}

function tooMany(least: number, most: number): Faults[string] {
  return {
    needs: (random) => ({
      groups: 1,
      contexts: random.between(2, 4),
      layouts: ['classic'],
      with: ['inter-context'],
      actions: 60,
    }),
    isComplete: true,
    apply: (site) => grown(site, site.random.between(least, most)),
  };
}

function grown({ root, random }: Site, total: number): readonly Expected[] | undefined {
  const coreOp = oneOf(random, treeCoreOps(root));
  const contexts = coreOp === undefined ? undefined : addContexts(coreOp, total, random);
  const features = root.field('included_features')?.message;
  if (contexts === undefined || features === undefined) return undefined;
  setField(features, 'number_of_contexts', total);
  const [group, ...groups] = treeGroups(root);
  if (group === undefined) return undefined;
  const found: Expected[] = [{ code: 'total-contexts-limit', at: group, related: groups }];
  const causes: MessageNode[] = [];
  for (const [code, limit] of [
    ['too-many-contexts', ANY_RELEASE],
    ['context-count-u8-wrap', EIGHT_BITS],
    ['context-count-limit', LIMIT],
  ] as const) {
    const first = contexts[limit];
    if (first === undefined) continue;
    found.push({ code, at: first, related: [...causes] });
    causes.push(first);
  }
  return found;
}

export const CONTEXT_COUNT_FAULTS: Faults = {
  'no-contexts': needing(
    {
      contexts: 1,
      layouts: ['classic'],
      // Features whose records refer to the removed layers.
      without: ['multi-network', 'run-asap', 'fused'],
    },
    ({ root, random }) => {
      // Without contexts, only the group can have a list of outputs.
      const fits = treeGroups(root).filter((group) => group.field('sorted_outputs_order') !== undefined);
      const group = someOf(random, fits);
      group.setRecords(group.records.filter(({ field }) => field?.name !== 'contexts'));
      return [{ at: group }];
    },
  ),
  'context-count-limit': tooMany(LIMIT + 1, LIMIT + 30),
  'context-count-u8-wrap': tooMany(EIGHT_BITS + 1, EIGHT_BITS + 20),
  'too-many-contexts': tooMany(ANY_RELEASE + 1, ANY_RELEASE + 10),
};
