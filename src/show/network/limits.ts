/** Limits for reading the compiler's notes, in which a hostile file may have anything. */

/** Limit for the size of the notes, which are read as a whole; real files have up to 2 MiB. */
export const MAX_NOTES_BYTES = 64 * 1024 * 1024;

/** The largest real network has 256 layers; drawing more layers than this limit would take minutes. */
export const MAX_LAYERS = 16_384;

export const MAX_EDGES = 65_536;

/** Limit for the shapes, predecessors or names of one layer. */
export const MAX_OF_LAYER = 4096;

/** Limit for the shapes, predecessors and names of all layers together. */
export const MAX_OF_ALL_LAYERS = 262_144;

/** Limit for hardware elements; real files have about 1,000 for a network of 200 layers. */
export const MAX_ELEMENTS = 262_144;

/** Limit for the characters of a name. */
export const MAX_NAME = 1024;

/** Limit for the steps of the schedule: a real one has up to 110,000. Each takes 16 bytes. */
export const MAX_STEPS = 2_000_000;
