import type { FramingMode } from '../../base/container/detect.js';
import { openContainer } from '../../base/container/open.js';
import type { Source } from '../../base/source/source.js';
import type { FileReport } from '../../check/validate/file-report.js';
import { type EngineOptions, validate } from '../../check/validate/validate.js';
import { CorpusCensus } from './census.js';
import { type CensusPlan, censusPlanOf } from './census-plan.js';
import { type CONTAINERS, modelFeatures } from './features.js';

let cached: CensusPlan | undefined;

export function modelCensus(): CorpusCensus {
  cached ??= censusPlanOf(modelFeatures());
  return new CorpusCensus(cached);
}

/** The features that one file exercises. */
export interface FileFeatures {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Occurrences, by feature of `modelFeatures()`. */
  readonly counts: Float64Array;
  /** Validation report of the file. */
  readonly report: FileReport;
}

/**
 * Counts the features of a file: the outline of its message has the records, and a validation counts the
 * findings. The source must have random access; it stays open.
 * @throws ProtomdlError `model-too-large`, and the codes of the source
 */
export async function countFeatures(source: Source, options: EngineOptions = {}): Promise<FileFeatures> {
  const report = await validate(source, options);
  const { size } = report.bytes;
  const census = modelCensus();
  const space = modelFeatures();
  const message = await locate(source, size, options.framing);
  if (message !== undefined) await census.take(source, message.from, message.end);
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

/** Returns the range of the message in the file; undefined if the header does not determine the range. */
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
