import type { Release } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Policy } from '../../base/diagnostics/policy.js';
import type { Severity } from '../../base/diagnostics/severity.js';
import type { RuntimeVerdicts } from '../runtime/verdict.js';

/** No errors, errors, or no way to tell. */
export type Verdict = 'valid' | 'invalid' | 'unreadable';

/** Whether the checksum of the frame was looked at: `none` where there is none to check (a bare message). */
export type ChecksumState = 'verified' | 'mismatch' | 'skipped' | 'none';

/** What validation says of one file: the report's `files[]` entry, but for its `path`. */
export interface FileReport {
  /** What came of it. Warnings leave a file valid. */
  readonly verdict: Verdict;
  /** Set exactly when `verdict` is `unreadable`. */
  readonly error: {
    /** Of the `ProtomdlError`: `source-not-seekable`. */
    readonly code: string;
    /** What happened, in a line. */
    readonly message: string;
  } | null;
  /** What is around the message. */
  readonly container: {
    /** What the file is. */
    readonly framing: 'bare' | 'framed';
    /** Container version; null when bare. */
    readonly version: number | null;
    /** What became of the header's checksum. */
    readonly checksum: ChecksumState;
  };
  /** `read` counts bytes taken from the source. */
  readonly bytes: {
    /** Bytes of the file. */
    readonly size: number;
    /** Bytes that were asked of the source: fewer where blobs were skipped. */
    readonly read: number;
  };
  /** Exact, also where the listing was capped. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Whether `maxPerCode` left occurrences out of `diagnostics`. */
  readonly diagnosticsCapped: boolean;
  /** Ordered by (offset, length, code). */
  readonly diagnostics: readonly Diagnostic[];
  /** Exact counts by code; what `diagnostics` lists may be fewer. */
  readonly totals?: readonly CodeTotal[];
  /** What the releases that were asked about would do with the file. */
  readonly runtime?: RuntimeVerdicts;
  /** The releases that are to load the file: then it is valid exactly when all of them do. */
  readonly targets?: readonly Release[];
  /** The device that is to run it. */
  readonly device?: string;
  /** `header.hw_arch`, where releases were asked about and the header could be read. */
  readonly architecture?: number;
  /** What else the file is, where it is no model: `a PNG picture`. */
  readonly lookalike?: string;
  /** Findings that the policy left out by their place, or because the baseline has them. */
  readonly suppressed?: number;
}

/** How a file is validated. */
export interface ValidateOptions {
  /** `auto` (default): framed when the magic is there. */
  readonly framing?: 'auto' | 'bare' | 'framed';
  /** Verify the frame's checksum (default true): the one check that has to read every byte. */
  readonly checksum?: boolean;
  /** How many findings of one code are listed per file (default 20). */
  readonly maxPerCode?: number;
  /** What the file's name says that it is; for predictions: a bare message under the name of a framed file gets what a loader makes of it. */
  readonly named?: 'framed';
  /** Releases of the runtime whose verdict is to be predicted (default: none). */
  readonly runtimes?: readonly Release[];
  /** The device that is to run the file, by the name that `deviceNamed` gives it (default: none is asked about). */
  readonly device?: string;
  /** Severities, ignores, targets and a baseline (default: everything as the catalogue has it). */
  readonly policy?: Policy | undefined;
  /** Window to read through, in bytes; 64 to 2^30. For tests and tuning: reports do not depend on it. */
  readonly windowSize?: number;
}
