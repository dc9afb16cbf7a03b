import {
  type Finding,
  findingPath,
  type Report,
  type Severity,
  type Span,
} from '../../base/diagnostics/diagnostic.js';

/** A finding, reduced to what predictions need. */
export interface LoggedFinding {
  readonly code: string;
  readonly severity: Severity | undefined;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly message: string | (() => string);
  readonly args: readonly string[] | undefined;
  /** True for a finding that only predictions use, and that no report lists. */
  readonly unlisted: boolean;
  /**
   * Path of the first related place. For missing bytes, this place is the outermost record that claims the
   * bytes.
   */
  readonly cause: string | undefined;
  /**
   * Paths of all related places. For a oneof with several members, these places are the overwritten members.
   */
  readonly overwritten: readonly string[];
}

const NO_PATHS: readonly string[] = [];
/** Maximum number of findings to keep per code; files with a fault in every part are small. */
const MAX_OF_CODE = 256;

/** Keeps all findings, regardless of the user's settings. */
export class FaultLog {
  readonly #byCode = new Map<string, LoggedFinding[]>();

  /** @returns a report function that adds each finding to this log, and also calls `report` */
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
    // This check comes first, because hostile files have tens of thousands of findings.
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
      path: findingPath(finding),
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
