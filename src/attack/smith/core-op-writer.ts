import { Random } from '../random.js';
import { Ids } from './action-writer.js';
import { contextName, writeEdge, writeLayer, writeNms } from './edge-writer.js';
import type { Blobs, Noise } from './filling.js';
import { type ContextPlan, type CoreOpPlan, inputsOf, outputsOf } from './group-plan.js';
import type { MessageSink } from './message-sink.js';
import type { ModelPlan } from './model-plan.js';
import { type OperationsOrder, OperationsWriter, type WordPlaces } from './operation-writer.js';
import { SEQUENCE } from './settings.js';
import type { Shares } from './shares.js';
import { type Trigger, TriggerSmith, writeTrigger } from './trigger-writer.js';

export interface WritingState {
  readonly plan: ModelPlan;
  readonly noise: Noise;
  readonly blobs: Blobs;
  readonly places: WordPlaces;
  readonly shares: Shares;
  readonly tally: { actions: number; operations: number };
}

/**
 * Writes the fields of a core op, which are the same in a group, in a variant of a group and in a node of a
 * graph: metadata, preliminary configuration, contexts, names. Yields whenever the caller can take output.
 */
export function* writeCoreOp(sink: MessageSink, coreOp: CoreOpPlan, state: WritingState): Iterable<void> {
  const ids = new Ids();
  sink.write((writer) => {
    writer.begin(1).text(1, coreOp.name).scalar(2, coreOp.groupIndex).flag(3, coreOp.transposed);
    if (coreOp.fps !== 0) writer.double(4, coreOp.fps);
    writer.scalar(5, coreOp.channels);
    if (coreOp.latency !== 0) writer.double(6, coreOp.latency);
    for (const { channel, engine } of coreOp.channelConfig) {
      writer.begin(7).scalar(1, channel).scalar(2, engine).end();
    }
    writer.scalar(8, coreOp.computationalOps).end();
  });
  yield* writePreliminary(sink, coreOp, ids, state);
  for (const context of coreOp.contexts) yield* writeContext(sink, coreOp, context, ids, state);
  sink.write((writer) => {
    for (const name of coreOp.sorted) writer.string(4, name);
    const { fused } = coreOp;
    if (fused !== undefined) {
      writer.begin(5).flag(1, fused.flag);
      for (const name of fused.outputs) writer.string(2, name);
      for (const { whole, parts } of fused.layers) {
        writer.begin(3);
        writeLayer(writer, 1, whole, 0);
        for (const name of parts) writer.string(2, name);
        if (whole.nms !== undefined) writeNms(writer, 3, whole.nms);
        writer.end();
      }
      writer.end();
    }
    for (const name of coreOp.listedNetworks) writer.string(6, name);
  });
  state.tally.actions += ids.action;
  state.tally.operations += ids.trigger;
}

function* writePreliminary(
  sink: MessageSink,
  coreOp: CoreOpPlan,
  ids: Ids,
  state: WritingState,
): Iterable<void> {
  const { plan } = state;
  sink.open(2);
  const order: OperationsOrder = {
    ...surroundings(coreOp, ids, state, 0),
    // Devices on Ethernet do not support sequencers in the preliminary configuration.
    sequencers: !plan.settings.ethernet,
    field: 1,
    inputs: coreOp.early,
    triggers: undefined,
  };
  yield* new OperationsWriter(sink, order).write();
  sink.close();
}

function* writeContext(
  sink: MessageSink,
  coreOp: CoreOpPlan,
  context: ContextPlan,
  ids: Ids,
  state: WritingState,
): Iterable<void> {
  sink.open(3);
  sink.write((writer) => writer.scalar(1, context.index));
  const around = surroundings(coreOp, ids, state, context.index + 1);
  const [inputs, outputs] = [inputsOf(context.edges), outputsOf(context.edges)];
  const order: OperationsOrder = {
    ...around,
    sequencers: true,
    field: 2,
    inputs: context.inputs,
    triggers: new TriggerSmith(around.random, coreOp.uses, ids, inputs, outputs),
  };
  const operations = new OperationsWriter(sink, order);
  yield* operations.write();
  writeMetadata(sink, context, operations.triggers, around.random);
  sink.close();
  yield;
}

function surroundings(coreOp: CoreOpPlan, ids: Ids, state: WritingState, part: number) {
  const { plan, noise, blobs, places, shares } = state;
  return {
    random: Random.of(plan.settings.seed, SEQUENCE.operations, coreOp.position, part),
    uses: coreOp.uses,
    noise,
    ids,
    networks: plan.severalNetworks ? coreOp.networks.length : 1,
    legacyL3: plan.legacyL3,
    loadsOn: plan.settings.loadsOn,
    share: shares.next(part === 0),
    blobs,
    places,
    channels: coreOp.channels,
  };
}

function writeMetadata(
  sink: MessageSink,
  context: ContextPlan,
  triggers: readonly Trigger[],
  random: Random,
): void {
  sink.write((writer) => {
    writer.begin(3).text(1, context.name === '' ? '' : contextName(context.index));
    for (const edge of context.edges) writeEdge(writer, edge);
    if (context.clusterEnds) {
      for (const [cluster, trigger] of triggers.slice(0, 8).entries()) {
        writer.begin(3).scalar(1, cluster);
        writeTrigger(writer, 2, trigger);
        writer.end();
      }
    }
    if (context.triggerOrder) {
      for (const trigger of triggers) {
        writer.begin(4);
        writeTrigger(writer, 1, trigger);
        writer.scalar(2, random.ofAnyWidth(32)).end();
      }
    }
    for (const name of context.outputs) writer.string(5, name);
    if (context.hardware !== undefined) {
      const [alignment, axi, memory] = context.hardware;
      writer.begin(6).scalar(1, alignment).scalar(2, axi).scalar(3, memory).end();
    }
    if (context.shmiglue !== undefined) writer.begin(7).uint(1, 1).scalar(2, context.shmiglue).end();
    writer.end();
  });
}
