import { type Diagnostic, SEVERITIES } from '../../../base/diagnostics/diagnostic.js';
import type { Part } from '../../../show/inspect/part.js';
import type { Validation } from '../../state/validation.svelte.js';
import { FindingMarks } from './finding-marks.js';
import { Newest } from './newest.js';

/** Limit on findings that mark rows of the tree; enough to show the reader the places. */
const MOST_MARKS = 2000;
/** Limit on shown findings of a part. */
const MOST_SHOWN = 50;

/** Findings about the parts of a file, as far as validation has reported them. */
export class PartFindings {
  marks = $state.raw(new FindingMarks([]));
  /** Findings in the selected part. */
  shown = $state.raw<readonly Diagnostic[]>([]);
  /** True if the part has more findings than are shown. */
  hasMore = $state(false);
  readonly #newestMarks = new Newest();
  readonly #newestShown = new Newest();

  constructor(
    private readonly validation: Validation,
    private readonly size: number,
  ) {}

  /** Requests the offsets of the last report's findings. */
  mark(): void {
    const { validator, report } = this.validation;
    if (validator === null || report === null) return;
    this.#newestMarks.ask(async () => {
      // Without a result there are no marks: problems of the validation are shown elsewhere.
      const findings = await validator.within(0, this.size + 1, MOST_MARKS).catch(() => []);
      this.marks = new FindingMarks(findings);
    });
  }

  /** Requests the findings in a part. */
  show({ offset, length, path }: Part): void {
    const { validator, report } = this.validation;
    if (validator === null || report === null) return;
    this.#newestShown.ask(async () => {
      const found = await validator.within(offset, offset + length + 1, MOST_MARKS).catch(() => []);
      if (this.#newestShown.isStale) return;
      // A finding just after the part belongs to the part only if the finding's length is 0: it marks data
      // that was cut off.
      const inside = found.filter((finding) => finding.offset < offset + length || finding.length === 0);
      this.hasMore = inside.length > MOST_SHOWN;
      // Sorted by severity; within a severity, findings about the part itself come first, then in file order.
      const weight = ({ severity, path: of }: Diagnostic): number =>
        2 * SEVERITIES.indexOf(severity) + (of === path ? 0 : 1);
      this.shown = inside.toSorted((a, b) => weight(a) - weight(b)).slice(0, MOST_SHOWN);
    });
  }
}
