import type { RecordWriter } from '../../base/wire/record-writer.js';
import { type WritingState, writeCoreOp } from './core-op-writer.js';
import type { GraphPlan } from './graph-plan.js';
import { writeGraph, writeVariant } from './graph-writer.js';
import type { GroupPlan, VariantPlan } from './group-plan.js';
import type { MessageSink } from './message-sink.js';
import { extensionName, type ModelPlan } from './model-plan.js';

/** XXH3-64 of no bytes, as halves: low, high. */
const XXH3_OF_NOTHING = [0x38d3_94c2, 0x2d06_8005] as const;

/** Size of the external resource, which follows the configuration words in version 3. */
export const RESOURCE_BYTES = 80;

/**
 * Writes a model, field by field in the order of their numbers. Yields whenever the caller can take output.
 * @param words size of the configuration words after the message
 */
export function* writeModel(sink: MessageSink, state: WritingState, words: number): Iterable<void> {
  const { plan } = state;
  const { header } = plan;
  sink.write((writer) => {
    writer.begin(1).scalar(1, header.arch).uint(2, header.timestamp);
    writer.string(3, header.sdk.join('.')).scalar(4, header.version);
    if (header.sdkNumbers) {
      writer.begin(5);
      for (const [i, number] of header.sdk.entries()) writer.scalar(i + 1, number);
      writer.end();
    }
    writer.end();
  });
  for (const group of plan.groups) yield* writeGroup(sink, group, state);
  sink.write((writer) => {
    if (plan.mapping > 0 || plan.notes !== undefined) writer.blob(3, mapping(plan));
    writeFeatures(writer, state);
    for (const type of plan.extensions) writeExtension(writer, 5, type);
    for (const type of plan.optionalExtensions) writeExtension(writer, 6, type);
    if (plan.resources) {
      writer.begin(7).scalar(1, words).uint(2, RESOURCE_BYTES).string(3, 'calibration').end();
      writer
        .begin(7)
        .scalar(1, words + RESOURCE_BYTES)
        .string(3, 'nothing');
      writer.uint64(4, ...XXH3_OF_NOTHING).end();
    }
  });
}

function* writeGroup(sink: MessageSink, group: GroupPlan, state: WritingState): Iterable<void> {
  const { layout } = state.plan.settings;
  sink.open(2);
  if (layout === 'classic') {
    yield* writeCoreOp(sink, (group.variants[0] as VariantPlan).coreOp, state);
  } else {
    if (group.hasMetadata) {
      sink.write((writer) => writer.begin(1).text(1, group.name).scalar(2, group.index).end());
    }
    if (layout === 'partial') {
      for (const variant of group.variants) yield* writeVariant(sink, variant, state);
    } else {
      const graph = state.plan.graphs[group.index];
      writeOutputs(sink, group, graph);
      if (layout === 'ops-partial') writeShells(sink, group);
      if (graph !== undefined) yield* writeGraph(sink, group, graph, layout === 'ops-partial', state);
    }
    sink.write((writer) => writer.text(10, group.name).scalar(11, group.index));
  }
  sink.close();
}

function writeOutputs(sink: MessageSink, { variants }: GroupPlan, graph: GraphPlan | undefined): void {
  const { sorted, contexts } = (variants[0] as VariantPlan).coreOp;
  const names = sorted.length > 0 ? sorted : (contexts.at(-1)?.outputs ?? []);
  const ofHost = (graph?.nodes ?? [])
    .filter(({ work }) => work.kind !== 'core-op')
    .flatMap(({ outputs }) => outputs.map(({ name }) => name));
  sink.write((writer) => {
    for (const name of [...names, ...ofHost]) writer.string(4, name);
  });
}

/**
 * Writes the groups of the earlier layout that a graph with variants also has. These groups have no contexts,
 * and give the group its name.
 */
function writeShells(sink: MessageSink, { name, index, variants }: GroupPlan): void {
  sink.write((writer) => {
    for (const { bitmap } of variants) {
      writer.begin(7).begin(1).begin(1).text(1, name).scalar(2, index).end().end();
      writer.begin(2).uint(1, bitmap).end().end();
    }
  });
}

/** Writes flags with the same meaning as the extensions. */
function writeFeatures(writer: RecordWriter, { plan }: WritingState): void {
  const { extensions, mostContexts, header } = plan;
  const has = (type: number): boolean => extensions.includes(type);
  // Without extensions, the flags alone determine the features.
  const old = header.version === 0;
  const waits = plan.usesDdr;
  writer.begin(4).flag(1, old ? plan.sequencerFlag : has(0));
  writer.flag(2, old ? plan.sequencerFlag : has(1)).flag(3, old ? waits : has(2));
  writer.scalar(4, mostContexts > 1 ? mostContexts : 0);
  writer
    .flag(5, has(5))
    .flag(6, has(6))
    .flag(7, old ? waits : has(3))
    .flag(8, plan.sequencerFlag)
    .end();
}

function writeExtension(writer: RecordWriter, field: number, type: number): void {
  writer.begin(field).scalar(1, type).text(2, extensionName(type)).end();
}

/**
 * Writes the mapping, a message of another schema, with the compiler's notes or with names that no reader
 * knows. If the mapping has notes and names, the names are in the text field for the compiler's script.
 */
function mapping({ mapping: entries, notes = NOTHING }: ModelPlan): Uint8Array {
  const names = Array.from({ length: entries }, (_, i) => `portal_${i}_from_cluster_${i % 8}`);
  const sizes = names.map(({ length }) => length + 4);
  const bytes = new Uint8Array(notes.length + sizes.reduce((sum, size) => sum + size, 0));
  const tag = notes.length === 0 ? 0x0a : 0x1a;
  bytes.set(notes);
  let at = notes.length;
  for (const name of names) {
    bytes.set([tag, name.length + 2, 0x0a, name.length, ...encoder.encode(name)], at);
    at += name.length + 4;
  }
  return bytes;
}

const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();
