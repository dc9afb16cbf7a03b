import { codeText } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import { type Diagnostic, groupKey, type Severity } from '../../base/diagnostics/diagnostic.js';
import { CATALOGUE } from '../../check/rules/index.js';

export interface FindingFilter {
  readonly severities: readonly Severity[];
  /** Text that the code, path or message must contain, ignoring case; empty for all findings. */
  readonly text: string;
}

/** Numbers of findings of one code and severity. */
export interface FindingGroup {
  readonly code: string;
  /** Short description of the problem. */
  readonly summary: string;
  readonly severity: Severity;
  /** Number of findings in the file. */
  readonly total: number;
  readonly listed: number;
  /** Number of listed findings that match the filter, which are the findings that `page` returns. */
  readonly matching: number;
}

/** Number of findings to filter before other tasks may run. */
const LOOKED_THROUGH = 2000;

interface Members {
  readonly total: CodeTotal;
  readonly all: Uint32Array;
  matching: Uint32Array;
}

/** Findings of a file by code, with a filter. */
export class FindingList {
  readonly #groups: Members[];
  #filtering = 0;

  /**
   * @param diagnostics in file order
   * @param totals codes with their counts, in the order of the page
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
   * Selects the findings that `page` returns.
   * @param turn called from time to time, to let other tasks run
   * @returns the codes of the selected findings; null if another filter was set before this filter was
   * finished
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

  /** Returns findings `from` to `to` - 1 of a code that match the filter, in file order. */
  page(code: string, severity: Severity, from: number, to: number): Diagnostic[] {
    const group = this.#groups.find(({ total }) => total.code === code && total.severity === severity);
    const positions = group?.matching.subarray(Math.max(0, from), Math.max(0, to)) ?? [];
    return Array.from(positions, (index) => this.diagnostics[index] as Diagnostic);
  }

  /** Returns the first findings that begin in a part of the file, regardless of the filter. */
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
  return info === undefined ? '' : codeText(info).summary;
}
