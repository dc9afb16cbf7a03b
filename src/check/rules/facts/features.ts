import type { FileFacts } from './file.js';

// Numbers of ProtoMDLExtensionType.
export const PADDED_DDR_BUFFERS = 3;
export const IS_MULTI_CONTEXTS = 4;
const MULTI_NETWORK_VARIABLE_BATCH_SIZE = 8;
/**
 * The compiler has padded the layers. This extension was optional at first; releases from 4.16 on also accept
 * it in the mandatory list.
 */
export const HW_PADDING = 11;
const PRELIMINARY_RUN_ASAP = 12;
export const NET_FLOW = 13;
export const NMS_OUTPUT_BURST = 19;
const DUAL_DIRECTION_STREAM_INDEX = 20;
export const OUTPUT_SCALE_PER_FEATURE = 25;

/** The optional extensions that releases use. Releases ignore all other optional extensions. */
export const HEEDED_OPTIONAL: readonly number[] = [MULTI_NETWORK_VARIABLE_BATCH_SIZE, HW_PADDING];

/** True if extensions count: older files list their features in `included_features`. */
export function isVersioned(file: FileFacts): boolean {
  return (file.header?.version.value ?? 0) > 0;
}

export function hasExtension(file: Pick<FileFacts, 'extensions'>, type: number): boolean {
  return file.extensions.some(({ typeIndex }) => typeIndex === type);
}

/**
 * True if loaders use `network_index`, which requires an extension, and a header version that supports
 * extensions.
 */
export function isMultiNetwork(file: FileFacts): boolean {
  return (
    isVersioned(file) &&
    file.optionalExtensions.some(({ typeIndex }) => typeIndex === MULTI_NETWORK_VARIABLE_BATCH_SIZE)
  );
}

/**
 * True if DDR buffers are padded. Releases from 4.8 on refuse buffers without padding. Files without a header
 * version have this flag in `included_features`.
 */
export function hasPaddedDdr(file: FileFacts): boolean {
  return isVersioned(file)
    ? hasExtension(file, PADDED_DDR_BUFFERS)
    : (file.includedFeatures?.paddedDdrBuffers.value ?? 0) !== 0;
}

/** True if the preliminary configuration starts the first context's inputs. */
export function runsAsap(file: FileFacts): boolean {
  return isVersioned(file) && hasExtension(file, PRELIMINARY_RUN_ASAP);
}

/** True if an input and an output may share a sys_index. */
export function isDualDirection(file: Pick<FileFacts, 'extensions'>): boolean {
  return hasExtension(file, DUAL_DIRECTION_STREAM_INDEX);
}

/** True if groups are graphs of ops, with post-processing that names their outputs. */
export function isNetFlow(file: FileFacts): boolean {
  return hasExtension(file, NET_FLOW);
}

/** True if boxes leave the device in bursts. */
export function hasNmsBurst(file: FileFacts): boolean {
  return isVersioned(file) && hasExtension(file, NMS_OUTPUT_BURST);
}

export function hasScalePerFeature(file: FileFacts): boolean {
  return isVersioned(file) && hasExtension(file, OUTPUT_SCALE_PER_FEATURE);
}
