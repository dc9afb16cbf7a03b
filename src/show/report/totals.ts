import { SEVERITIES, type Severity } from '../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES, type Release, releaseSpans } from '../../base/diagnostics/releases.js';
import type { FailOn } from '../../check/config/vocabulary.js';
import type { FileUse } from '../../check/runtime/device.js';
import type { RuntimeVerdict } from '../../check/runtime/verdict.js';
import type { ChecksumState } from '../../check/validate/file-report.js';
import { escapeText } from './escape.js';
import type { ReportedFile } from './reporter.js';
import { counted, grouped } from './text.js';
import { purposeText, useParts } from './use-text.js';

/** Error code of a file that was not checked because the run's time was over. */
export const NOT_LOOKED_AT = 'budget-exceeded';

/** Sums over the files of one run. */
export class Totals {
  files = 0;
  invalid = 0;
  unreadable = 0;
  /** Number of files that at least one requested release does not load. */
  refused = 0;
  /** Number of files that each requested release does not load, by release. */
  readonly refusedBy = new Map<string, number>();
  /** Number of files that each target release loads, by release. */
  readonly loadedBy = new Map<string, number>();
  /** Releases and devices that can use the last file; undefined if not requested. */
  use: FileUse | undefined;
  /** Target architecture of the last file. */
  architecture: number | undefined;
  /** Parts of files that predictions do not cover, with the number of files that have each part. */
  readonly unchecked = new Map<string, number>();
  /** Actual type of the last file, if the file is not a model. */
  lookalike: string | undefined;
  /** Number of files that were not checked because the run's time was over. */
  missed = 0;
  /** Number of files whose errors are all in the baseline. */
  known = 0;
  /** Number of findings that the user's policy ignores. */
  suppressed = 0;
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly checksums: Record<ChecksumState, number> = { verified: 0, mismatch: 0, skipped: 0, none: 0 };

  add(file: ReportedFile): void {
    this.files++;
    if (file.verdict === 'unreadable') {
      if (file.error?.code === NOT_LOOKED_AT) this.missed++;
      else this.unreadable++;
      return;
    }
    this.#addReleases(file);
    this.use = file.use && withAsked(file.use, file.devices ?? []);
    this.architecture = file.architecture;
    this.lookalike = file.lookalike;
    for (const part of file.unchecked ?? []) this.unchecked.set(part, (this.unchecked.get(part) ?? 0) + 1);
    if (file.verdict === 'invalid') this.invalid++;
    else if (file.hasKnownErrors) this.known++;
    if (isRefused(file)) this.refused++;
    this.suppressed += file.suppressed ?? 0;
    for (const severity of SEVERITIES) this.counts[severity] += file.counts[severity];
    this.checksums[file.container.checksum]++;
  }

  #addReleases({ runtime = {}, targets = [] }: ReportedFile): void {
    for (const [release, { verdict }] of Object.entries<RuntimeVerdict>(runtime)) {
      const isTarget = targets.some((target) => target === release);
      const loads = verdict === 'accepts' ? 1 : 0;
      if (isTarget) this.loadedBy.set(release, (this.loadedBy.get(release) ?? 0) + loads);
      else if (loads === 0) this.refusedBy.set(release, (this.refusedBy.get(release) ?? 0) + 1);
    }
  }

  /** True if a finding at or above the threshold was reported. An unreadable file is not a finding. */
  fails(failOn: FailOn): boolean {
    if (failOn === 'never') return false;
    if (failOn === 'runtime') return this.refused > 0;
    const upTo = SEVERITIES.indexOf(failOn);
    return SEVERITIES.some((severity, index) => index <= upTo && this.counts[severity] > 0);
  }

  /** Formats the number of findings by severity. The number of errors is included even if it is 0. */
  findings(severities: readonly Severity[] = SEVERITIES): string {
    const parts = severities.flatMap((severity) => {
      const count = this.counts[severity];
      if (count === 0 && severity !== 'error') return [];
      return severity === 'info' ? `${grouped(count)} info` : counted(count, severity);
    });
    return parts.join(', ');
  }
}

/** True if a requested release does not load the file, for `--fail-on runtime`. */
export function isRefused({ runtime = {} }: Pick<ReportedFile, 'runtime'>): boolean {
  return Object.values(runtime).some(({ verdict }) => verdict !== 'accepts');
}

/**
 * Formats the last line of a report: the worst verdict in capitals, followed by the numbers that explain it.
 * If a checksum was not verified, the line mentions this, because the bytes of blobs may be wrong in a valid
 * structure.
 */
