import type { Catalogue, Release } from '../diagnostics/catalogue.js';
import type { FileFacts } from '../rules/facts/index.js';
import { containerFault, parseFault } from './container.js';
import { chosenCoreOps } from './core-op-choice.js';
import { coreOpFault } from './core-op-load.js';
import { architectureFault, extensionFault } from './extension-load.js';
import type { FaultLog } from './fault-log.js';
import { queryFault } from './query.js';
import { ReleaseFacts } from './release.js';
import { type Fault, type RuntimeVerdicts, verdictOf } from './verdict.js';

/** What is known of a file when its loads are predicted. */
export interface LoadedFile {
  /** Undefined where the message was not read: its container cannot be. */
  readonly file: FileFacts | undefined;
  /** Container version; null for a bare message, which is taken as framed in version 0. */
  readonly version: number | null;
  readonly log: FaultLog;
}

/**
 * Predicts what releases do with a file. Conditions are those of the release: what spares newer layouts in a
 * report does not spare them here.
 */
export function predictLoads(
  loaded: LoadedFile,
  releases: readonly Release[],
  catalogue: Catalogue,
): RuntimeVerdicts {
  const verdicts: Partial<Record<Release, ReturnType<typeof verdictOf>>> = {};
  for (const release of releases) {
    const facts = new ReleaseFacts(release);
    const load = loadFault(loaded, facts);
    if (load !== undefined) {
      verdicts[release] = verdictOf(load, 'load', []);
      continue;
    }
    const query = loaded.file && queryFault(loaded.file, loaded.log, facts);
    verdicts[release] = verdictOf(query, 'query', configureCodes(loaded.log, catalogue));
  }
  return verdicts;
}

/** In the order of the loader: container, message, groups, extensions. */
function loadFault({ file, version, log }: LoadedFile, release: ReleaseFacts): Fault | undefined {
  const outside = containerFault(log, version, release) ?? parseFault(log, release);
  if (outside !== undefined || file === undefined) return outside;
  return groupsFault(file, log, release) ?? extensionFault(file, release);
}

function groupsFault(file: FileFacts, log: FaultLog, release: ReleaseFacts): Fault | undefined {
  if (file.groups.length > 0) {
    const architecture = architectureFault(file, release);
    if (architecture !== undefined) return architecture;
  }
  for (const group of file.groups) {
    const coreOps = chosenCoreOps(group, file, release);
    // A graph without a node to run: the first of an empty list is taken.
    if (coreOps.length === 0) return { ending: 'crash', code: 'no-contexts' };
    for (const coreOp of coreOps) {
      const fault = coreOpFault(coreOp, group, file, log, release);
      if (fault !== undefined) return fault;
    }
  }
  const code = 'network-group-name-duplicate';
  return log.has(code) ? { ending: 'INVALID_OPERATION', code } : undefined;
}

/** Errors that a device meets when it is configured. */
function configureCodes(log: FaultLog, catalogue: Catalogue): readonly string[] {
  const codes = [...log.codes].filter((code) => {
    const info = catalogue.get(code);
    return (
      info?.stage === 'configure' &&
      log.of(code).some(({ severity }) => (severity ?? info.severity) === 'error')
    );
  });
  return codes.sort();
}
