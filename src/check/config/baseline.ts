import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { fingerprintOf } from '../../base/diagnostics/fingerprint.js';
import { ALL_FINGERPRINTS, type KnownFindings } from '../../base/diagnostics/policy.js';
import { configError } from './config-error.js';
import { Setting } from './setting.js';

/** Grows when what is in a baseline changes its meaning. */
const BASELINE_VERSION = 1;

/** What the findings of one file's report are called in a baseline. */
export type BaselineEntry = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * The baseline's entry for a file: by code and fingerprint, how many findings there are. Of a code that has
 * more than the report lists, only their number (under `*`).
 */
export function baselineEntry(report: {
  readonly diagnostics: readonly Diagnostic[];
  readonly totals?: readonly CodeTotal[];
}): BaselineEntry {
  const entry = new Map<string, Map<string, number>>();
  for (const diagnostic of report.diagnostics) {
    const names = entry.get(diagnostic.code) ?? new Map<string, number>();
    entry.set(diagnostic.code, names);
    const name = fingerprintOf(diagnostic);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  for (const [code, names] of entry) {
    const total = (report.totals ?? []).reduce((sum, of) => (of.code === code ? sum + of.count : sum), 0);
    const listed = [...names.values()].reduce((sum, count) => sum + count, 0);
    if (total > listed) entry.set(code, new Map([[ALL_FINGERPRINTS, total]]));
  }
  return Object.fromEntries([...entry].sort(byName).map(([code, names]) => [code, sorted(names)]));
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}

function sorted(names: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...names].sort(byName));
}

/** A baseline as text; files in the order of their names, so that a change shows as little as it is. */
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
 * Reads a baseline. Codes that there are no longer are left alone: nothing can be found under them.
 * @param name of the file, for messages
 * @returns by file, relative to the baseline
 * @throws ProtomdlError (`config-invalid`) when it is none, or of a later version
 */
export function readBaseline(text: string, name: string): ReadonlyMap<string, KnownFindings> {
  const root = Setting.parseJson(text, name).object(['$schema', 'schemaVersion', 'tool', 'files']);
  const version = root.get('schemaVersion');
  if (version === undefined || root.get('files') === undefined) {
    throw configError(`${name}: not a baseline (protomdl validate --write-baseline writes one)`);
  }
  version.wholeNumber(BASELINE_VERSION, BASELINE_VERSION);
  const files = new Map<string, KnownFindings>();
  for (const [file, codes] of root.get('files')?.entries() ?? []) {
    const known = new Map<string, Map<string, number>>();
    for (const [code, fingerprints] of codes.entries()) {
      const counts = [...fingerprints.entries()].map(([fingerprint, count]): [string, number] => [
        fingerprint,
        count.wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ]);
      known.set(code, new Map(counts));
    }
    files.set(file, known);
  }
  return files;
}
