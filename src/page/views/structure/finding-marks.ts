import type { Diagnostic, Severity } from '../../../base/diagnostics/diagnostic.js';
import type { Part } from '../../../show/inspect/part.js';

/** Offsets of the errors and warnings that mark rows of a tree. */
export class FindingMarks {
  readonly #offsets: Float64Array;
  /** Number of errors before each finding; the last entry is the number of all errors. */
  readonly #errors: Uint32Array;

  /** @param findings in file order */
  constructor(findings: readonly Diagnostic[]) {
    const marked = findings.filter(({ severity }) => severity !== 'info');
    // A finding of length 0 is at the end of the data, and is counted at the byte before, so that it is
    // inside of a part.
    const offset = (finding: Diagnostic): number =>
      finding.length === 0 ? Math.max(0, finding.offset - 1) : finding.offset;
    marked.sort((one, other) => offset(one) - offset(other));
    this.#offsets = Float64Array.from(marked, offset);
    this.#errors = new Uint32Array(marked.length + 1);
    marked.forEach(({ severity }, at) => {
      this.#errors[at + 1] = (this.#errors[at] as number) + (severity === 'error' ? 1 : 0);
    });
  }

  /** Returns the worst severity of the findings that begin in a part; null without findings. */
  worstIn({ offset, length }: Pick<Part, 'offset' | 'length'>): Severity | null {
    const from = this.#placeOf(offset);
    const end = this.#placeOf(offset + length);
    if (from === end) return null;
    return (this.#errors[end] as number) > (this.#errors[from] as number) ? 'error' : 'warning';
  }

  #placeOf(offset: number): number {
    let low = 0;
    let high = this.#offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#offsets[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
