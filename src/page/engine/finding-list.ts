import { textOf } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { groupKey, type Severity } from '../../base/diagnostics/severity.js';
import { CATALOGUE } from '../../check/rules/index.js';

/** What of the findings is wanted. */
export interface FindingFilter {
  readonly severities: readonly Severity[];
  /** In code, path or message, whatever the case; everything where it is empty. */
  readonly text: string;
}

/** Findings of one code and severity. */
export interface FindingGroup {
  readonly code: string;
  /** What is wrong, in a phrase. */
  readonly summary: string;
  readonly severity: Severity;
  /** How many the file has. */
  readonly total: number;
  /** How many of them are listed. */
  readonly listed: number;
  /** How many of those pass the filter: they can be asked for. */
  readonly matching: number;
}

/** Findings looked through before others get a turn. */
const LOOKED_THROUGH = 2000;

interface Members {
  readonly total: CodeTotal;
  /** Positions in the list of all. */
  readonly all: Uint32Array;
  matching: Uint32Array;
}

/** Findings of a file by code, of which those are handed out that are in sight. */
export class FindingList {
  readonly #groups: Members[];
  #filtering = 0;

  /**
   * @param diagnostics in file order
   * @param totals codes in the order in which they are shown, with how often they occur
   */
  constructor(
    private readonly diagnostics: readonly Diagnostic[],
    totals: readonly CodeTotal[],
  ) {
    const positions = new Map<string, number[]>();
    for (const [index, finding] of diagnostics.entries()) {
      const list = positions.get(groupKey(finding));
      if (list === undefined) positions.set(groupKey(finding), [index]);
      else list.push(index);
    }
    this.#groups = totals.map((total) => {
      const all = Uint32Array.from(positions.get(groupKey(total)) ?? []);
      return { total, all, matching: all };
    });
  }

  get length(): number {
    return this.diagnostics.length;
  }

  /**
   * Keeps what passes, for `page`.
   * @param turn lets others do something now and then
   * @returns the codes of which something passes, or null where another filter was set meanwhile
   */
  async filter(
    { severities, text }: FindingFilter,
    turn?: () => Promise<void> | undefined,
  ): Promise<readonly FindingGroup[] | null> {
    const number = ++this.#filtering;
    const wanted = text.trim().toLowerCase();
    const found: Uint32Array[] = [];
    for (const { total, all } of this.#groups) {
      if (!severities.includes(total.severity)) found.push(all.subarray(0, 0));
      else if (wanted === '' || total.code.includes(wanted)) found.push(all);
      else {
        const kept: number[] = [];
        for (const [nth, index] of all.entries()) {
          if (nth % LOOKED_THROUGH === LOOKED_THROUGH - 1) {
            await turn?.();
            if (number !== this.#filtering) return null;
          }
          if (hasText(this.diagnostics[index] as Diagnostic, wanted)) kept.push(index);
        }
        found.push(Uint32Array.from(kept));
      }
    }
    for (const [place, group] of this.#groups.entries()) group.matching = found[place] as Uint32Array;
    return this.#groups
      .filter(({ matching }) => matching.length > 0)
      .map(({ total: { code, severity, count }, all, matching }) => ({
        code,
        summary: summaryOf(code),
        severity,
        total: count,
        listed: all.length,
        matching: matching.length,
      }));
  }

  /** Findings of a code that pass the filter, in file order: those from `from` up to `to`. */
  page(code: string, severity: Severity, from: number, to: number): Diagnostic[] {
    const group = this.#groups.find(({ total }) => total.code === code && total.severity === severity);
    const positions = group?.matching.subarray(Math.max(0, from), Math.max(0, to)) ?? [];
    return Array.from(positions, (index) => this.diagnostics[index] as Diagnostic);
  }

  /** The first findings that begin in a stretch of the file, whatever passes the filter. */
  within(offset: number, end: number, most: number): Diagnostic[] {
    const { diagnostics } = this;
    let low = 0;
    let high = diagnostics.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((diagnostics[middle] as Diagnostic).offset < offset) low = middle + 1;
      else high = middle;
    }
    const found: Diagnostic[] = [];
    for (let at = low; at < diagnostics.length && found.length < most; at++) {
      const finding = diagnostics[at] as Diagnostic;
      if (finding.offset >= end) break;
      found.push(finding);
    }
    return found;
  }
}

function hasText({ path, message }: Diagnostic, wanted: string): boolean {
  return path.toLowerCase().includes(wanted) || message.toLowerCase().includes(wanted);
}

function summaryOf(code: string): string {
  const info = CATALOGUE.get(code);
  return info === undefined ? '' : textOf(info).summary;
}
