import {
  CONNECTION_BOUNDARY,
  type ContextFacts,
  type CoreOpFacts,
  type FileFacts,
  type GroupFacts,
} from '../rules/facts/index.js';
import { isOwn } from './core-op-choice.js';
import type { FaultLog, LoggedFinding } from './fault-log.js';
import { LayerLoad } from './layer-load.js';
import type { ReleaseFacts } from './release.js';
import type { Ending, Fault } from './verdict.js';

interface LoadEffect {
  readonly code: string;
  readonly ending: Ending;
  /** The first release that looks at it while it loads. */
  readonly since: string;
  /** Narrows down which findings of the code count. */
  readonly where?: (finding: LoggedFinding, release: ReleaseFacts) => boolean;
}

const EVER = '0';
/** From this release on operations, actions and all edge layers are read when a file is loaded. */
const ALL_CONTEXTS = '4.12.0';
/** Triggers of the two lists that nobody reads are not those of operations. */
const inOperation = ({ path }: LoggedFinding): boolean =>
  !/\.(cluster_end_guarantee|trigger_order)\[/.test(path);
/** The path is the action's, or that of a member which some releases do not know. */
const isUnknown = ({ path }: LoggedFinding, release: ReleaseFacts): boolean =>
  path.endsWith(']') || !release.sees(path);
const isError = ({ severity }: LoggedFinding): boolean => severity === undefined || severity === 'error';

const invalid = (since: string, ...codes: string[]): LoadEffect[] =>
  codes.map((code) => ({ code, ending: 'INVALID_HEF', since, where: isError }));
const failure = (since: string, ...codes: string[]): LoadEffect[] =>
  codes.map((code) => ({ code, ending: 'INTERNAL_FAILURE', since }));

/** What findings in a core op mean for its load. */
const EFFECTS: readonly LoadEffect[] = [
  ...invalid(EVER, 'boundary-layer-name-duplicate'),
  { code: 'fused-layer-missing', ending: 'NOT_FOUND', since: EVER },
  { code: 'fused-buffer-indices-missing', ending: 'crash', since: EVER },
  { code: 'fused-layer-invalid', ending: 'INVALID_HEF', since: EVER },
  ...invalid('4.9.0', 'ddr-context-mismatch', 'ddr-pair-count', 'ddr-pair-unmatched', 'ddr-pair-mismatch'),
  ...invalid('4.9.0', 'ddr-buffers-range', 'inter-context-mux'),
  ...invalid('4.10.0', 'ddr-connected-contexts-count', 'cfg-channels-count-range'),
  { code: 'connected-contexts-missing', ending: 'INVALID_HEF', since: ALL_CONTEXTS },
  ...invalid(ALL_CONTEXTS, 'connected-sys-index-range'),
  { code: 'trigger-unset', ending: 'INVALID_HEF', since: ALL_CONTEXTS, where: inOperation },
  { code: 'trigger-unknown-variant', ending: 'INVALID_HEF', since: ALL_CONTEXTS, where: inOperation },
  ...invalid(ALL_CONTEXTS, 'trigger-lcu-range', 'trigger-nms-range', 'trigger-shmifo-range'),
  { code: 'trigger-all-data-received-unsupported', ending: 'NOT_IMPLEMENTED', since: ALL_CONTEXTS },
  { code: 'action-unknown-variant', ending: 'INTERNAL_FAILURE', since: ALL_CONTEXTS, where: isUnknown },
  ...failure(ALL_CONTEXTS, 'action-unset', 'action-write-compressed-data', 'action-write-data-legacy'),
  ...invalid(ALL_CONTEXTS, 'cfg-channel-index-range', 'lcu-range', 'lcu-kernel-done-address-range'),
  ...invalid(ALL_CONTEXTS, 'sequencer-range', 'initial-l3-range', 'allow-input-range', 'wait-module-range'),
  ...invalid('4.18.0', 'frame-ccw-kind-mismatch'),
];

/** Releases up to 4.16 count contexts in eight bits, later ones in sixteen. */
const EIGHT_BITS_UNTIL = '4.17.0';

/** What ends the load of one core op. */
export function coreOpFault(
  coreOp: CoreOpFacts,
  group: GroupFacts,
  file: FileFacts,
  log: FaultLog,
  release: ReleaseFacts,
): Fault | undefined {
  return (
    contextsFault(coreOp, release) ??
    layersFault(coreOp, file, release) ??
    loggedFault(coreOp, group, log, release) ??
    outputsFault(coreOp)
  );
}

function contextsFault(coreOp: CoreOpFacts, release: ReleaseFacts): Fault | undefined {
  const { contextCount, contexts, sortedOutputs, fused } = coreOp;
  const wide = release.isFrom(EIGHT_BITS_UNTIL);
  if (contextCount === 0) {
    // Older ones only look at a context for a list of outputs that the group does not have.
    const looks = sortedOutputs.length === 0 && fused?.hasFusedLayers !== true;
    return wide || looks ? { ending: 'crash', code: 'no-contexts' } : undefined;
  }
  if (contextCount > (wide ? 0xffff : 0xff)) {
    const code = wide ? 'too-many-contexts' : 'context-count-u8-wrap';
    const starts = contexts[0]?.edges.some(({ connection }) => connection === CONNECTION_BOUNDARY);
    // Coming round to a boundary layer, older ones take it for a second one of its name.
    return { ending: !wide && starts === true ? 'INVALID_HEF' : 'hang', code };
  }
  return undefined;
}

function layersFault(
  { contexts, ...rest }: CoreOpFacts,
  file: FileFacts,
  release: ReleaseFacts,
): Fault | undefined {
  const load = new LayerLoad(file, release);
  const coreOp = { contexts, ...rest };
  for (const { edges } of contexts) {
    for (const edge of edges) {
      const fault = load.fault(edge, coreOp);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/** Of several faults the one that comes first in the file: that is how loaders read. */
function loggedFault(
  coreOp: CoreOpFacts,
  group: GroupFacts,
  log: FaultLog,
  release: ReleaseFacts,
): Fault | undefined {
  let first: { readonly offset: number; readonly effect: LoadEffect } | undefined;
  for (const effect of EFFECTS) {
    if (!release.isFrom(effect.since)) continue;
    for (const finding of log.of(effect.code)) {
      const { offset } = finding;
      if (first !== undefined && first.offset <= offset) continue;
      if (effect.where?.(finding, release) === false || !isOwn(offset, coreOp, group)) continue;
      first = { offset, effect };
    }
  }
  return first && { ending: first.effect.ending, code: first.effect.code };
}

/** The order of outputs: the group's list, or else that of the last context. */
function outputsFault({ fused, sortedOutputs, contexts }: CoreOpFacts): Fault | undefined {
  if (fused?.hasFusedLayers === true || sortedOutputs.length > 0) return undefined;
  const last: ContextFacts | undefined = contexts[contexts.length - 1];
  if (last === undefined || last.sortedOutputs.length > 0) return undefined;
  return { ending: 'INVALID_HEF', code: 'sorted-outputs-missing' };
}
