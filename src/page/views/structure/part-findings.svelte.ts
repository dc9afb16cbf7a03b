import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { SEVERITIES } from '../../../base/diagnostics/severity.js';
import type { Part } from '../../../show/inspect/part.js';
import type { Validation } from '../../state/validation.svelte.js';
import { FindingMarks } from './finding-marks.js';
import { Newest } from './newest.js';

/** Findings that mark rows of the tree: enough to see where to look. */
const MOST_MARKS = 2000;
/** Findings that are shown of a part. */
const MOST_SHOWN = 50;

/** What validation says about the parts of a file, as far as it has said anything yet. */
export class PartFindings {
  marks = $state.raw(new FindingMarks([]));
  /** In the part that is selected. */
  shown = $state.raw<readonly Diagnostic[]>([]);
  /** Whether there are more than are shown. */
  hasMore = $state(false);
  readonly #newestMarks = new Newest();
  readonly #newestShown = new Newest();

  constructor(
    private readonly validation: Validation,
    private readonly size: number,
  ) {}

  /** Asks where findings are, of the last report. */
  mark(): void {
    const { validator, report } = this.validation;
    if (validator === null || report === null) return;
    this.#newestMarks.ask(async () => {
      // Where there are no answers there is no mark: what is wrong with validation is said elsewhere.
      const findings = await validator.within(0, this.size + 1, MOST_MARKS).catch(() => []);
      this.marks = new FindingMarks(findings);
    });
  }

  /** Asks what is found in a part. */
  show({ offset, length, path }: Part): void {
    const { validator, report } = this.validation;
    if (validator === null || report === null) return;
    this.#newestShown.ask(async () => {
      const found = await validator.within(offset, offset + length + 1, MOST_MARKS).catch(() => []);
      if (this.#newestShown.isStale) return;
      // Just after it is where what was cut off would go on; what has a length there is the next one's.
      const inside = found.filter((finding) => finding.offset < offset + length || finding.length === 0);
      this.hasMore = inside.length > MOST_SHOWN;
      // What weighs most comes first, of that what is about the part itself, and then the order of the file.
      const weight = ({ severity, path: of }: Diagnostic): number =>
        2 * SEVERITIES.indexOf(severity) + (of === path ? 0 : 1);
      this.shown = inside.toSorted((a, b) => weight(a) - weight(b)).slice(0, MOST_SHOWN);
    });
  }
}
