import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Severity } from '../../../base/diagnostics/severity.js';
import type { Part } from '../../../show/inspect/part.js';

/** Where findings are, so that rows of a tree can be marked: errors and warnings, not remarks. */
export class FindingMarks {
  readonly #offsets: Float64Array;
  /** How many errors are in front of each, and at the end. */
  readonly #errors: Uint32Array;

  /** @param findings in file order */
  constructor(findings: readonly Diagnostic[]) {
    const marked = findings.filter(({ severity }) => severity !== 'info');
    // What has no length is at the end of what is there: at its last byte, if it is to be inside of anything.
    const offset = (finding: Diagnostic): number =>
      finding.length === 0 ? Math.max(0, finding.offset - 1) : finding.offset;
    marked.sort((one, other) => offset(one) - offset(other));
    this.#offsets = Float64Array.from(marked, offset);
    this.#errors = new Uint32Array(marked.length + 1);
    marked.forEach(({ severity }, at) => {
      this.#errors[at + 1] = (this.#errors[at] as number) + (severity === 'error' ? 1 : 0);
    });
  }

  /** The worst of what begins in a part; null where nothing does. */
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
