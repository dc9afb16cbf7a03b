import type { Release } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Policy } from '../../base/diagnostics/policy.js';
import type { Severity } from '../../base/diagnostics/severity.js';
import type { FileUse } from '../runtime/file-use.js';
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
  /** Devices that are to run it. */
  readonly devices?: readonly string[];
  /** Devices and releases that the file can be used with, where that was asked for. */
  readonly use?: FileUse;
  /** `header.hw_arch`, where releases were asked about and the header could be read. */
  readonly architecture?: number;
  /** Parts that predictions do not check, each as a sentence; absent where there are none, or nothing was predicted. */
  readonly unchecked?: readonly string[];
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
  /**
   * Releases of the runtime whose verdict is to be predicted (default: none). `usual` stands for those that people run on
   * devices that the file was compiled for.
   */
  readonly runtimes?: readonly Release[] | 'usual';
  /** Devices that are to run the file, by the names that `deviceNamed` gives them (default: none is asked about). */
  readonly devices?: readonly string[];
  /** True to report which devices and releases the file can be used with (default: false). */
  readonly use?: boolean;
  /** Severities, ignores, targets and a baseline (default: everything as the catalogue has it). */
  readonly policy?: Policy | undefined;
  /** Window to read through, in bytes; 64 to 2^30. For tests and tuning: reports do not depend on it. */
  readonly windowSize?: number;
}
