import {
  compareReleases,
  newestContainer,
  PUBLISHED_RELEASES,
  type Release,
  releaseSpans,
} from '../../base/diagnostics/releases.js';
import { compiledName, devicesFor, releasesOf, takesArchitecture } from '../../check/runtime/device.js';
import type { Reason, RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';
import type { FileReport } from '../../check/validate/file-report.js';
import { isPlural } from './runtime-text.js';

export type RemedyFacts = Pick<
  FileReport,
  'runtime' | 'targets' | 'use' | 'container' | 'architecture' | 'devices'
>;

export function takingOf(runtime: RuntimeVerdicts): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => runtime[release]?.verdict === 'accepts');
}

/** Returns the requested devices that do not run the file in any release. */
export function refusingDevices({ architecture, devices = [] }: RemedyFacts): readonly string[] {
  if (architecture === undefined) return [];
  const running = devicesFor(architecture);
  return devices.filter((device) => !running.includes(device));
}

/**
 * Returns the requested devices that the releases support, but that do not run the file although the releases
 * load it.
 */
export function refusingOn(
  { architecture, devices = [] }: RemedyFacts,
  releases: readonly Release[],
  { verdict }: RuntimeVerdict,
): readonly string[] {
  if (architecture === undefined || verdict !== 'accepts') return [];
  const running = devicesFor(architecture);
  return devices.filter(
    (device) =>
      !running.includes(device) ||
      releases.some(
        (release) =>
          releasesOf(device).includes(release) && !takesArchitecture(device, release, architecture),
      ),
  );
}

/** Formats the refusing devices as an addition to a verdict: `, but not on Hailo-8L`. */
export function deviceRemark(
  file: RemedyFacts,
  releases: readonly Release[],
  verdict: RuntimeVerdict,
): string {
  const refusing = refusingOn(file, releases, verdict);
  return refusing.length === 0 ? '' : `, but not on ${refusing.join(' and ')}`;
}

/**
 * Returns the releases that load the file on the requested devices; without requested devices, on any device
 * of the file's architecture.
 */
function usableReleases({ runtime = {}, use, architecture, devices = [] }: RemedyFacts): readonly Release[] {
  const loading = use?.loads ?? takingOf(runtime);
  if (architecture === undefined) return loading;
  const running = devicesFor(architecture);
  if (devices.length === 0 && running.length === 0) return loading;
  return loading.filter((release) => {
    const takes = (device: string): boolean => takesArchitecture(device, release, architecture);
    return devices.length === 0 ? running.some(takes) : devices.every(takes);
  });
}

/**
 * Returns the remedy to compile the model again for a device, with the tool chains to use: their files are
 * loaded by all given releases that support the device.
 */
function compileFor(device: string, releases: readonly Release[]): string {
  const supporting = releasesOf(device);
  const running = releases.filter((release) => supporting.includes(release));
  return `compile the model again for ${compiledName(device)}${toolChainText(device, running)}`;
}

/** Returns the remedies for a file that the given releases do not load, the simplest first. */
export function remediesOf(reason: Reason, releases: readonly Release[], file: RemedyFacts): string[] {
  const refusing = refusingDevices(file);
  if (refusing.length > 0) return refusing.map((device) => compileFor(device, releases));
  const usable = usableReleases(file);
  const use = usable.length === 0 ? [] : [`use release ${releaseSpans(usable)} of the runtime`];
  const repair = damageRemedy(reason);
  if (repair !== null) return [...use, repair];
  const { architecture, devices = [] } = file;
  const [device] = devices.length > 0 || architecture === undefined ? devices : devicesFor(architecture);
  const running =
    device === undefined ? releases : releases.filter((one) => releasesOf(device).includes(one));
  // A change of the file helps only releases that support the device.
  return running.length === 0 ? use : [...use, ...changesOf(reason, running, device, file)];
}

/** Returns changes after which the releases could load the file. */
function changesOf(
  { code, message }: Reason,
  releases: readonly Release[],
  device: string | undefined,
  { container }: RemedyFacts,
): string[] {
  const [release] = releases as [Release];
  const again = `compile the model again${device === undefined ? '' : toolChainText(device, releases)}`;
  const without = `compile the model with a tool chain of ${releaseSpans(releases)}, without features that it does not support`;
  const newest = newestContainer(release);
  switch (code) {
    case 'frame-version-unsupported':
      // From version 1 on, configuration words are after the message; a file of version 0 cannot contain
      // words after the message.
      return newest > 0 && (container.version ?? 0) > newest
        ? [
            `protomdl convert --framing ${newest}, and check again: the message may need further changes`,
            again,
          ]
        : [again];
    case 'extension-not-loadable':
      return message.endsWith('the file is outdated') ? [again] : [without];
    case 'hw-arch-unknown':
    case 'newer-layout':
      return [without];
    default:
      return [];
  }
}

