import type { CoreOpTally } from './core-op-tally.js';
import { type CoreOp, clustersOf } from './core-ops.js';
import type { NetworkGroupView, OpView } from './mdl.gen.js';
import { MAX_NAMES, readable, readableLater, take } from './readable.js';
import { GroupReader } from './streams/group-streams.js';
import type { StreamRules } from './streams/stream-rules.js';
import { type CoreOpStreams, streamsOf } from './streams.js';
import type { ApplicationSummary, CoreOpSummary, GraphNodeSummary, NetworkGroupSummary } from './summary.js';
import { MAX_GROUPS_LISTED, type Tally } from './tally.js';

const NOTHING: CoreOpTally = { contexts: [], contextCount: 0, actions: [] };

/**
 * Summarizes a network group. If its bytes are malformed, returns the readable part, and adds a line to
 * `problems`.
 * @param room maximum number of core operations to list
 * @param rules null if the header cannot be read
 * @param turn called now and then; may throw to stop the work
 */
export async function groupOf(
  group: NetworkGroupView,
  tally: Tally,
  room: number,
  rules: StreamRules | null,
  problems: string[],
  turn?: () => Promise<void> | void,
): Promise<Omit<NetworkGroupSummary, 'unknownFields'>> {
  const coreOps: CoreOpSummary[] = [];
  const names: string[] = [];
  let coreOpCount = 0;
  await readableLater(problems, async () => {
    names.push(group.networkGroupMetadata?.networkGroupName ?? '', group.networkGroupName);
    for (const op of group.coreOps()) {
      coreOpCount++;
      if (coreOps.length >= room) continue;
      coreOps.push(await coreOpOf(op, tally.coreOps.get(op.path) ?? NOTHING, problems, turn));
      names.push(readable(problems, '', () => op.networkGroupMetadata?.networkGroupName ?? ''));
    }
  });
  return {
    name: names.find((name) => name !== '') ?? '',
    coreOps,
    coreOpCount,
    ...(await applicationOf(group, rules, problems, turn)),
    graph: readable(problems, [], () => take(group.ops, MAX_GROUPS_LISTED).map(nodeOf)),
  };
}

async function applicationOf(
  group: NetworkGroupView,
  rules: StreamRules | null,
  problems: string[],
  turn: (() => Promise<void> | void) | undefined,
): Promise<ApplicationSummary> {
  const reader = rules === null ? null : readable(problems, null, () => new GroupReader(group, rules));
  if (reader !== null) {
    await readableLater(problems, async () => {
      for (const _ of reader.readLayers()) await turn?.();
    });
  }
  const found = reader === null ? null : readable(problems, null, () => reader.finish());
  return {
    networkNames: found?.networkNames ?? [],
    inputs: found?.inputs ?? [],
    outputs: found?.outputs ?? [],
    hardwareStreams: found?.hardwareStreams ?? [],
    postProcessing: found?.postProcessing ?? [],
    streamRemarks: found?.remarks ?? [],
  };
}

function nodeOf(node: OpView): GraphNodeSummary {
  const member = node.view.oneofCase(0);
  return {
    name: node.name,
    kind: member === 0 ? null : node.view.layout.field(member).table.name,
    inputs: take(node.inputPads, MAX_NAMES).map(({ name }) => name),
    outputs: take(node.outputPads, MAX_NAMES).map(({ name }) => name),
  };
}

async function coreOpOf(
  op: CoreOp,
  counts: CoreOpTally,
  problems: string[],
  turn: (() => Promise<void> | void) | undefined,
): Promise<CoreOpSummary> {
  const networks = readable(problems, [], () => take(op.networksNames, MAX_NAMES));
  const metadata = readable(problems, undefined, () => op.networkGroupMetadata);
  let found: CoreOpStreams = { streams: [], internalEdges: { intermediate: 0, ddr: 0, cache: 0 } };
  await readableLater(problems, async () => {
    found = await streamsOf(op, networks, turn);
  });
  const { streams, internalEdges } = found;
  return {
    path: op.path,
    clusters: readable(problems, null, () => clustersOf(op) ?? null),
    networks,
    bottleneckFps: readable(problems, 0, () => metadata?.bottleneckFps ?? 0),
    // Later layouts list the channels. A count of 0 is legal and means 1.
    configurationChannels: Math.max(
      1,
      readable(problems, 1, () => metadata?.cfgChannelsCount || (metadata?.cfgChannelsConfig.length ?? 1)),
    ),
    contexts: counts.contexts,
    contextCount: counts.contextCount,
    streams,
    internalEdges,
    sortedOutputs: readable(problems, [], () => take(op.sortedOutputsOrder, MAX_NAMES)),
    actions: counts.actions,
  };
}
