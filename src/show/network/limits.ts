/** Bounds on what is read of the compiler's notes, which a hostile file may fill with anything. */

/** Notes of real files have up to 2 MiB; they are read whole. */
export const MAX_NOTES_BYTES = 64 * 1024 * 1024;

/** The largest real network has 256 layers; a picture of more than these would take minutes. */
export const MAX_LAYERS = 16_384;

export const MAX_EDGES = 65_536;

/** Shapes, predecessors or names of one layer. */
export const MAX_OF_LAYER = 4096;

/** Shapes, predecessors and names of all layers together. */
export const MAX_OF_ALL_LAYERS = 262_144;

/** Pieces of hardware; real files have some 1,000 for a network of 200 layers. */
export const MAX_ELEMENTS = 262_144;

/** Text of a name that is kept. */
export const MAX_NAME = 1024;

/** Steps of the schedule: a real one has up to 110,000. Each takes 16 bytes. */
export const MAX_STEPS = 2_000_000;
