import type { ExtensionFacts, FileFacts } from './file.js';

// Numbers of ProtoMDLExtensionType.
export const PADDED_DDR_BUFFERS = 3;
export const IS_MULTI_CONTEXTS = 4;
export const MULTI_NETWORK_VARIABLE_BATCH_SIZE = 8;
/** Padding by the compiler: optional at first; from 4.16 on it is taken in the mandatory list too. */
export const HW_PADDING = 11;
export const PRELIMINARY_RUN_ASAP = 12;
export const NET_FLOW = 13;
export const NMS_OUTPUT_BURST = 19;
export const DUAL_DIRECTION_STREAM_INDEX = 20;
export const OUTPUT_SCALE_PER_FEATURE = 25;

/** The optional extensions that releases heed. They pass over all others. */
export const HEEDED_OPTIONAL: readonly number[] = [MULTI_NETWORK_VARIABLE_BATCH_SIZE, HW_PADDING];

/** `header.version`; 0 when absent, as readers take it. */
export function headerVersion(file: FileFacts): number {
  return file.header?.version.value ?? 0;
}

/** Whether extensions count: older files say what they use in `included_features`. */
export function isVersioned(file: FileFacts): boolean {
  return headerVersion(file) > 0;
}

function has(list: readonly ExtensionFacts[], type: number): boolean {
  return list.some(({ typeIndex }) => typeIndex === type);
}

export function hasExtension(file: Pick<FileFacts, 'extensions'>, type: number): boolean {
  return has(file.extensions, type);
}

/** Whether `network_index` means anything: the loader asks for an extension, and for a header that has them. */
export function isMultiNetwork(file: FileFacts): boolean {
  return headerVersion(file) > 0 && has(file.optionalExtensions, MULTI_NETWORK_VARIABLE_BATCH_SIZE);
}

/** Whether DDR buffers are padded, without which releases from 4.8 on refuse them. Files without a header version say it in `included_features`. */
export function hasPaddedDdr(file: FileFacts): boolean {
  return headerVersion(file) > 0
    ? hasExtension(file, PADDED_DDR_BUFFERS)
    : (file.includedFeatures?.paddedDdrBuffers.value ?? 0) !== 0;
}

/** Whether the preliminary configuration starts the first context's inputs. */
export function runsAsap(file: FileFacts): boolean {
  return headerVersion(file) > 0 && hasExtension(file, PRELIMINARY_RUN_ASAP);
}

/** Whether an input and an output may share a sys_index. */
export function isDualDirection(file: Pick<FileFacts, 'extensions'>): boolean {
  return hasExtension(file, DUAL_DIRECTION_STREAM_INDEX);
}

/** Whether groups are graphs of ops, whose outputs post-processing names. */
export function isNetFlow(file: FileFacts): boolean {
  return hasExtension(file, NET_FLOW);
}

/** Whether boxes leave the device in bursts. */
export function hasNmsBurst(file: FileFacts): boolean {
  return isVersioned(file) && hasExtension(file, NMS_OUTPUT_BURST);
}

/** Whether outputs have a scale for each feature. */
export function hasScalePerFeature(file: FileFacts): boolean {
  return isVersioned(file) && hasExtension(file, OUTPUT_SCALE_PER_FEATURE);
}