const AGAIN = 'copy or download the file again';

/** Returns the remedy for a damaged file; null for a fault that is not damage. */
function damageRemedy({ code, message }: Pick<Reason, 'code' | 'message'>): string | null {
  if (code === 'frame-length-mismatch') {
    const size = /^the header claims a file of ([\d,]+) bytes/.exec(message)?.[1];
    // A size of a terabyte or more is not a size, so other bytes of the header are wrong.
    return size === undefined || size.length >= '1,000,000,000,000'.length
      ? AGAIN
      : `${AGAIN}; its size must be ${size} bytes`;
  }
  if (message === 'the file is empty') return `${AGAIN}: it is empty`;
  if (code === 'frame-truncated-header') return `${AGAIN}: it ends inside its header`;
  if (code === 'frame-checksum-mismatch' || code === 'frame-proto-checksum-mismatch') {
    return `${AGAIN}; if it was changed on purpose, protomdl convert writes a new checksum`;
  }
  if (code.startsWith('wire-') || code === 'string-not-utf8') {
    return `${AGAIN}: it is damaged, or no program for this format wrote it`;
  }
  return null;
}

/**
 * Returns the remedies for a file, the simplest first: for releases that do not load the file and requested
 * devices that do not run the file; without requested releases, for a damaged file.
 */
export function fileRemedies(file: RemedyFacts & Pick<FileReport, 'diagnostics' | 'lookalike'>): string[] {
  if (file.lookalike !== undefined) return [];
  const { runtime = {}, targets, diagnostics } = file;
  const asked = targets ?? PUBLISHED_RELEASES.filter((release) => runtime[release] !== undefined);
  const refusing = refusingDevices(file);
  if (refusing.length > 0) return refusing.map((device) => compileFor(device, asked));
  // Releases with the same fault have the same remedies, so they are combined.
  const reasons = new Map<string, { readonly reason: Reason; readonly releases: Release[] }>();
  for (const release of PUBLISHED_RELEASES) {
    const reason = runtime[release]?.reasons[0];
    if (reason === undefined) continue;
    const key = `${reason.code} ${reason.offset}`;
    const alike = reasons.get(key);
    if (alike === undefined) reasons.set(key, { reason, releases: [release] });
    else alike.releases.push(release);
  }
  if (reasons.size > 0) {
    const all = [...reasons.values()].flatMap(({ reason, releases }) => remediesOf(reason, releases, file));
    return [...new Set(all)];
  }
  const damaged = diagnostics.find(
    ({ code, severity }) =>
      severity === 'error' && (code.startsWith('frame-') || code === 'no-network-groups'),
  );
  const repair = damaged === undefined ? null : damageRemedy(damaged);
  return repair === null ? [] : [repair];
}

/** By container version, the newest known tool chain for the Hailo-8 family that writes this version. */
const NEWEST_CHAIN = ['3.27', '3.30', '3.32', '3.32'] as const;

/**
 * Returns a semicolon, and the tool chains for a device whose files are loaded by all given releases; empty
 * if no tool chain is known.
 */
function toolChainText(device: string, releases: readonly Release[]): string {
  const [oldest] = releases;
  const newest = releases.at(-1);
  if (oldest === undefined || newest === undefined || compareReleases(oldest, '4.17.0') < 0) return '';
  const spans = releaseSpans(releases);
  const load = `; ${spans} ${isPlural(spans) ? 'load' : 'loads'} the files of tool chains`;
  if (releasesOf(device).includes('5.0.0')) return oldest.startsWith('5.') ? `${load} 5.1 to 5.4` : '';
  const last = NEWEST_CHAIN[newestContainer(oldest)];
  // Tool chains before 3.25 omit the extension 26, which releases from 4.21 on require.
  return compareReleases(newest, '4.21.0') < 0 ? `${load} up to ${last}` : `${load} 3.25 to ${last}`;
}
