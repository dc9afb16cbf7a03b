import type { Release } from '../../base/diagnostics/catalogue.js';
import type { CodeTotal } from '../../base/diagnostics/collector.js';
import type { Diagnostic, Severity } from '../../base/diagnostics/diagnostic.js';
import type { Policy } from '../../base/diagnostics/policy.js';
import type { FileUse } from '../runtime/device.js';
import type { RuntimeVerdicts } from '../runtime/verdict.js';

/** `valid` without errors, `invalid` with errors, or `unreadable`. */
export type Verdict = 'valid' | 'invalid' | 'unreadable';

/** Result of the frame's checksum: `none` if there is no checksum (a bare message). */
export type ChecksumState = 'verified' | 'mismatch' | 'skipped' | 'none';

/** Report on one file: an entry of the report's `files[]`, without its `path`. */
export interface FileReport {
  /** Result of the validation. Warnings leave a file valid. */
  readonly verdict: Verdict;
  /** The error of an unreadable file; null for other files. */
  readonly error: {
    /** Code of the `ProtomdlError`: `source-not-seekable`. */
    readonly code: string;
    /** Description of the error, in one line. */
    readonly message: string;
  } | null;
  /** The container around the message. */
  readonly container: {
    /** Framing of the file. */
    readonly framing: 'bare' | 'framed';
    /** Container version; null when bare. */
    readonly version: number | null;
    /** Result for the header's checksum. */
    readonly checksum: ChecksumState;
  };
  /** `read` counts bytes taken from the source. */
  readonly bytes: {
    /** Size of the file in bytes. */
    readonly size: number;
    /** Number of bytes requested from the source: fewer than `size` if blobs were skipped. */
    readonly read: number;
  };
  /** Exact number of findings by severity, even if `diagnostics` is capped. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** True if `maxPerCode` left occurrences out of `diagnostics`. */
  readonly diagnosticsCapped: boolean;
  /** Findings, ordered by offset, length and code. */
  readonly diagnostics: readonly Diagnostic[];
  /** Exact numbers of findings by code. `diagnostics` may have fewer findings. */
  readonly totals?: readonly CodeTotal[];
  /** Predictions for the requested releases. */
  readonly runtime?: RuntimeVerdicts;
  /**
   * The releases that should load the file. The file is valid exactly when all these releases load the file.
   */
  readonly targets?: readonly Release[];
  /** Devices that should run the file. */
  readonly devices?: readonly string[];
  /** Devices and releases with which the file can be used; only with the option `use`. */
  readonly use?: FileUse;
  /** `header.hw_arch`; only if releases were requested and the header could be read. */
  readonly architecture?: number;
  /**
   * Parts of the file that predictions do not check, each as a sentence; absent without predictions, and if
   * predictions check all parts.
   */
  readonly unchecked?: readonly string[];
  /** Kind of a file that is not a model: `a PNG picture`. */
  readonly lookalike?: string;
  /**
   * Number of findings that the policy left out because of their place, or because they are in the baseline.
   */
  readonly suppressed?: number;
  /**
   * True if the baseline has errors of this file. For such a file, the verdict `valid` means that the file
   * has no other errors.
   */
  readonly hasKnownErrors?: true;
}

/** Options of a validation. */
export interface ValidateOptions {
  /** Framing of the file. `auto` (default) means framed if the magic is present. */
  readonly framing?: 'auto' | 'bare' | 'framed';
  /** True to verify the frame's checksum (default: true), the only check that has to read every byte. */
  readonly checksum?: boolean;
  /** Number of findings of one code that are listed per file (default 20). */
  readonly maxPerCode?: number;
  /**
   * Framing according to the file's name, for predictions: a bare message named like a framed file gets the
   * result of a loader that reads it as framed.
   */
  readonly named?: 'framed';
  /**
   * Releases of the runtime for which to predict the result (default: none). `usual` stands for the usual
   * releases on devices that the file was compiled for.
   */
  readonly runtimes?: readonly Release[] | 'usual';
  /** Devices that should run the file, by the names that `deviceNamed` returns (default: none). */
  readonly devices?: readonly string[];
  /** True to report the devices and releases with which the file can be used (default: false). */
  readonly use?: boolean;
  /** Severities, ignores, targets and a baseline (default: as in the catalogue). */
  readonly policy?: Policy | undefined;
  /**
   * Size of the read window in bytes; 64 to 2^30. The option is for tests and tuning: reports do not depend
   * on this size.
   */
  readonly windowSize?: number;
}

/**
 * Returns options for a file by its name, as in the command. A loader reads a `.hef` file as framed,
 * regardless of its content, and predictions report the result.
 * @param path path, name or URL of the file; only the ending counts
 */
export function namedBy<Options extends ValidateOptions>(path: string, options: Options): Options {
  return path.toLowerCase().endsWith('.hef') ? { ...options, named: 'framed' } : options;
}

/** Returns the report of a file that could not be read or checked. */
export function unreadable(code: string, message: string): FileReport {
  return {
    verdict: 'unreadable',
    error: { code, message },
    container: { framing: 'bare', version: null, checksum: 'none' },
    bytes: { size: 0, read: 0 },
    counts: { error: 0, warning: 0, info: 0 },
    diagnosticsCapped: false,
    diagnostics: [],
  };
}
