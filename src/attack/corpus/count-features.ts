import type { FramingMode } from '../../base/container/detect.js';
import { openContainer } from '../../base/container/open.js';
import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import type { FileReport } from '../../check/validate/file-report.js';
import { type EngineOptions, validate } from '../../check/validate/validate.js';
import { Census } from './census.js';
import { type CensusPlan, censusPlanOf } from './census-plan.js';
import { type CONTAINERS, modelFeatures } from './features.js';

/** Window of a census, in bytes, and the first read in it and after a blob. */
const WINDOW_SIZE = 256 * 1024;
const FIRST_READ = 4096;
const HOP_READ = 256;

/** Bytes skipped past the window from which on the next read is a small one. */
const MIN_HOP = 2048;

let cached: CensusPlan | undefined;

/** A census of model files, which counts from 0. */
export function modelCensus(): Census {
  cached ??= censusPlanOf(modelFeatures());
  return new Census(cached);
}

/**
 * Takes a census of the message that begins at `from`. Strings and blobs are not read; synchronous as long as the
 * source answers at once.
 * @param end where the message ends by its header; infinite where only the end of the source says it
 * @throws ProtomdlError with a `source-*` code
 */
export async function takeCensus(
  census: Census,
  source: Source,
  from: number,
  end: number,
  windowSize = WINDOW_SIZE,
): Promise<void> {
  const buffer = new Uint8Array(windowSize + MAX_HEAD_BYTES);
  census.start(from, end);
  let base = from;
  let filled = 0;
  let chunk = FIRST_READ;
  let last = false;
  for (;;) {
    const asked = Math.min(chunk, windowSize - filled, end - base - filled);
    if (asked > 0) {
      const answer = source.read(base + filled, buffer.subarray(filled, filled + asked));
      const read = typeof answer === 'number' ? answer : await answer;
      filled += read;
      last = read < asked;
    }
    last ||= base + filled >= end;
    if (last) buffer.fill(0, filled, filled + MAX_HEAD_BYTES);
    if (census.run(buffer, base, filled, last) || last) return;
    const after = census.position - base;
    chunk = after - filled >= MIN_HOP ? HOP_READ : Math.min(chunk * 4, windowSize);
    if (after < filled) {
      buffer.copyWithin(0, after, filled);
      filled -= after;
      base = census.position;
    } else {
      base = Math.min(census.position, end);
      filled = 0;
    }
  }
}

/** What one file exercises. */
export interface FileFeatures {
  /** Bytes of the file. */
  readonly size: number;
  /** Occurrences, by feature of `modelFeatures()`. */
  readonly counts: Float64Array;
  /** What validation says of it. */
  readonly report: FileReport;
}

/**
 * Counts what a file exercises: its records, in a pass of its own, and its findings, by validating it. Memory does
 * not grow with the file. The source has to be one that can go back; it stays open.
 * @throws ProtomdlError with a `source-*` code
 */
export async function countFeatures(source: Source, options: EngineOptions = {}): Promise<FileFeatures> {
  const report = await validate(source, options);
  const { size } = report.bytes;
  const census = modelCensus();
  const space = modelFeatures();
  const message = await locate(source, size, options.framing);
  if (message !== undefined) await takeCensus(census, source, message.from, message.end);
  const counts = census.features();
  if (message !== undefined) counts[space.containers[message.container]] = 1;
  for (const { code, count } of report.totals ?? []) {
    const feature = space.codes.get(code);
    if (feature !== undefined) counts[feature] = count;
  }
  return { size, counts, report };
}

interface Location {
  readonly container: (typeof CONTAINERS)[number];
  readonly from: number;
  readonly end: number;
}

/** Where the message is; undefined where a header leads nowhere. */
async function locate(
  source: Source,
  size: number,
  framing: FramingMode = 'auto',
): Promise<Location | undefined> {
  const { detection } = await openContainer(source, framing);
  const { frame } = detection;
  if (frame === null) {
    return detection.framing === 'framed' ? undefined : { container: 'bare', from: 0, end: size };
  }
  const { version, form, messageOffset, protoSize } = frame;
  const container = version === 1 && form === 'md5' ? 'version-1-md5' : (`version-${version}` as const);
  return { container, from: messageOffset, end: Math.min(messageOffset + protoSize, size) };
}
