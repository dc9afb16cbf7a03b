import type { FileReport, Release } from 'protomdl';
import { unreadable } from 'protomdl/node';
import type { Origin } from './origin.js';
import { packReport } from './stored-report.js';

export const VERDICTS = ['valid', 'invalid', 'unreadable'] as const;

/** Returns true for an object that could be read. */
export function wasRead({ verdict }: Pick<ObjectResult, 'verdict'>): boolean {
  return VERDICTS[verdict] !== 'unreadable';
}

/** A code with its severity, and the number of its findings. */
export type CodeCount = readonly [severity: string, code: string, count: number];

/** Result of one object, in the form that threads send. The stored result has a number for each word. */
export interface ObjectResult {
  readonly objectId: number;
  readonly etag: string;
  readonly size: number;
  readonly bytesRead: number;
  readonly ms: number;
  readonly verdict: number;
  readonly error: string;
  readonly counts: readonly [errors: number, warnings: number, infos: number];
  readonly codes: readonly CodeCount[];
  readonly architecture: string;
  readonly toolChain: string;
  /** Verdicts of the releases, one letter for each release. */
  readonly runtime: string;
  readonly report: Uint8Array;
}

export interface Version {
  readonly objectId: number;
  readonly etag: string;
  readonly size: number;
}

/** Maximum of an integer column; larger counts are cut to this value. */
const MOST = 2 ** 31 - 1;

export function resultOf(
  { objectId, etag, size }: Version,
  report: FileReport,
  origin: Origin,
  releases: readonly Release[],
  ms: number,
): ObjectResult {
  const { verdict, error, counts, totals = [], bytes, runtime = {} } = report;
  return {
    objectId,
    etag,
    size: verdict === 'unreadable' ? size : bytes.size,
    bytesRead: bytes.read,
    ms: Math.round(ms * 100) / 100,
    verdict: VERDICTS.indexOf(verdict),
    error: error?.code ?? '',
    counts: [Math.min(counts.error, MOST), Math.min(counts.warning, MOST), Math.min(counts.info, MOST)],
    codes: totals.map(({ severity, code, count }) => [severity, code, Math.min(count, MOST)] as const),
    ...origin,
    runtime: releases.map((release) => runtime[release]?.verdict[0] ?? '-').join(''),
    report: packReport(report),
  };
}

/** Returns the result of an object that could not be read or validated. */
export function unreadableResult(version: Version, code: string, message: string, ms = 0): ObjectResult {
  return resultOf(version, unreadable(code, message), { architecture: '', toolChain: '' }, [], ms);
}
