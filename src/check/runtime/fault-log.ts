import { type Finding, pathOf, type Report } from '../../base/diagnostics/diagnostic.js';
import type { Severity } from '../../base/diagnostics/severity.js';
import type { Span } from '../../base/diagnostics/span.js';

/** A finding as predictions need it. */
export interface LoggedFinding {
  readonly code: string;
  readonly severity: Severity | undefined;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly message: string | (() => string);
  readonly args: readonly string[] | undefined;
  /** Only predictions use it: no report has it. */
  readonly unlisted: boolean;
  /** Path of the first related place: of bytes that are missing, the outermost record that claims them. */
  readonly cause: string | undefined;
  /** Paths of all related places: of a oneof with several members, those that were overwritten. */
  readonly overwritten: readonly string[];
}

const NO_PATHS: readonly string[] = [];
/** Of one code; files of which each part has a fault of its own are small. */
const MAX_OF_CODE = 256;

/** Remembers what was found, whatever the user's settings make of it. */
export class FaultLog {
  readonly #byCode = new Map<string, LoggedFinding[]>();

  /** @returns a report that goes on to `report` */
  listening(report: Report): Report {
    return (finding) => {
      this.add(finding);
      if (finding.unlisted === undefined) report(finding);
    };
  }

  add(finding: Finding): void {
    const { code } = finding;
    let known = this.#byCode.get(code);
    if (known === undefined) {
      known = [];
      this.#byCode.set(code, known);
    }
    // Before anything else is asked: hostile files have tens of thousands.
    if (known.length === MAX_OF_CODE) return;
    const { severity, offset, length, message, args, related, unlisted } = finding;
    const places = (typeof related === 'function' ? related() : related) ?? [];
    known.push({
      code,
      severity,
      offset,
      length,
      message,
      args,
      unlisted: unlisted === true,
      path: pathOf(finding),
      cause: places[0]?.path,
      overwritten: code === 'oneof-multiple-members' ? places.map(({ path }) => path) : NO_PATHS,
    });
  }

  clear(): void {
    this.#byCode.clear();
  }

  of(code: string): readonly LoggedFinding[] {
    return this.#byCode.get(code) ?? [];
  }

  /** Those of a code whose records lie in a place. */
  within(code: string, { offset, length }: Span): readonly LoggedFinding[] {
    return this.of(code).filter((one) => one.offset >= offset && one.offset + one.length <= offset + length);
  }

  has(code: string): boolean {
    return this.#byCode.has(code);
  }

  get codes(): Iterable<string> {
    return this.#byCode.keys();
  }
}
