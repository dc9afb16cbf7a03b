import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import {
  ALL_FINGERPRINTS,
  fingerprintOf,
  type KnownFindings,
  knownAs,
  OF_MESSAGE,
} from '../../base/diagnostics/fingerprint.js';
import { Setting } from './setting.js';
import { configError } from './vocabulary.js';

/**
 * Version of the baseline format, which changes with the meaning of an entry. In version 1, fingerprints are
 * computed from messages.
 */
const BASELINE_VERSION = 2;

/** Entry of one file: the number of findings by code and fingerprint. */
export type BaselineEntry = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Findings from which a baseline entry is made: a report, or collected findings. */
export interface FoundInFile {
  /** Listed findings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Exact counts by code. */
  readonly totals?: readonly CodeTotal[];
}

/**
 * Returns the baseline's entry for a file: the number of findings by code and fingerprint. For a code with
 * more findings than the report lists, the entry has only their number (under `*`).
 * @param known an earlier baseline's entry, of any version: only findings in that entry count
 */
export function baselineEntry(report: FoundInFile, known?: KnownFindings): BaselineEntry {
  const entry = new Map<string, Map<string, number>>();
  /** Findings of the earlier entry that are not matched yet. */
  const left = known && new Map([...known].map(([code, names]) => [code, new Map(names)]));
  for (const diagnostic of report.diagnostics) {
    const { code } = diagnostic;
    if (left !== undefined && !takeOne(left, knownAs(known, diagnostic), code)) continue;
    const names = entry.get(code) ?? new Map<string, number>();
    entry.set(code, names);
    const name = fingerprintOf(diagnostic);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  for (const code of entry.keys()) {
    const listed = report.diagnostics.filter((diagnostic) => diagnostic.code === code).length;
    const total = (report.totals ?? []).reduce((sum, of) => (of.code === code ? sum + of.count : sum), 0);
    const most = known === undefined ? total : known.get(code)?.get(ALL_FINGERPRINTS);
    if (total > listed && most !== undefined) {
      entry.set(code, new Map([[ALL_FINGERPRINTS, Math.min(total, most)]]));
    }
  }
  return Object.fromEntries([...entry].sort(byName).map(([code, names]) => [code, sorted(names)]));
}

function takeOne(left: Map<string, Map<string, number>>, name: string | undefined, code: string): boolean {
  const count = (name === undefined ? undefined : left.get(code)?.get(name)) ?? 0;
  if (count === 0) return false;
  left.get(code)?.set(name as string, count - 1);
  return true;
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}

function sorted(names: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...names].sort(byName));
}

/** Returns a baseline as text, with files sorted by name, so that diffs stay small. */
export function baselineText(tool: { name: string }, files: ReadonlyMap<string, BaselineEntry>): string {
  const entries = [...files].filter(([, entry]) => Object.keys(entry).length > 0).sort(byName);
  const baseline = {
    schemaVersion: BASELINE_VERSION,
    tool: tool.name,
    files: Object.fromEntries(entries),
  };
  return `${JSON.stringify(baseline, null, 2)}\n`;
}

/**
 * Reads a baseline of any version. Codes that no longer exist are kept. They have no effect, because no
 * finding can match them.
 * @param name file name, for messages
 * @returns findings by file name, relative to the baseline
 * @throws ProtomdlError (`config-invalid`) for text that is not a baseline, and for a baseline of a later
 * version
 */
export function readBaseline(text: string, name: string): ReadonlyMap<string, KnownFindings> {
  return readVersionedBaseline(text, name).files;
}

/** Reads a baseline. `isOld` is true if the version of the baseline is older than BASELINE_VERSION. */
export function readVersionedBaseline(
  text: string,
  name: string,
): { readonly files: ReadonlyMap<string, KnownFindings>; readonly isOld: boolean } {
  const root = Setting.parseJson(text, name).object(['$schema', 'schemaVersion', 'tool', 'files']);
  const version = root.get('schemaVersion');
  if (version === undefined || root.get('files') === undefined) {
    throw configError(`${name}: not a baseline (protomdl validate --write-baseline writes one)`);
  }
  const isOld = version.wholeNumber(1, BASELINE_VERSION) < BASELINE_VERSION;
  const nameOf = (written: string): string =>
    isOld && written !== ALL_FINGERPRINTS ? OF_MESSAGE + written : written;
  const files = new Map<string, KnownFindings>();
  for (const [file, codes] of root.get('files')?.entries() ?? []) {
    const known = new Map<string, Map<string, number>>();
    for (const [code, fingerprints] of codes.entries()) {
      const counts = [...fingerprints.entries()].map(([fingerprint, count]): [string, number] => [
        nameOf(fingerprint),
        count.wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ]);
      known.set(code, new Map(counts));
    }
    files.set(file, known);
  }
  return { files, isOld };
}
