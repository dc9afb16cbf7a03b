import {
  FEATURE_KINDS,
  type FeatureKind,
  type FeatureSpace,
  type FileFeature,
  modelFeatures,
} from './features.js';

/** A feature with its number of occurrences in a set of files, and the number of files that have it. */
export interface CoveredFeature extends FileFeature {
  /** Number of occurrences in all files. */
  readonly occurrences: number;
  /** Number of files that have the feature. */
  readonly files: number;
}

/** Features of one kind. */
export interface KindCoverage {
  /** The kind. */
  readonly kind: FeatureKind;
  /** Number of features of this kind. */
  readonly total: number;
  /** Number of features that at least one file has. */
  readonly covered: number;
}

/** Coverage of a set of files; features are in the order of the schema and of the catalogue. */
export interface CoverageResult {
  /** Number of files added. */
  readonly files: number;
  /** Number of all features. */
  readonly total: number;
  /** Number of features that at least one file has. */
  readonly covered: number;
  /** Coverage by kind, in the order of `FEATURE_KINDS`. */
  readonly kinds: readonly KindCoverage[];
  /** All features in the order of `modelFeatures()`, including features that no file has. */
  readonly features: readonly CoveredFeature[];
}

/** Adds up the features of files; the memory does not depend on their number. */
export class Coverage {
  readonly #space: FeatureSpace;
  readonly #occurrences: Float64Array;
  readonly #files: Float64Array;
  #count = 0;

  constructor(space: FeatureSpace = modelFeatures()) {
    this.#space = space;
    this.#occurrences = new Float64Array(space.features.length);
    this.#files = new Float64Array(space.features.length);
  }

  /**
   * Adds a file.
   * @param counts occurrences in one file, by feature
   */
  add(counts: Float64Array): void {
    this.#count++;
    counts.forEach((count, feature) => {
      if (count === 0) return;
      this.#occurrences[feature] = (this.#occurrences[feature] as number) + count;
      this.#files[feature] = (this.#files[feature] as number) + 1;
    });
  }

  /** Returns the result for the files added until now. */
  result(): CoverageResult {
    const features = this.#space.features.map(({ kind, name }, i) => ({
      kind,
      name,
      occurrences: this.#occurrences[i] as number,
      files: this.#files[i] as number,
    }));
    const kinds = FEATURE_KINDS.map((kind) => {
      const ofKind = features.filter((feature) => feature.kind === kind);
      return { kind, total: ofKind.length, covered: ofKind.filter(({ files }) => files > 0).length };
    });
    return {
      files: this.#count,
      total: features.length,
      covered: kinds.reduce((sum, { covered }) => sum + covered, 0),
      kinds,
      features,
    };
  }
}
