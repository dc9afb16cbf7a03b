// Limits of remembered facts, so that a hostile file cannot fill the memory. Elements beyond a limit are
// still scanned and counted; `check-incomplete` reports that rules across records did not check these
// elements.

/**
 * Maximum number of distinct values of indices in a file, where each context is counted separately. Hardware
 * has 32 streams, 4 channels and 8 networks.
 */
export const MAX_REFERENCE_VALUES = 16_384;
/** Maximum number of places of references, in addition to one place for each value. */
export const MAX_REFERENCE_PLACES = 16_384;
/**
 * Maximum number of network groups in a file. Real files have one group; runtimes refuse more than 8 groups
 * (32 from 4.10 on).
 */
export const MAX_CHECKED_GROUPS = 1024;
/**
 * Maximum number of core ops in a file: groups, their variants for parts of a device, and the core ops of
 * their graphs.
 */
export const MAX_CORE_OPS = 2048;
/** Maximum number of contexts in a file. All runtimes refuse more than 1021 contexts in a group. */
export const MAX_CHECKED_CONTEXTS = 4096;
/**
 * Maximum number of edge layers and fused layers in a file. Runtimes up to 4.11 refuse more than 255 layers
 * in a context.
 */
export const MAX_CHECKED_LAYERS = 16_384;
/**
 * Maximum number of bytes of the layers' records, which are kept to be parsed again. A real record has 150 to
 * 400 bytes.
 */
export const MAX_LAYER_BYTES = 4 * 1024 * 1024;
/**
 * Maximum number of leaves of muxes in a file. Runtimes accept 4 predecessors for each mux, and 32 layers in
 * one tree.
 */
export const MAX_LEAVES = 16_384;
/** Maximum number of names in lists of networks and of outputs. */
export const MAX_CHECKED_NAMES = 16_384;
/** Maximum number of entries of each list at the root: extensions, external resources. */
export const MAX_ROOT_ENTRIES = 4096;
/**
 * Maximum number of words of 32 neighbouring ids in a set. The words hold 2^23 dense ids, or at least 2^18
 * sparse ids.
 */
export const MAX_ID_WORDS = 1 << 18;
/**
 * Maximum number of ids whose places are remembered, per core op and kind: a finding about a repeated id can
 * name these places.
 */
export const MAX_ID_PLACES = 1 << 16;
/** Maximum number of repeated ids of a core op; each new id is compared with the repeated ids. */
export const MAX_REPEATED_IDS = 1024;
/**
 * Maximum number of channels whose runs of configuration writes are counted separately. Loaders accept 4
 * channels, later loaders 24.
 */
export const MAX_RUN_CHANNELS = 256;
/** Maximum number of consecutive writes to one channel that a loader accepts. */
export const MAX_WRITE_RUN = 65_535;
