import type { Random } from '../random.js';

/** Properties of a feature of models. */
export interface FeatureInfo {
  /** A phrase that describes models with the feature. */
  readonly about: string;
  /** Codes of warnings that the feature causes, because releases read such files differently. */
  readonly warns?: readonly string[];
  /** Codes of remarks (info) that the feature causes. */
  readonly informs?: readonly string[];
  /** True for a feature that only an option enables, never a seed or a swarm. */
  readonly onRequest?: boolean;
}

const BY_NAME = {
  'multi-network': { about: 'several networks in a group, told apart by network_index' },
  'inter-context': {
    about: 'tensors from one context to later ones',
    informs: ['multi-context-on-eth'],
  },
  ddr: {
    about: 'tensors buffered in host memory (DDR) within a context',
    informs: ['multi-context-on-eth'],
  },
  mux: { about: 'outputs that share a stream, nested ones among them' },
  nms: { about: 'outputs that are lists of boxes' },
  fused: { about: 'lists of boxes that leave in parts, and the layer that the host makes of them' },
  'run-asap': { about: 'inputs that are let in by the preliminary configuration' },
  padded: { about: 'shapes that the device pads' },
  transposed: { about: 'transposed networks and tensors' },
  'old-flags': { about: 'header.version 0: features said by included_features alone' },
  unicode: { about: 'names of characters that take two to four bytes' },
  'long-names': { about: 'names of the greatest length that loaders take' },
  'original-names': { about: 'what layers were called before they were compiled' },
  'feature-scales': { about: 'quantization for each feature by itself' },
  lcus: { about: 'actions on layer controllers' },
  sequencers: { about: 'actions on sequencers' },
  'legacy-l3': { about: 'sequencers that start from initial_l3_legacy' },
  'write-data': { about: 'write_data, which newer releases refuse', informs: ['action-write-data-legacy'] },
  'later-actions': { about: 'actions that came after the specification' },
  'later-fields': { about: 'other fields that came after the specification' },
  triggers: { about: 'triggers of boxes and of idle channels' },
  'trigger-lists': { about: 'cluster_end_guarantee and trigger_order' },
  'hardware-package': { about: 'hw_package_info' },
  'optional-extensions': { about: 'optional extensions that loaders need not know' },
  mapping: { about: 'a mapping' },
  'empty-operations': { about: 'operations without actions', informs: ['operation-empty'] },
  resources: { about: 'external resources after the configuration words (framing 3)' },
  tail: { about: 'zeros that fill the file up to a multiple of 4096 bytes (framing 3)' },
  'message-checksum': { about: 'a checksum of the message alone (framing 3)' },
  'test-architectures': {
    about: 'architectures that no device configures',
    informs: ['hw-arch-not-configurable'],
  },
  'later-architectures': { about: 'architectures of later devices', warns: ['hw-arch-unknown'] },
  'later-extensions': {
    about: 'extensions that only later releases take',
    warns: ['extension-not-loadable'],
  },
  'later-formats': {
    about: 'formats of tensors that only later releases take',
    warns: ['edge-format-newer'],
  },
  planes: { about: 'inputs that come in planes', warns: ['edge-layer-type-unknown'] },
  cache: {
    about: 'tensors that stay on the device from one inference to the next',
    warns: ['edge-connection-type-unknown'],
  },
  'received-trigger': {
    about: 'triggers that wait for an input',
    warns: ['trigger-all-data-received-unsupported'],
  },
  'host-argmax': {
    about: 'outputs of which the host takes the argmax',
    warns: ['edge-host-argmax-deprecated'],
  },
  shmiglue: { about: 'shmiglue_info, which is deprecated', warns: ['shmiglue-deprecated'] },
  notes: { about: 'the compiler’s notes of a network, in the mapping', onRequest: true },
  decoders: {
    about: 'post-processing of every kind that loaders accept (layouts ops, ops-partial)',
    onRequest: true,
  },
} as const satisfies Record<string, FeatureInfo>;

/** A feature of models, by its name in options and descriptions. */
export type Feature = keyof typeof BY_NAME;

/** All features with their properties. */
export const FEATURES: Readonly<Record<Feature, FeatureInfo>> = BY_NAME;

/** Names of all features. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

export function isFeature(name: string): name is Feature {
  return Object.hasOwn(FEATURES, name);
}

export function isUncommon(feature: Feature): boolean {
  return FEATURES[feature].warns !== undefined;
}

export function isOnRequest(feature: Feature): boolean {
  const { onRequest = false }: FeatureInfo = FEATURES[feature];
  return onRequest;
}

/** Returns the codes of findings that valid models with these features have. */
export function featureCodes(features: Iterable<Feature>, severity: 'warns' | 'informs'): readonly string[] {
  const codes = new Set<string>();
  for (const feature of features) {
    for (const code of FEATURES[feature][severity] ?? []) codes.add(code);
  }
  return [...codes].sort();
}

/** The features that a model may have and must have, and the features that were chosen. */
export class FeaturePalette {
  /** Chosen features, in the order of FEATURES. */
  readonly #used = new Set<Feature>();
  readonly #owed: Set<Feature>;
  readonly #excluded = new Set<Feature>();

  /**
   * @param allowed features that may be chosen
   * @param required the allowed features that must be chosen if the model has a place for them
   */
  constructor(
    readonly allowed: ReadonlySet<Feature>,
    readonly required: ReadonlySet<Feature>,
  ) {
    this.#owed = new Set(required);
  }

  may(feature: Feature): boolean {
    return this.allowed.has(feature) && !this.#excluded.has(feature);
  }

  must(feature: Feature): boolean {
    return this.required.has(feature);
  }

  /**
   * Decides if a feature is chosen at a possible place. A required feature is chosen at its first possible
   * place, and at each further place with a probability of at least 50 %.
   * @param percent probability in percent; at least 50 for a required feature
   */
  roll(feature: Feature, percent: number, random: Random): boolean {
    // A random number is drawn in any case, so that the result does not change the following random numbers.
    const rolled = random.below(100);
    if (!this.may(feature)) return false;
    const comes =
      this.#owed.delete(feature) || rolled < (this.required.has(feature) ? Math.max(percent, 50) : percent);
    if (comes) this.#used.add(feature);
    return comes;
  }

  /** Excludes a feature that conflicts with a chosen feature. */
  exclude(feature: Feature): void {
    this.#excluded.add(feature);
    this.#owed.delete(feature);
  }

  /** True for a required feature that has not been chosen yet. */
  owes(feature: Feature): boolean {
    return this.#owed.has(feature);
  }

  /** Registers a feature that was chosen without `roll`. */
  note(feature: Feature): void {
    this.#owed.delete(feature);
    this.#used.add(feature);
  }

  get used(): readonly Feature[] {
    return FEATURE_NAMES.filter((feature) => this.#used.has(feature));
  }
}
