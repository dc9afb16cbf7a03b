/** Limits for reading the compiler's notes of hostile files. */

/** Maximum size of the notes in bytes, because they are read as a whole. Real files have up to 2 MiB. */
export const MAX_NOTES_BYTES = 64 * 1024 * 1024;

/**
 * Maximum number of layers. The largest real network has 256 layers; drawing more layers than the limit would
 * take minutes.
 */
export const MAX_LAYERS = 16_384;

export const MAX_EDGES = 65_536;

/** Maximum number of shapes, of predecessors, and of names of one layer. */
export const MAX_OF_LAYER = 4096;

/** Maximum number of shapes, predecessors and names of all layers together. */
export const MAX_OF_ALL_LAYERS = 262_144;

/** Maximum number of hardware elements. Real files have about 1,000 elements for a network of 200 layers. */
export const MAX_ELEMENTS = 262_144;

export const MAX_NAME = 1024;

/**
 * Maximum number of steps in the schedule, which take 16 bytes each. Real schedules have up to 110,000 steps.
 */
export const MAX_STEPS = 2_000_000;
