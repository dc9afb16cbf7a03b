import { type Diagnostic, SEVERITIES } from '../../../base/diagnostics/diagnostic.js';
import type { Part } from '../../../show/inspect/part.js';
import type { Validation } from '../../state/validation.svelte.js';
import { FindingMarks } from './finding-marks.js';
import { Newest } from './newest.js';

/** Maximum number of findings that mark rows of the tree. */
const MOST_MARKS = 2000;
const MOST_SHOWN = 50;

/** Findings about the parts of a file, as reported by validation until now. */
export class PartFindings {
  marks = $state.raw(new FindingMarks([]));
  shown = $state.raw<readonly Diagnostic[]>([]);
  hasMore = $state(false);
  readonly #newestMarks = new Newest();
  readonly #newestShown = new Newest();

  constructor(
    private readonly validation: Validation,
    private readonly size: number,
  ) {}

  /** Requests the findings of the last report, to mark rows of the tree. */
  mark(): void {
    const { validator, report } = this.validation;
    if (validator === null || report === null) return;
    this.#newestMarks.ask(async () => {
      // If validation has failed, rows have no marks; another part of the page reports the failure.
      const findings = await validator.within(0, this.size + 1, MOST_MARKS).catch(() => []);
      this.marks = new FindingMarks(findings);
    });
  }

  show({ offset, length, path }: Part): void {
    const { validator, report } = this.validation;
    if (validator === null || report === null) return;
    this.#newestShown.ask(async () => {
      const found = await validator.within(offset, offset + length + 1, MOST_MARKS).catch(() => []);
      if (this.#newestShown.isStale) return;
      // At the end of the part, only a finding of length 0 belongs to the part: such a finding marks
      // truncated data.
      const inside = found.filter((finding) => finding.offset < offset + length || finding.length === 0);
      this.hasMore = inside.length > MOST_SHOWN;
      // Findings are sorted by severity, then findings about the part itself before others, then by file
      // order.
      const weight = ({ severity, path: of }: Diagnostic): number =>
        2 * SEVERITIES.indexOf(severity) + (of === path ? 0 : 1);
      this.shown = inside.toSorted((a, b) => weight(a) - weight(b)).slice(0, MOST_SHOWN);
    });
  }
}
