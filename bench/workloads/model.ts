import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import { allowInput, Ids, TRIGGER, trigger } from './actions.js';
import { DDR, edgesOf, H2D, NETWORKS, outputName, writeEdge } from './edges.js';
import type { ModelSink } from './sink.js';

/** The parts of a model that differ between workloads; all other parts are the same in every workload. */
export interface ModelPlan {
  readonly groups: number;
  /** Number of contexts in each group; at least 2, to match the declared features. */
  readonly contexts: number;
  /** Identities of a group; ascending by default. */
  readonly ids?: () => Ids;
  /** Writes the operations of the preliminary configuration except the first, each as a field 1. */
  preliminary?(sink: ModelSink, ids: Ids): void;
  /** Writes the operations of a context except the first, each as a field 2. */
  operations(sink: ModelSink, ids: Ids, context: number): void;
}

/** Types of extensions that these models need, with their names. */
const EXTENSIONS = [
  [0, 'Internal debug feature (ABBALE)'],
  [2, 'Data buffering (DDR)'],
  [3, 'Data buffering in the host memory (PADDED_DDR_BUFFERS)'],
  [4, 'Multiple contexts (IS_MULTI_CONTEXTS)'],
  [12, 'Run ASAP (PRELIMINARY_RUN_ASAP)'],
] as const;
const OPTIONAL_EXTENSIONS = [
  [8, 'Multi-network variable batch size'],
  [11, 'HW Padding'],
] as const;

/**
 * Writes a complete model. The model has no findings, except about limits of old releases if `plan` has more
 * than 31 contexts.
 */
export function writeModel(sink: ModelSink, plan: ModelPlan): void {
  const { groups, contexts } = plan;
  sink.write((writer) => {
    writer.begin(1).uint(1, 1).uint64(2, 0x9c5e_a2cd, 0x18f).string(3, '3.27.0').uint(4, 4).end();
  });
  for (let group = 0; group < groups; group++) writeGroup(sink, plan, group);
  sink.write((writer) => {
    writer.begin(4).uint(1, 1).uint(3, 1).uint(4, contexts).uint(7, 1).end();
    for (const extension of EXTENSIONS) writeExtension(writer, 5, extension);
    for (const extension of OPTIONAL_EXTENSIONS) writeExtension(writer, 6, extension);
  });
}

function writeGroup(sink: ModelSink, plan: ModelPlan, group: number): void {
  const name = `net${group}`;
  const ids = plan.ids?.() ?? new Ids();
  const outputs = NETWORKS.map((_, network) => outputName(name, network));
  sink.open(2);
  sink.write((writer) => {
    writer.begin(1).string(1, name).scalar(2, group).double(4, 1204.25).uint(5, 2).end();
  });
  sink.open(2);
  sink.write((writer) => {
    writer.begin(1);
    trigger(writer, ids, TRIGGER.none);
    allowInputs(writer, ids, name, 0, plan.contexts);
    writer.end();
  });
  plan.preliminary?.(sink, ids);
  sink.close();
  for (let context = 0; context < plan.contexts; context++) writeContext(sink, plan, ids, name, context);
  sink.write((writer) => {
    for (const output of outputs) writer.string(4, output);
    writer.begin(5);
    for (const output of outputs) writer.string(2, output);
    writer.end();
    for (const network of NETWORKS) writer.string(6, network);
  });
  sink.close();
}

function writeContext(sink: ModelSink, plan: ModelPlan, ids: Ids, group: string, context: number): void {
  const { contexts } = plan;
  sink.open(3);
  sink.write((writer) => {
    writer.scalar(1, context).begin(2);
    trigger(writer, ids, TRIGGER.none);
    allowInputs(writer, ids, group, context, contexts);
    writer.end();
  });
  plan.operations(sink, ids, context);
  sink.write((writer) => {
    writer.begin(3);
    for (const edge of edgesOf(group, context, contexts)) writeEdge(writer, context, edge);
    if (context === contexts - 1) {
      for (const network of NETWORKS.keys()) writer.string(5, outputName(group, network));
    }
    writer.end();
  });
  sink.close();
}

/** Writes the run of a context that allows input, except from external memory. */
function allowInputs(writer: RecordWriter, ids: Ids, group: string, context: number, contexts: number): void {
  for (const { direction, connection, sysIndex } of edgesOf(group, context, contexts)) {
    if (direction === H2D && connection !== DDR) allowInput(writer, ids, sysIndex, connection);
  }
}

function writeExtension(writer: RecordWriter, field: number, [type, name]: readonly [number, string]): void {
  writer.begin(field).scalar(1, type).string(2, name).end();
}
