import { codeText } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import { type Diagnostic, groupKey, type Severity } from '../../base/diagnostics/diagnostic.js';
import { CATALOGUE } from '../../check/rules/index.js';

/** Selection of findings. */
export interface FindingFilter {
  readonly severities: readonly Severity[];
  /** Text to find in code, path or message, in any case; empty for all findings. */
  readonly text: string;
}

/** Findings of one code and severity. */
export interface FindingGroup {
  readonly code: string;
  /** Short description of the problem. */
  readonly summary: string;
  readonly severity: Severity;
  /** Number of findings in the file. */
  readonly total: number;
  /** Number of listed findings. */
  readonly listed: number;
  /** Number of listed findings that pass the filter; `page` returns these. */
  readonly matching: number;
}

/** Findings that are filtered before other tasks get a turn. */
const LOOKED_THROUGH = 2000;

interface Members {
  readonly total: CodeTotal;
  /** Positions in the list of all findings. */
  readonly all: Uint32Array;
  matching: Uint32Array;
}

/** Findings of a file by code; returns those that are visible. */
export class FindingList {
  readonly #groups: Members[];
  #filtering = 0;

  /**
   * @param diagnostics in file order
   * @param totals codes in display order, with their counts
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
   * Keeps the findings that pass a filter, for `page`.
   * @param turn yields to other tasks now and then
   * @returns the codes of these findings, or null if another filter was set meanwhile
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

  /** Findings of a code that pass the filter, in file order: `from` up to `to`. */
  page(code: string, severity: Severity, from: number, to: number): Diagnostic[] {
    const group = this.#groups.find(({ total }) => total.code === code && total.severity === severity);
    const positions = group?.matching.subarray(Math.max(0, from), Math.max(0, to)) ?? [];
    return Array.from(positions, (index) => this.diagnostics[index] as Diagnostic);
  }

  /** First findings that begin in a part of the file, with or without passing the filter. */
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