export function verdictLine(totals: Totals, failOn: FailOn = 'error', cut = false): string {
  const { files, invalid, unreadable } = totals;
  if (files === 0) return `${cut ? 'INCOMPLETE' : 'NOTHING'}: no file was checked`;
  if (cut) return `INCOMPLETE: of ${counted(files, 'file')} looked at, ${verdictLine(totals, failOn)}`;
  if (totals.missed > 0) {
    const looked = files - totals.missed;
    if (looked === 0) return `INCOMPLETE: none of ${counted(files, 'file')} was looked at in time`;
    const rest = verdictLine(without(totals), failOn);
    return `INCOMPLETE: ${grouped(totals.missed)} of ${counted(files, 'file')} not looked at; the rest: ${rest}`;
  }
  if (files > 0 && unreadable === files) {
    return files === 1
      ? 'UNREADABLE: the file could not be read'
      : `UNREADABLE: none of ${grouped(files)} files could be read`;
  }
  if (files === 1 && totals.lookalike !== undefined && invalid > 0) {
    return `INVALID: this is ${escapeText(totals.lookalike)}`;
  }
  const parts: string[] = [];
  const releases = releasesText(totals);
  const only = files === 1 ? totals.use : undefined;
  if (invalid > 0) {
    const where = files === 1 ? '' : ` in ${grouped(invalid)} of ${grouped(files)} files`;
    parts.push(`INVALID: ${totals.findings()}${where}`);
  } else if (unreadable > 0) {
    parts.push(
      `UNREADABLE: ${grouped(unreadable)} of ${grouped(files)} files; the rest valid: ${totals.findings()}`,
    );
  } else if (totals.known > 0) {
    parts.push(
      `NO NEW ERRORS${files === 1 ? '' : ` in ${grouped(files)} files`} (${suppressedText(totals)})`,
    );
    if (only !== undefined) {
      parts.push(purposeText(only, totals.architecture), ...useParts(only, releases, targetsOf(totals)));
    }
    const others = totals.findings(['warning', 'info']);
    if (others !== '') parts.push(others);
  } else if (only !== undefined) {
    parts.push(
      `VALID ${purposeText(only, totals.architecture)}`,
      ...useParts(only, releases, targetsOf(totals)),
      totals.findings(),
    );
  } else {
    parts.push(`VALID: ${files === 1 ? '' : `${grouped(files)} files, `}${totals.findings()}`);
  }
  if (invalid > 0 && only !== undefined) {
    parts.push(purposeText(only, totals.architecture), ...useParts(only, releases, targetsOf(totals)));
  }
  if (invalid > 0 && unreadable > 0) {
    parts.push(`${counted(unreadable, 'file')} could not be read`);
  }
  if (only === undefined) parts.push(...releases);
  if (invalid === 0) parts.push(...uncheckedText(totals));
  if (totals.suppressed > 0 && (totals.known === 0 || invalid + unreadable > 0))
    parts.push(suppressedText(totals));
  parts.push(...checksumText(totals));
  if (invalid === 0 && totals.fails(failOn)) parts.push(`fails because of --fail-on ${failOn}`);
  return parts.join('; ');
}

function suppressedText({ suppressed }: Totals): string {
  return `${counted(suppressed, 'finding')} ignored or in the baseline`;
}

/** Returns the sums without files that were not checked. */
function without(totals: Totals): Totals {
  return Object.assign(Object.create(Totals.prototype) as Totals, totals, {
    files: totals.files - totals.missed,
    missed: 0,
  });
}

/**
 * Describes how many files the target releases load, and how many files other requested releases do not load.
 */
function releasesText({ loadedBy, refusedBy, files, unreadable }: Totals): string[] {
  const readable = files - unreadable;
  const share = (count: number): string => `${grouped(count)} of ${grouped(readable)} files`;
  const parts: string[] = [];
  const loading = alike(loadedBy);
  const all = loading.get(readable);
  if (all !== undefined) parts.push(`${readable === 1 ? 'loads' : 'all load'} on ${all}`);
  for (const [count, releases] of loading) {
    if (count === readable) continue;
    parts.push(readable === 1 ? `does not load on ${releases}` : `${share(count)} load on ${releases}`);
  }
  for (const [count, releases] of alike(refusedBy)) {
    const verb = /to|,/.test(releases) ? 'do' : 'does';
    parts.push(`${releases} ${verb} not take ${readable === 1 ? 'it' : share(count)}`);
  }
  return parts;
}

/** Moves requested devices that do not run the file before all other devices. */
function withAsked(use: FileUse, asked: readonly string[]): FileUse {
  const refusing = asked.filter((device) => !use.devices.includes(device));
  return { ...use, others: [...new Set([...refusing, ...use.others])] };
}

function targetsOf({ loadedBy }: Totals): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => loadedBy.has(release));
}

/** Lists the parts of files that predictions do not cover. */
function uncheckedText({ unchecked, files }: Totals): string[] {
  return [...unchecked].map(([part, count]) => (files === 1 ? part : `${part} in ${counted(count, 'file')}`));
}

function alike(counts: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  const releases = new Map<number, Release[]>();
  for (const release of PUBLISHED_RELEASES) {
    const count = counts.get(release);
    if (count !== undefined) releases.set(count, [...(releases.get(count) ?? []), release]);
  }
  return new Map([...releases].map(([count, named]) => [count, releaseSpans(named)]));
}

function checksumText({ checksums, files, unreadable }: Totals): string[] {
  const readable = files - unreadable;
  const one = readable === 1;
  const { verified, mismatch, skipped, none } = checksums;
  const all = (count: number): boolean => count === readable;
  const share = (count: number): string =>
    all(count) ? '' : ` in ${grouped(count)} of ${grouped(readable)}`;
  const parts: string[] = [];
  if (mismatch > 0) parts.push(one ? 'checksum wrong' : `${counted(mismatch, 'checksum')} wrong`);
  if (verified > 0)
    parts.push(
      one ? 'checksum verified' : `${all(verified) ? 'all ' : ''}${counted(verified, 'checksum')} verified`,
    );
  if (skipped > 0) parts.push(`checksum${one ? '' : 's'} not checked${share(skipped)}`);
  if (none > 0) parts.push(`no checksum to check${share(none)}`);
  return parts;
}
