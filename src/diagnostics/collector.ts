import type { Catalogue } from './catalogue.js';
import type { Diagnostic, Finding, Report } from './diagnostic.js';
import { SEVERITIES, type Severity } from './severity.js';

/** What was collected, as plain data: it crosses from a worker, and two of them can be put together. */
export interface Collected {
  readonly counts: Record<Severity, number>;
  /** Per severity and code, ordered; at most `maxPerCode` of those that do not fold. */
  readonly groups: readonly CollectedGroup[];
}

interface CollectedGroup {
  readonly code: string;
  readonly severity: Severity;
  readonly total: number;
  readonly listed: readonly Entry[];
}

interface Entry {
  readonly diagnostic: Diagnostic;
  readonly fold: string | undefined;
}

interface Group {
  readonly code: string;
  readonly severity: Severity;
  total: number;
  listed: Entry[];
}

/**
 * Takes findings in any order and keeps, of each code and severity, the first `maxPerCode` in file order
 * and an exact count. Memory is bounded by the catalogue and the cap; paths and messages are only made of
 * what is kept.
 */
export class Collector {
  readonly #groups: Readonly<Record<Severity, Map<string, Group>>> = {
    error: new Map(),
    warning: new Map(),
    info: new Map(),
  };
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };

  /** @param maxPerCode at least 1 */
  constructor(
    private readonly catalogue: Catalogue,
    private readonly maxPerCode: number,
  ) {}

  readonly report: Report = (finding) => {
    const info = this.catalogue.get(finding.code);
    if (info === undefined) throw new Error(`a finding with a code that is in no catalogue: ${finding.code}`);
    const severity = finding.severity ?? info.severity;
    const group = this.#groupOf(severity, finding.code);
    const { listed } = group;
    if (finding.fold !== undefined && foldInto(listed, finding)) return;
    const occurrences = 1 + (finding.more ?? 0);
    group.total += occurrences;
    this.#counts[severity] += occurrences;
    const last = listed[listed.length - 1];
    const full = listed.length >= this.maxPerCode && finding.fold === undefined;
    if (full && last !== undefined && isBehind(finding, last.diagnostic)) return;
    this.#list(listed, { diagnostic: diagnosticOf(finding, severity), fold: finding.fold });
  };

  /** How many findings of a severity there are. */
  count(severity: Severity): number {
    return this.#counts[severity];
  }

  /** Takes over what another collector had. */
  merge(other: Collected): void {
    for (const severity of SEVERITIES) this.#counts[severity] += other.counts[severity];
    for (const { code, severity, total, listed } of other.groups) {
      const group = this.#groupOf(severity, code);
      group.total += total;
      for (const entry of listed) {
        if (entry.fold === undefined || !foldInto(group.listed, { ...entry.diagnostic, fold: entry.fold })) {
          this.#list(group.listed, entry);
        } else {
          group.total--;
          this.#counts[entry.diagnostic.severity]--;
        }
      }
    }
  }

  collected(): Collected {
    return { counts: { ...this.#counts }, groups: this.#all() };
  }

  /** All that is listed, ordered by (offset, length, code), and whether the cap left something out. */
  finish(): { counts: Record<Severity, number>; capped: boolean; diagnostics: Diagnostic[] } {
    const groups = this.#all();
    const diagnostics = groups.flatMap(({ listed }) =>
      listed.slice(0, this.maxPerCode).map(({ diagnostic }) => diagnostic),
    );
    diagnostics.sort((a, b) => compare(a, b) || compareText(a.code, b.code) || compareText(a.path, b.path));
    const capped = groups.some(({ total, listed }) => total > Math.min(listed.length, this.maxPerCode));
    return { counts: { ...this.#counts }, capped, diagnostics };
  }

  /** What folds has to be found again, however many there are: the cap applies to it at the end. */
  #list(listed: Entry[], entry: Entry): void {
    insert(listed, entry, entry.fold === undefined ? this.maxPerCode : Number.POSITIVE_INFINITY);
  }

  #all(): readonly Group[] {
    return SEVERITIES.flatMap((severity) => [...this.#groups[severity].values()]);
  }

  #groupOf(severity: Severity, code: string): Group {
    let group = this.#groups[severity].get(code);
    if (group === undefined) {
      group = { code, severity, total: 0, listed: [] };
      this.#groups[severity].set(code, group);
    }
    return group;
  }
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

function compare(a: Place, b: Place): number {
  return a.offset - b.offset || a.length - b.length;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a finding comes after another for certain; at the same place the path decides, so not yet. */
function isBehind(finding: Finding, other: Diagnostic): boolean {
  return compare(finding, other) > 0;
}

function diagnosticOf(finding: Finding, severity: Severity): Diagnostic {
  const { code, offset, length, path, message, related } = finding;
  return {
    code,
    severity,
    offset,
    length,
    count: finding.count ?? 1,
    path: typeof path === 'function' ? path() : path,
    message: typeof message === 'function' ? message() : message,
    related: typeof related === 'function' ? related() : (related ?? []),
  };
}

/** Adds to the entry of the same fold. It stays where the first of them is in the file. */
function foldInto(listed: Entry[], finding: Finding): boolean {
  const index = listed.findIndex((entry) => entry.fold === finding.fold);
  const entry = listed[index];
  if (entry === undefined) return false;
  const { diagnostic } = entry;
  const first = compare(finding, diagnostic) < 0 ? diagnosticOf(finding, diagnostic.severity) : diagnostic;
  const count = diagnostic.count + (finding.count ?? 1);
  listed.splice(index, 1);
  insert(listed, { diagnostic: { ...first, count }, fold: entry.fold }, Number.POSITIVE_INFINITY);
  return true;
}

/** Puts an entry in its place and drops what no longer fits. Findings mostly come in order: from the end. */
function insert(listed: Entry[], entry: Entry, most: number): void {
  const { diagnostic } = entry;
  let at = listed.length;
  while (at > 0) {
    const before = listed[at - 1]!.diagnostic;
    if ((compare(before, diagnostic) || compareText(before.path, diagnostic.path)) <= 0) break;
    at--;
  }
  listed.splice(at, 0, entry);
  if (listed.length > most) listed.pop();
}
