import type { FileReport } from 'protomdl';

export interface RunAnswer {
  readonly run: {
    readonly id: number;
    /** All runs of a source have the same number here. */
    readonly source: { readonly id: number; readonly uri: string };
    readonly engine: string;
    readonly releases: readonly string[];
    readonly created_ms: number;
    readonly problem: string | null;
  };
  readonly progress: {
    readonly state: string;
    readonly listed: number;
    readonly done: number;
    readonly reused: number;
    readonly open: number;
    readonly rate: number;
    readonly remaining: number | null;
    readonly workers: number;
    readonly verdicts: readonly [number, number, number];
  };
}

export interface Group {
  readonly name: string;
  readonly files: readonly [number, number, number];
}

export interface DetailAnswer extends RunAnswer {
  /** Settings that the results depend on, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly counts: {
    readonly verdicts: readonly [number, number, number];
    readonly codes: readonly {
      readonly severity: string;
      readonly code: string;
      readonly files: number;
      readonly findings: number;
    }[];
    readonly unreadable: readonly { readonly code: string; readonly files: number }[];
    readonly architectures: readonly Group[];
    readonly toolChains: readonly Group[];
    readonly releases: readonly {
      readonly release: string;
      readonly accepts: number;
      readonly rejects: number;
      readonly crashes: number;
      readonly hangs: number;
    }[];
  };
}

export interface FileRow {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly verdict: string;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly codes: readonly string[];
  readonly toolChain: string;
  readonly runtime: string;
}

/** A file with its report, by the run's settings and baseline. */
export interface FileAnswer {
  readonly name: string;
  readonly report: FileReport;
  /** True if the reader may open the file in the inspector. */
  readonly isOpenable: boolean;
}

/** Files of a run that match a filter, and the position of the next page. */
export interface FilesAnswer {
  readonly files: readonly FileRow[];
  readonly next: number | null;
}

export interface DifferenceAnswer {
  readonly differences: readonly {
    readonly objectId: number;
    readonly contentChanged: boolean;
    readonly uri: string;
    readonly kind: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly newCodes: readonly { readonly severity: string; readonly code: string }[];
    readonly goneCodes: readonly { readonly severity: string; readonly code: string }[];
    readonly nowRefusedBy: readonly string[];
    readonly nowAcceptedBy: readonly string[];
  }[];
  /** Numbers of objects by kind of difference, over all compared objects. */
  readonly sums: Readonly<Record<'worse' | 'better' | 'changed' | 'unknown' | 'added' | 'gone', number>>;
  /** True if not all objects were compared, or if not all differences are shown. */
  readonly more: boolean;
  /** Settings in which the runs differ; the text is empty for a run without the setting. */
  readonly settings: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}
