import {
  FEATURE_KINDS,
  type Feature,
  type FeatureKind,
  type FeatureSpace,
  modelFeatures,
} from './features.js';

/** A feature, how often it occurs in a set of files, and in how many of them. */
export interface CoveredFeature extends Feature {
  readonly occurrences: number;
  readonly files: number;
}

export interface KindCoverage {
  readonly kind: FeatureKind;
  readonly total: number;
  readonly covered: number;
}

/** What a set of files exercises, all features in the order of the schema and of the catalogue. */
export interface CoverageResult {
  readonly files: number;
  readonly total: number;
  readonly covered: number;
  readonly kinds: readonly KindCoverage[];
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

  /** @param counts of one file, by feature */
  add(counts: Float64Array): void {
    this.#count++;
    counts.forEach((count, feature) => {
      if (count === 0) return;
      this.#occurrences[feature] = (this.#occurrences[feature] as number) + count;
      this.#files[feature] = (this.#files[feature] as number) + 1;
    });
  }

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
