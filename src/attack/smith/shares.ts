/** The content of one part of a model: a preliminary configuration or a context. */
export interface FeatureShare {
  /** Index of its first configuration write, and their number. */
  readonly firstBlob: number;
  readonly blobs: number;
  /** Number of actions, without configuration writes and actions that let data in. */
  readonly actions: number;
}

/**
 * Length of a row of configuration writes: compilers then wait for a module, and loaders count the writes in
 * a row.
 */
export const BLOB_ROW = 16;

/**
 * Divides the content of a model among its parts, without a remainder. A preliminary configuration has twice
 * the configuration writes of a context, and half of its actions.
 */
export class Shares {
  #blobWeight = 0;
  #actionWeight = 0;

  constructor(
    private readonly blobs: number,
    private readonly actions: number,
    private readonly blobWeights: number,
    private readonly actionWeights: number,
  ) {}

  /** Returns the next part's share, in the order of the file. */
  next(isPreliminary: boolean): FeatureShare {
    const firstBlob = this.#part(this.blobs, this.#blobWeight, this.blobWeights);
    const firstAction = this.#part(this.actions, this.#actionWeight, this.actionWeights);
    this.#blobWeight += isPreliminary ? 2 : 1;
    this.#actionWeight += isPreliminary ? 1 : 2;
    return {
      firstBlob,
      blobs: this.#part(this.blobs, this.#blobWeight, this.blobWeights) - firstBlob,
      actions: this.#part(this.actions, this.#actionWeight, this.actionWeights) - firstAction,
    };
  }

  /** Whole numbers under 2^53: counts of a file that fits in 2^46 bytes, times a few thousand parts. */
  #part(total: number, weight: number, weights: number): number {
    return Math.floor((total * weight) / weights);
  }
}
