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

/** Error code for a file that was not reached in time, which is not the file's fault. */
export const NOT_LOOKED_AT = 'budget-exceeded';

/** Sums over the files of one run. */
export class Totals {
  files = 0;
  invalid = 0;
  unreadable = 0;
  /** Number of files that a requested release does not load. */
  refused = 0;
  /** Number of files that each release did not load. */
  readonly refusedBy = new Map<string, number>();
  /** Number of files that each target loads. */
  readonly loadedBy = new Map<string, number>();
  /** Use of the last file, if requested. */
  use: FileUse | undefined;
  /** Target architecture of the last file. */
  architecture: number | undefined;
  /** Parts that predictions do not check, each with its number of files. */
  readonly unchecked = new Map<string, number>();
  /** Actual type of the last file, if it is not a model. */
  lookalike: string | undefined;
  /** Number of files not reached in time. */
  missed = 0;
  /** Number of files that are valid only because the baseline has their errors. */
  known = 0;
  /** Number of findings suppressed by the user's policy. */
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

  /** True if a finding at or above the threshold was reported. Unreadable files do not count as findings. */
  fails(failOn: FailOn): boolean {
    if (failOn === 'never') return false;
    if (failOn === 'runtime') return this.refused > 0;
    const upTo = SEVERITIES.indexOf(failOn);
    return SEVERITIES.some((severity, index) => index <= upTo && this.counts[severity] > 0);
  }

  /** Formats the number of findings by severity; errors are included even if there are none. */
  findings(severities: readonly Severity[] = SEVERITIES): string {
    const parts = severities.flatMap((severity) => {
      const count = this.counts[severity];
      if (count === 0 && severity !== 'error') return [];
      return severity === 'info' ? `${grouped(count)} info` : counted(count, severity);
    });
    return parts.join(', ');
  }
}

/** True if a requested release does not load the file; used by `--fail-on runtime`. */
export function isRefused({ runtime = {} }: Pick<ReportedFile, 'runtime'>): boolean {
  return Object.values(runtime).some(({ verdict }) => verdict !== 'accepts');
}

/**
 * Formats the last line of a report: the worst verdict in capitals, followed by its basis. The line also
 * states that a checksum was not verified, because a valid structure does not prove that the bytes of blobs
 * are correct.
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

/** Returns the same sums for only the checked files. */
function without(totals: Totals): Totals {
  return Object.assign(Object.create(Totals.prototype) as Totals, totals, {
    files: totals.files - totals.missed,
    missed: 0,
  });
}

/** Describes the files that targets load, and the failures of other requested releases. */
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

/** Puts requested devices that do not run the file before the others. */
function withAsked(use: FileUse, asked: readonly string[]): FileUse {
  const refusing = asked.filter((device) => !use.devices.includes(device));
  return { ...use, others: [...new Set([...refusing, ...use.others])] };
}

/** Returns the releases that files must load on. */
function targetsOf({ loadedBy }: Totals): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => loadedBy.has(release));
}

/** Lists parts of files that no prediction covers. */
function uncheckedText({ unchecked, files }: Totals): string[] {
  return [...unchecked].map(([part, count]) => (files === 1 ? part : `${part} in ${counted(count, 'file')}`));
}

/** Groups releases with equal counts. */
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
