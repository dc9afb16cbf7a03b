import { type FileFacts, isNetFlow } from '../rules/facts/index.js';
import { chosenCoreOps, isOwn } from './core-op-choice.js';
import type { FaultLog } from './fault-log.js';
import type { ReleaseFacts } from './release.js';
import type { Ending, Fault } from './verdict.js';

interface QueryEffect {
  readonly code: string;
  readonly ending: Ending;
  readonly since?: string;
  /** Not where a graph of ops says what the outputs are. */
  readonly unlessNetFlow?: boolean;
}

/** In the order of the queries: networks, streams, then vstreams. */
const EFFECTS: readonly QueryEffect[] = [
  // Asking for networks is refused; asking for vstreams copies the name past the end of its buffer.
  { code: 'network-full-name-too-long', ending: 'crash' },
  { code: 'network-without-layers', ending: 'NOT_FOUND' },
  { code: 'no-boundary-layers', ending: 'NOT_FOUND', since: '4.12.0' },
  { code: 'sorted-output-missing-name', ending: 'INTERNAL_FAILURE', unlessNetFlow: true },
];

/** What goes wrong when an application asks what networks and streams there are, without naming a group. */
export function queryFault(file: FileFacts, log: FaultLog, release: ReleaseFacts): Fault | undefined {
  // Loaders take groups from the end of the list: the last one is the one that is meant.
  const group = file.groups[file.groups.length - 1];
  if (group === undefined) return { ending: 'crash', code: 'no-network-groups' };
  const coreOps = chosenCoreOps(group, file, release);
  for (const { code, ending, since = '0', unlessNetFlow } of EFFECTS) {
    if (!release.isFrom(since) || (unlessNetFlow === true && isNetFlow(file))) continue;
    const isHere = log
      .of(code)
      .some(
        ({ offset, severity }) =>
          severity !== 'info' &&
          (code !== 'sorted-output-missing-name' || severity !== 'warning') &&
          coreOps.some((coreOp) => isOwn(offset, coreOp, group)),
      );
    if (isHere) return { ending, code };
  }
  const empty = coreOps.some(
    ({ fused }) => fused?.hasFusedLayers === true && fused.updatedSortedOutputs.length === 0,
  );
  return empty ? { ending: 'INTERNAL_FAILURE', code: 'sorted-outputs-missing' } : undefined;
}
