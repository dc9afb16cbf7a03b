import {
  FEATURE_KINDS,
  type Feature,
  type FeatureKind,
  type FeatureSpace,
  modelFeatures,
} from './features.js';

/** A feature, how often it occurs in a set of files, and in how many of them. */
export interface CoveredFeature extends Feature {
  /** How often it is there in all files. */
  readonly occurrences: number;
  /** Files that have it. */
  readonly files: number;
}

/** Features of one kind. */
export interface KindCoverage {
  /** The kind. */
  readonly kind: FeatureKind;
  /** Features there are. */
  readonly total: number;
  /** Features that some file has. */
  readonly covered: number;
}

/** What a set of files exercises, all features in the order of the schema and of the catalogue. */
export interface CoverageResult {
  /** Files that were added. */
  readonly files: number;
  /** Features there are. */
  readonly total: number;
  /** Features that some file has. */
  readonly covered: number;
  /** The same by kind, in the order of `FEATURE_KINDS`. */
  readonly kinds: readonly KindCoverage[];
  /** All features in the order of `modelFeatures()`, those that no file has among them. */
  readonly features: readonly CoveredFeature[];
}

/** Adds up what files exercise; takes no more memory for many than for one. */
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
   * @param counts of one file, by feature
   */
  add(counts: Float64Array): void {
    this.#count++;
    counts.forEach((count, feature) => {
      if (count === 0) return;
      this.#occurrences[feature] = (this.#occurrences[feature] as number) + count;
      this.#files[feature] = (this.#files[feature] as number) + 1;
    });
  }

  /** What was added so far comes to. */
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
