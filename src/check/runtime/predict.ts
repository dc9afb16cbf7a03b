import type { ChecksumResult } from '../../base/container/checksum-jobs.js';
import type { Catalogue, Release } from '../../base/diagnostics/catalogue.js';
import { asksForPeriphCalculation, takesExtension } from '../../base/schema/extension-support.js';
import type { FileFacts } from '../rules/facts/file.js';
import { containerFault, PARSE_CODES, parseFault } from './container.js';
import type { FaultLog } from './fault-log.js';
import { type Features, featuresOf } from './features.js';
import { GroupLoad, loadedGroups } from './group-load.js';
import { configureFault, queryFault } from './query.js';
import { reasonsOf } from './reason.js';
import { ReleaseFacts } from './release.js';
import {
  acceptance,
  faultOf,
  type RuntimeFault,
  type RuntimeVerdict,
  type RuntimeVerdicts,
  refusal,
} from './verdict.js';

export interface LoadedFile {
  /** Facts of the message; undefined if the message was not read, because the container is invalid. */
  readonly file: FileFacts | undefined;
  /**
   * Container version; null for a bare message, which is treated like a message in a container of version 0.
   */
  readonly version: number | null;
  readonly size: number;
  /** First bytes of the file, at least as many as the longest header has, unless the file is shorter. */
  readonly head: Uint8Array;
  /**
   * Results for the checksums in the header; undefined if the checksums were not verified, and are assumed to
   * be correct.
   */
  readonly checksums: readonly ChecksumResult[] | undefined;
  /**
   * True if a bare message is passed to the loader unchanged, because the file is named like a framed file.
   */
  readonly asIs: boolean;
  readonly log: FaultLog;
}

/**
 * Predicts the result of loading a file in each release. The conditions are those of the release: exceptions
 * that reports make for newer layouts do not apply.
 */
export function predictLoads(
  loaded: LoadedFile,
  releases: readonly Release[],
  catalogue: Catalogue,
): RuntimeVerdicts {
  const verdicts: Partial<Record<Release, RuntimeVerdict>> = {};
  for (const release of releases) verdicts[release] = predictLoad(loaded, release, catalogue);
  return verdicts;
}

/**
 * Predicts the verdict of one release. The checks run in the order of the loader: container, message, groups,
 * extensions, and then the application's queries.
 */
function predictLoad(loaded: LoadedFile, name: Release, catalogue: Catalogue): RuntimeVerdict {
  const { file, version, size, log } = loaded;
  const release = ReleaseFacts.of(name);
  const refused = (fault: RuntimeFault, stage: 'load' | 'query'): RuntimeVerdict =>
    refusal(fault.ending, stage, reasonsOf(fault, log, catalogue, { offset: 0, length: size, path: '' }));
  const outside = containerFault(loaded, release) ?? parseFault(log, release);
  if (outside !== undefined) return refused(outside, 'load');
  // If the root could not be read to its end, no parser accepts the message, regardless of the fault.
  if (file === undefined) return refused(faultOf(release.corrupted, unreadableIn(log)), 'load');
  const features = featuresOf(file, release);
  const groups = loadedGroups(file, features, release);
  const loading = new GroupLoad(log, version, features, release);
  const load = loading.fault(groups) ?? extensionFault(file, features, release);
  if (load !== undefined) return refused(load, 'load');
  const query = queryFault(loading.loaded, features, release);
  if (query !== undefined) return refused(query, 'query');
  const naming = configureFault(loading.loaded);
  const codes = configureCodes(log, catalogue).concat(naming ?? []);
  return acceptance([...new Set(codes)].sort());
}

/** Returns the code of the fault that stopped the scan. */
function unreadableIn(log: FaultLog): string {
  return PARSE_CODES.find((code) => log.has(code)) ?? 'wire-truncated';
}

/** Returns the codes of errors that occur when a device is configured. */
function configureCodes(log: FaultLog, catalogue: Catalogue): readonly string[] {
  const codes = [...log.codes].filter((code) => {
    const info = catalogue.get(code);
    return (
      info?.stage === 'configure' &&
      log.of(code).some(({ severity }) => (severity ?? info.severity) === 'error')
    );
  });
  return codes;
}

/** Returns the fault that a release finds in the list of extensions. Loaders read this list last. */
function extensionFault(
  file: FileFacts,
  features: Features,
  release: ReleaseFacts,
): RuntimeFault | undefined {
  for (const { typeIndex, typePlace } of file.extensions) {
    if (!takesExtension(release.release, typeIndex)) {
      return faultOf(release.notSupported, 'extension-not-loadable', typePlace);
    }
  }
  if (!asksForPeriphCalculation(release.release) || features.periphCalculation) return undefined;
  const message =
    'the extension PERIPH_CALCULATION_IN_HAILORT (26) is missing, which releases from 4.21 on require: the file is outdated';
  // The place of the fault is the list of extensions or, without extensions, the version in the header,
  // because extensions only count in a file with a header version.
  const at = file.extensions.at(-1) ?? file.header?.version ?? file.header?.hwArch;
  return { ...faultOf(release.notSupported, 'extension-not-loadable', at), message };
}
