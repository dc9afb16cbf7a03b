import type { Catalogue } from './catalogue.js';
import {
  byPlace,
  byPlaceAndCode,
  compareText,
  type Diagnostic,
  type Finding,
  findingPath,
  groupKey,
  type Report,
  SEVERITIES,
  type Severity,
} from './diagnostic.js';
import { knownAs } from './fingerprint.js';
import { isIgnored, levelOf, type Policy, scopedSeverity } from './policy.js';

/** Collected findings as plain data, which can be sent by a worker and merged with other findings. */
export interface Collected {
  /** Number of findings that are errors, before the policy. */
  readonly errors: number;
  /** Number of findings that an ignore with a path left out, by code. */
  readonly suppressed: Counts;
  /** Findings by severity and code, in order; at most `maxPerCode` findings that do not fold. */
  readonly groups: readonly CollectedGroup[];
}

interface CollectedGroup {
  readonly code: string;
  readonly severity: Severity;
  /**
   * Fingerprint of these findings in the baseline. Such findings are kept separately until all findings have
   * been counted.
   */
  readonly known: string | undefined;
  readonly total: number;
  readonly listed: readonly Entry[];
}

type Counts = ReadonlyMap<string, number>;

interface Entry {
  readonly diagnostic: Diagnostic;
  readonly fold: string | undefined;
}

interface Group extends CollectedGroup {
  total: number;
  listed: Entry[];
}

interface OfCode {
  readonly code: string;
  /** Severity in the catalogue. */
  readonly severity: Severity;
  readonly groups: Record<Severity, Group | undefined>;
}

/** Number of findings of one code in a file. */
export interface CodeTotal {
  /** Code of the findings. */
  readonly code: string;
  /** Severity of the findings. */
  readonly severity: Severity;
  /** Number of findings, including findings that are not listed. */
  readonly count: number;
}

export interface CollectedFindings {
  readonly counts: Record<Severity, number>;
  /** Totals by severity, in the order in which codes were first found. */
  readonly totals: readonly CodeTotal[];
  /**
   * Number of findings that the policy left out: by an ignore with a path, or because they are in the
   * baseline.
   */
  readonly suppressed: number;
  /** Codes of the findings that the policy left out. */
  readonly suppressedCodes: ReadonlySet<string>;
  /** Codes of errors that are left out because they are in the baseline. */
  readonly knownErrors: ReadonlySet<string>;
  /** True if the limit left findings out of `diagnostics`. */
  readonly capped: boolean;
  /** Findings, ordered by offset, length and code. */
  readonly diagnostics: Diagnostic[];
}

/**
 * Receives findings in any order. For each code and severity, keeps the first `maxPerCode` findings in file
 * order, and an exact count. The catalogue, the limit and the baseline limit the memory. Paths and messages
 * are only computed for findings that are kept, or if the policy needs paths or messages.
 */
export class Collector {
  /** Findings of each code, by severity, in the order in which codes were first found. */
  readonly #groups: Readonly<Record<Severity, Group[]>> = { error: [], warning: [], info: [] };
  /** Findings in the baseline, by severity, code and fingerprint. */
  #aside: Map<string, Group> | undefined;
  /** State by code. The lookup must be fast, because a hostile file has millions of findings. */
  readonly #codes = new Map<string, OfCode>();
  #errors = 0;
  readonly #suppressed = new Map<string, number>();

  /** @param maxPerCode maximum number of findings to list per code; at least 1 */
  constructor(
    private readonly catalogue: Catalogue,
    private readonly maxPerCode: number,
    private readonly policy?: Policy,
  ) {}

