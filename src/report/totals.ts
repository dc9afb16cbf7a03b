import type { FailOn } from '../config/vocabulary.js';
import { SEVERITIES, type Severity } from '../diagnostics/severity.js';
import type { ChecksumState } from '../validate/file-report.js';
import type { ReportedFile } from './reporter.js';
import { counted, grouped } from './text.js';

/** Sums over the files of one run. */
export class Totals {
  files = 0;
  invalid = 0;
  unreadable = 0;
  /** Files that a release which was asked about does not take. */
  refused = 0;
  /** Findings that the user's policy left out. */
  suppressed = 0;
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly checksums: Record<ChecksumState, number> = { verified: 0, mismatch: 0, skipped: 0, none: 0 };

  add(file: ReportedFile): void {
    this.files++;
    if (file.verdict === 'unreadable') {
      this.unreadable++;
      return;
    }
    if (file.verdict === 'invalid') this.invalid++;
    if (isRefused(file)) this.refused++;
    this.suppressed += file.suppressed ?? 0;
    for (const severity of SEVERITIES) this.counts[severity] += file.counts[severity];
    this.checksums[file.container.checksum]++;
  }

  /** Whether something at or above the threshold was found. Unreadable files are no findings. */
  fails(failOn: FailOn): boolean {
    if (failOn === 'never') return false;
    if (failOn === 'runtime') return this.refused > 0;
    const upTo = SEVERITIES.indexOf(failOn);
    return SEVERITIES.some((severity, index) => index <= upTo && this.counts[severity] > 0);
  }

  /** What was found of each severity; errors are named also when there are none. */
  findings(): string {
    const parts = [counted(this.counts.error, 'error')];
    if (this.counts.warning > 0) parts.push(counted(this.counts.warning, 'warning'));
    if (this.counts.info > 0) parts.push(counted(this.counts.info, 'note'));
    return parts.join(', ');
  }
}

/** What `--fail-on runtime` is about: a release that was asked about does anything but load the file. */
export function isRefused({ runtime = {} }: Pick<ReportedFile, 'runtime'>): boolean {
  return Object.values(runtime).some(({ verdict }) => verdict !== 'accepts');
}

/**
 * The line a report ends in: the worst verdict in capitals, then what it rests on. It says when a checksum
 * was not looked at, since a valid structure says nothing about the bytes of blobs.
 */
export function verdictLine(totals: Totals, failOn: FailOn = 'error', cut = false): string {
  const { files, invalid, unreadable } = totals;
  if (files === 0) return `${cut ? 'INCOMPLETE' : 'NOTHING'}: no file was looked at`;
  if (cut) return `INCOMPLETE: of ${counted(files, 'file')} looked at, ${verdictLine(totals, failOn)}`;
  if (files > 0 && unreadable === files) {
    return files === 1
      ? 'UNREADABLE: the file could not be read'
      : `UNREADABLE: none of ${grouped(files)} files could be read`;
  }
  const parts: string[] = [];
  if (invalid > 0) {
    const where = files === 1 ? '' : ` in ${grouped(invalid)} of ${grouped(files)} files`;
    parts.push(`INVALID: ${totals.findings()}${where}`);
  } else if (unreadable > 0) {
    parts.push(
      `UNREADABLE: ${grouped(unreadable)} of ${grouped(files)} files; the rest valid: ${totals.findings()}`,
    );
  } else {
    parts.push(`VALID: ${files === 1 ? '' : `${grouped(files)} files, `}${totals.findings()}`);
  }
  if (invalid > 0 && unreadable > 0) {
    parts.push(`${counted(unreadable, 'file')} could not be read`);
  }
  if (totals.suppressed > 0)
    parts.push(`${counted(totals.suppressed, 'finding')} ignored or in the baseline`);
  parts.push(...checksumText(totals));
  if (invalid === 0 && totals.fails(failOn)) parts.push(`fails because of --fail-on ${failOn}`);
  return parts.join('; ');
}

function checksumText({ checksums, files, unreadable }: Totals): string[] {
  const judged = files - unreadable;
  const one = judged === 1;
  const { verified, mismatch, skipped, none } = checksums;
  const all = (count: number): boolean => count === judged;
  const share = (count: number): string => (all(count) ? '' : ` in ${grouped(count)} of ${grouped(judged)}`);
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
