/** What falls to one of the parts of a model: its preliminary configurations and its contexts. */
export interface Share {
  /** The first of its configuration writes, and how many there are. */
  readonly firstBlob: number;
  readonly blobs: number;
  /** Actions besides configuration writes and those that let data in. */
  readonly actions: number;
}

/** A row of configuration writes is broken after so many: compilers wait for a module there, and loaders count a row. */
export const BLOB_ROW = 16;

/**
 * Divides what a model has among its parts, to the last one. Preliminary configurations have twice the
 * configuration writes of a context, and half of its actions.
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

  /** Has to be asked in the order of the file. */
  next(isPreliminary: boolean): Share {
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
