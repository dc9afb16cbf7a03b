/** The share of one preliminary configuration or context in the content of a model. */
export interface FeatureShare {
  /** Index of the share's first configuration write, and number of its configuration writes. */
  readonly firstBlob: number;
  readonly blobs: number;
  /** Number of actions, except configuration writes and actions that let data in. */
  readonly actions: number;
}

/**
 * Maximum number of consecutive configuration writes. Compilers insert a wait for a module after such a row,
 * and loaders limit its length.
 */
export const BLOB_ROW = 16;

/**
 * Divides the content of a model among its preliminary configurations and contexts. A preliminary
 * configuration has twice the configuration writes of a context, and half of its actions.
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

  /**
   * Returns the part of a total that corresponds to a weight. The product is exact, because it is below 2^53:
   * a file of at most 2^46 bytes limits `total`, and a few thousand contexts limit the weights.
   */
  #part(total: number, weight: number, weights: number): number {
    return Math.floor((total * weight) / weights);
  }
}