  readonly report: Report<string> = (finding) => {
    const { code, fold } = finding;
    const { policy } = this;
    const ofCode = this.#ofCode(code);
    let severity = finding.severity ?? ofCode.severity;
    if (finding.releases !== undefined) {
      const level = scopedSeverity(policy, finding.releases, severity);
      if (level === 'off') return;
      severity = level;
    }
    let known: string | undefined;
    if (severity === 'error') this.#errors++;
    if (policy !== undefined) {
      const level = levelOf(policy, code, severity);
      if (level === 'off') return;
      severity = level;
      // The severity of a folded finding depends on the place of its first occurrence, which is not known
      // yet.
      if (fold === undefined) {
        if (isIgnored(policy, finding)) {
          addTo(this.#suppressed, code, occurrencesOf(finding));
          return;
        }
        known = knownAs(policy.known, finding);
      }
    }
    const group = this.#groupOf(ofCode, severity, known);
    const { listed } = group;
    if (fold !== undefined && foldInto(listed, finding)) return;
    group.total += occurrencesOf(finding);
    if (listed.length >= this.maxPerCode && fold === undefined) {
      const greatest = listed[listed.length - 1];
      if (greatest !== undefined && isBehind(finding, greatest.diagnostic)) return;
    }
    this.#list(listed, { diagnostic: diagnosticOf(finding, severity), fold });
  };

  /** True if at least one finding is an error before the policy is applied. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Adds the findings of another collector with the same policy. */
  merge(other: Collected): void {
    this.#errors += other.errors;
    for (const [code, count] of other.suppressed) addTo(this.#suppressed, code, count);
    for (const { code, severity, known, total, listed } of other.groups) {
      const group = this.#groupOf(this.#ofCode(code), severity, known);
      group.total += total;
      for (const entry of listed) {
        if (entry.fold === undefined || !foldInto(group.listed, { ...entry.diagnostic, fold: entry.fold })) {
          this.#list(group.listed, entry);
        } else {
          group.total--;
        }
      }
    }
  }

  collected(): Collected {
    return { errors: this.#errors, suppressed: this.#suppressed, groups: this.#all() };
  }

  /**
   * @param size size of the file in bytes, at which spans are cut. Until the end of a stream, its size is not
   * known, so that findings have the spans that their records claim.
   */
  finish(size = Number.POSITIVE_INFINITY): CollectedFindings {
    const { groups, suppressed, knownErrors } = this.#grouped();
    const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
    const diagnostics: Diagnostic[] = [];
    let capped = false;
    for (const { severity, total, listed } of groups) {
      counts[severity] += total;
      const most = Math.min(listed.length, this.maxPerCode);
      if (total > most) capped = true;
      for (let i = 0; i < most; i++) diagnostics.push(within((listed[i] as Entry).diagnostic, size));
    }
    if (diagnostics.length > 1) {
      diagnostics.sort((a, b) => byPlaceAndCode(a, b) || compareText(a.path, b.path));
    }
    const totals = [...groups]
      .sort(
        (a, b) => bySeverity(a, b) || compareFirst(a.listed[0], b.listed[0]) || compareText(a.code, b.code),
      )
      .map(({ code, severity, total }) => ({ code, severity, count: total }));
    let count = 0;
    for (const one of suppressed.values()) count += one;
    const suppressedCodes = new Set(suppressed.keys());
    return { counts, totals, suppressed: count, suppressedCodes, knownErrors, capped, diagnostics };
  }

  /**
   * Returns the groups to report. Findings in the baseline are left out, unless the file has more of these
   * findings than the baseline.
   */
  #grouped(): { groups: readonly CollectedGroup[]; suppressed: Counts; knownErrors: ReadonlySet<string> } {
    const { policy } = this;
    const all = this.#all();
    const knownErrors = new Set<string>();
    if (policy === undefined) return { groups: all, suppressed: this.#suppressed, knownErrors };
    const suppressed = new Map(this.#suppressed);
    const plain = new Map<string, Group>();
    const aside: CollectedGroup[] = [];
    const take = (of: CollectedGroup): void => {
      const key = groupKey(of);
      const group = plain.get(key) ?? { ...of, known: undefined, total: 0, listed: [] };
      plain.set(key, group);
      group.total += of.total;
      for (const entry of of.listed) this.#list(group.listed, entry);
    };
    for (const group of all) {
      if (group.known !== undefined) {
        aside.push(group);
        continue;
      }
      const kept: Entry[] = [];
      let { total } = group;
      for (const entry of group.listed) {
        const known = entry.fold === undefined ? undefined : knownAs(policy.known, entry.diagnostic);
        const ignored = entry.fold !== undefined && isIgnored(policy, entry.diagnostic);
        if (!ignored && known === undefined) kept.push(entry);
        else total--;
        if (ignored) addTo(suppressed, group.code, 1);
        else if (known !== undefined) aside.push({ ...group, known, total: 1, listed: [entry] });
      }
      if (total > 0) take({ ...group, total, listed: kept });
    }
    const seen = new Map<string, number>();
    for (const { code, known, total } of aside) {
      const key = `${code} ${known}`;
      seen.set(key, (seen.get(key) ?? 0) + total);
    }
    for (const group of aside) {
      const { code, known } = group;
      const allowed = policy.known?.get(code)?.get(known as string) ?? 0;
      if ((seen.get(`${code} ${known}`) as number) > allowed) take(group);
      else {
        addTo(suppressed, code, group.total);
        if (group.severity === 'error') knownErrors.add(code);
      }
    }
    return { groups: [...plain.values()], suppressed, knownErrors };
  }

  /**
   * Adds an entry to a list. All findings with a fold key are kept at first, because later findings may fold
   * into them; the limit applies to them at the end.
   */
  #list(listed: Entry[], entry: Entry): void {
    insert(listed, entry, entry.fold === undefined ? this.maxPerCode : Number.POSITIVE_INFINITY);
  }

  #all(): readonly Group[] {
    const all: Group[] = [];
    for (const severity of SEVERITIES) {
      for (const group of this.#groups[severity]) all.push(group);
    }
    if (this.#aside !== undefined) all.push(...this.#aside.values());
    return all;
  }

  #ofCode(code: string): OfCode {
    let known = this.#codes.get(code);
    if (known === undefined) {
      const info = this.catalogue.get(code);
      if (info === undefined) throw new Error(`a finding with a code that is in no catalogue: ${code}`);
      const groups = { error: undefined, warning: undefined, info: undefined };
      known = { code, severity: info.severity, groups };
      this.#codes.set(code, known);
    }
    return known;
  }

  #groupOf({ code, groups }: OfCode, severity: Severity, known: string | undefined): Group {
    if (known !== undefined) return this.#knownGroup(severity, code, known);
    let group = groups[severity];
    if (group === undefined) {
      group = { code, severity, known, total: 0, listed: [] };
      groups[severity] = group;
      this.#groups[severity].push(group);
    }
    return group;
  }

  #knownGroup(severity: Severity, code: string, known: string): Group {
    this.#aside ??= new Map();
    const key = `${groupKey({ severity, code })} ${known}`;
    let group = this.#aside.get(key);
    if (group === undefined) {
      group = { code, severity, known, total: 0, listed: [] };
      this.#aside.set(key, group);
    }
    return group;
  }
}

function addTo(counts: Map<string, number>, code: string, count: number): void {
  counts.set(code, (counts.get(code) ?? 0) + count);
}

function occurrencesOf({ more }: Finding<string>): number {
  return 1 + (more ?? 0);
}

function bySeverity(a: CollectedGroup, b: CollectedGroup): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function compareFirst(a: Entry | undefined, b: Entry | undefined): number {
  return a === undefined || b === undefined ? 0 : byPlace(a.diagnostic, b.diagnostic);
}

/**
 * True if a finding certainly comes after another finding; false at the same place, at which the path decides
 * the order later.
 */
function isBehind(finding: Finding<string>, other: Diagnostic): boolean {
  return byPlace(finding, other) > 0;
}

function within(diagnostic: Diagnostic, size: number): Diagnostic {
  const { offset, length } = diagnostic;
  return offset + length <= size ? diagnostic : { ...diagnostic, length: Math.max(0, size - offset) };
}

function diagnosticOf(finding: Finding<string>, severity: Severity): Diagnostic {
  const { code, offset, length, args, message, related } = finding;
  const diagnostic: Writable<Diagnostic> = {
    code,
    severity,
    offset,
    length,
    count: finding.count ?? 1,
    path: findingPath(finding),
    message: typeof message === 'function' ? message() : message,
    related: typeof related === 'function' ? related() : (related ?? []),
  };
  if (args !== undefined) diagnostic.args = args;
  return diagnostic;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Adds the count of a finding to the entry with the same fold key. The entry has the place of the first
 * occurrence in the file.
 */
function foldInto(listed: Entry[], finding: Finding<string>): boolean {
  const index = listed.findIndex((entry) => entry.fold === finding.fold);
  const entry = listed[index];
  if (entry === undefined) return false;
  const { diagnostic } = entry;
  const first = byPlace(finding, diagnostic) < 0 ? diagnosticOf(finding, diagnostic.severity) : diagnostic;
  const count = diagnostic.count + (finding.count ?? 1);
  listed.splice(index, 1);
  insert(listed, { diagnostic: { ...first, count }, fold: entry.fold }, Number.POSITIVE_INFINITY);
  return true;
}

/**
 * Inserts an entry in order, and drops the last entry if the list is full. The search starts at the end,
 * because findings mostly come in order.
 */
function insert(listed: Entry[], entry: Entry, most: number): void {
  const { diagnostic } = entry;
  let at = listed.length;
  while (at > 0) {
    const before = listed[at - 1]!.diagnostic;
    if ((byPlace(before, diagnostic) || compareText(before.path, diagnostic.path)) <= 0) break;
    at--;
  }
  listed.splice(at, 0, entry);
  if (listed.length > most) listed.pop();
}
