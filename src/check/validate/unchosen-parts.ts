import { type Finding, findingPath, type Report } from '../../base/diagnostics/diagnostic.js';
import type { EdgeLayerView, EdgeView } from '../../read/model/edge-layer.gen.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { EdgeFacts } from '../rules/facts/edge.js';

/** Maximum number of findings that wait. Further findings of a hostile layer are reported at once. */
const MAX_WAITING = 4096;

/** A finding of a part or of a field of the part, and the offset of the part. */
interface Waiting {
  readonly finding: Finding;
  readonly part: number;
}

/**
 * Findings about parts of muxes and images. The findings wait for the end of the edge layer: a later member
 * of the layer's oneof may replace the member with the parts, so that no parser keeps the parts.
 */
export class UnchosenParts {
  #waiting: Waiting[] = [];
  #report: Report = () => {};
  #scanner!: Scanner;

  readonly #wait: Report = (finding) => {
    // The path of the finding is computed at once, because the scanner will have moved when the finding is
    // reported.
    if (this.#waiting.length < MAX_WAITING)
      this.#waiting.push({
        finding: { ...finding, path: findingPath(finding) },
        part: this.#scanner.span.offset,
      });
    else this.#report(finding);
  };

  /** Returns a report function for findings of the ending part, or of its fields. */
  at(scanner: Scanner): Report {
    this.#scanner = scanner;
    return this.#wait;
  }

  start(report: Report): void {
    this.#report = report;
    this.#waiting = [];
  }

  /** Reports the waiting findings of an ending edge layer, without the findings of replaced parts. */
  settle(edge: EdgeFacts): void {
    if (this.#waiting.length === 0) return;
    const last = partsOf(edge.view, new Set());
    const isInside = (part: number) => part >= edge.offset && part < edge.offset + edge.length;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { finding, part } of waiting) if (!isInside(part) || last.has(part)) this.#report(finding);
  }

  /** Reports all waiting findings, because their edge layer could not be read. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const { finding } of waiting) this.#report(finding);
  }
}

function partsOf({ layerMux, layerPlanes }: EdgeLayerView | EdgeView, offsets: Set<number>): Set<number> {
  const parts = layerMux?.predecessors ?? layerPlanes?.planes ?? [];
  parts.forEach((part: EdgeView) => {
    offsets.add(part.span.offset);
    partsOf(part, offsets);
  });
  return offsets;
}
