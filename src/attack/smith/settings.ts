import type { ContainerVersion } from '../../base/container/header.js';
import type { Release } from '../../base/diagnostics/catalogue.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MAX_LENGTH } from '../../base/wire/limits.js';
import { Random } from '../random.js';
import { FEATURE_NAMES, type Feature, FeaturePalette, isOnRequest, isUncommon } from './features.js';
import { framingsOf, ownFraming, releaseOf, takesFeature, takesLayout } from './loads-on.js';
import { type Preset, SMITH_PRESETS } from './presets.js';

/**
 * Layouts of a group: its contexts are in the group itself, in variants for parts of a device, in the nodes
 * of a graph, or in variants of nodes.
 */
export const LAYOUTS = ['classic', 'partial', 'ops', 'ops-partial'] as const;
/** Layout of a model: the messages that contain the contexts. */
export type ModelLayout = (typeof LAYOUTS)[number];

/** Framing of a message: bare, or with a header of a version. */
export type SmithFraming = 'bare' | ContainerVersion;

/** Options for a model; the seed determines omitted options. */
export interface SmithOptions {
  /** 0 to 2^53 - 1 (default 0). The same options always give the same bytes, on every machine. */
  readonly seed?: number;
  /** A preset of shapes and sizes, overridden by other options. */
  readonly preset?: Preset;
  /** True to exclude half of the features; the seed determines which features. */
  readonly swarm?: boolean;
  /** Layout: the messages that contain the contexts (default: depends on the seed). */
  readonly layout?: ModelLayout;
  /**
   * A release that must load the model, or `any` if no release must load it (default: 4.23.0 for framing 3
   * and 4.20.0 for other framings, unless these releases do not support a requested feature).
   */
  readonly loadsOn?: Release | 'any';
  /**
   * Framing of the message (default: the framing that tool chains wrote at the time of the release `loadsOn`;
   * without `loadsOn`, depends on the seed).
   */
  readonly framing?: SmithFraming;
  /** True to put configuration words after the message, in framings 1 to 3 (default true). */
  readonly words?: boolean;
  /** Number of groups, 1 to 8. */
  readonly groups?: number;
  /** Number of networks in each group, 1 to 8. */
  readonly networks?: number;
  /** Number of contexts in each group or variant, 1 to 255. */
  readonly contexts?: number;
  /** Approximate number of actions in the model. */
  readonly actions?: number;
  /**
   * Average size of a configuration write in bytes, 16 to 2^28. The size of each write differs from the
   * average by at most a sixth.
   */
  readonly blob?: number;
  /** Number of configuration writes in the model. */
  readonly blobs?: number;
  /**
   * Approximate size of the file in bytes, with a tolerance of 1 %. The number of configuration writes is
   * adjusted to reach the size; in a model without configuration writes, the number of actions.
   */
  readonly targetBytes?: number;
  /** Avoids everything that devices on Ethernet do not support. */
  readonly ethernet?: boolean;
  /** Features that the model must have. */
  readonly with?: readonly Feature[];
  /** Features that the model must not have. */
  readonly without?: readonly Feature[];
  /**
   * True to allow features that the validator warns of, because releases read them differently (default
   * false). Unless `loadsOn` names a release, the variants for parts of a device may also have different
   * streams, and bitmaps in any order.
   */
  readonly uncommon?: boolean;
}

/** Settings of a whole model, from its options and its seed. */
export interface SmithSettings {
  readonly seed: number;
  readonly preset: Preset | undefined;
  readonly swarm: boolean;
  readonly layout: ModelLayout;
  readonly framing: SmithFraming;
  readonly words: boolean;
  readonly groups: number;
  readonly networks: number | undefined;
  readonly contexts: number | undefined;
  readonly actions: number;
  readonly blob: number;
  readonly blobs: number;
  readonly targetBytes: number | undefined;
  /** Parts that are added to reach the target size. */
  readonly grows: 'actions' | 'blobs';
  readonly ethernet: boolean;
  readonly loadsOn: Release | undefined;
  readonly palette: FeaturePalette;
  /**
   * Bitmaps of the parts of a device, ascending and the same in each group; empty if each group chooses its
   * bitmaps.
   */
  readonly bitmaps: readonly number[];
}

/** True for layouts whose groups have variants for parts of the device. */
export function isInParts(layout: ModelLayout): boolean {
  return layout === 'partial' || layout === 'ops-partial';
}

/** True if the parts of a device have the same streams. */
export function areAlike({ bitmaps }: SmithSettings): boolean {
  return bitmaps.length > 0;
}

/** Labels of the random sequences, one for each part of a model. */
export const SEQUENCE = {
  settings: 1,
  header: 2,
  group: 3,
  operations: 4,
  blobs: 5,
  fault: 6,
  notes: 7,
  parts: 8,
} as const;

/**
 * Target size in bytes from which configuration writes have the sizes of compiled models, unless their size
 * is given.
 */
const LARGE = 1 << 20;
const COMPILERS_BLOB = 13_312;

const RANGES = {
  seed: [0, Number.MAX_SAFE_INTEGER],
  groups: [1, 8],
  networks: [1, 8],
  contexts: [1, 255],
  actions: [0, 1e9],
  blob: [16, 2 ** 28],
  blobs: [0, 2 ** 24],
  targetBytes: [1, 2 ** 46],
} as const;

/**
 * Derives all settings from the options and the seed.
 * @throws ProtomdlError `smith-option` for values out of range, and for contradictory options
 */
export function settingsOf(given: SmithOptions): SmithSettings {
  const { framing: ofPreset, ...shape }: SmithOptions =
    given.preset === undefined ? {} : SMITH_PRESETS[given.preset];
  const asked = given.loadsOn === 'any' ? undefined : given.loadsOn;
  const preset = defined({ ...shape, framing: asked === undefined ? ofPreset : undefined });
  const options: SmithOptions = { ...preset, ...defined(given), ...wishesOf(preset, given) };
  checkRanges(options);
  const seed = options.seed ?? 0;
  const random = Random.of(seed, SEQUENCE.settings);
  const framing =
    options.framing ?? (asked === undefined ? random.one(['bare', 0, 1, 2, 3] as const) : ownFraming(asked));
  const decodes = options.with?.includes('decoders') === true;
  const layout = options.layout ?? (decodes ? 'ops' : 'classic');
  if (decodes && !layout.startsWith('ops'))
    throw refusedSettings(`the layout ${layout} has no graph for decoders`);
  const loadsOn = loadsOnOf(options, framing, layout);
  const palette = paletteOf(options, loadsOn, random);
  const groups = options.groups ?? random.one([1, 1, 1, 1, 1, 2, 2, 3]);
  const chosenBlob = random.one([16, 24, 64, 200, 1000, 4000]);
  const isLarge = (options.targetBytes ?? 0) > LARGE;
  const blob = options.blob ?? (isLarge ? COMPILERS_BLOB : chosenBlob);
  const words = (options.words ?? true) && framing !== 'bare' && framing !== 0;
  const mayWrite = framing === 'bare' || framing === 0 || words;
  const grows = mayWrite && options.blobs !== 0 ? 'blobs' : 'actions';
  const chosen = random.below(Math.max(1, Math.min(24, Math.floor(100_000 / blob))));
  const blobs = mayWrite ? (options.blobs ?? (options.blob === undefined ? chosen : chosen + 8)) : 0;
  if (!mayWrite && (options.blobs ?? 0) > 0) {
    throw refusedSettings(
      `framing ${framing} has its configuration words after the message, and there are to be none`,
    );
  }
  if ((options.targetBytes ?? 0) > MAX_LENGTH && !(words && grows === 'blobs'))
    throw refusedSize(options.targetBytes);
  if (options.targetBytes !== undefined && (given.blobs ?? 0) > 0) {
    throw refusedSettings('a size to come to says how many configuration writes there are: leave blobs out');
  }
  return {
    seed,
    preset: given.preset,
    swarm: options.swarm ?? false,
    layout,
    framing,
    words,
    groups,
    networks: options.networks,
    contexts: options.contexts,
    actions: options.actions ?? random.one([10, 30, 60, 100, 200, 400]),
    blob,
    blobs,
    targetBytes: options.targetBytes,
    grows,
    ethernet: options.ethernet ?? false,
    loadsOn,
    palette,
    // Loaders refuse many models whose parts have different streams. If `loadsOn` names a release, the
    // release must load the model.
    bitmaps: isInParts(layout) && (options.uncommon !== true || asked !== undefined) ? bitmapsOf(seed) : [],
  };
}

const MOST_PARTS = 3;

/**
 * Returns the bitmaps that every group has. Loaders read the streams of the part with the lowest bitmap, and
 * the names of the first part, so the first part must have the lowest bitmap. Loaders also keep the parts of
 * earlier groups. With the same bitmaps in each group, loaders find a part of the current group.
 */
function bitmapsOf(seed: number): readonly number[] {
  const random = Random.of(seed, SEQUENCE.parts);
  const bitmaps = new Set<number>();
  while (bitmaps.size < MOST_PARTS) bitmaps.add(random.between(1, 255));
  return [...bitmaps].sort((a, b) => a - b);
}

/** Combines the features of a preset with the requested features, which take precedence. */
function wishesOf(
  preset: SmithOptions,
  given: SmithOptions,
): Required<Pick<SmithOptions, 'with' | 'without'>> {
  const left = (list: readonly Feature[] = [], other: readonly Feature[] = []) =>
    list.filter((feature) => !other.includes(feature));
  return {
    with: [...left(preset.with, given.without), ...(given.with ?? [])],
    without: [...left(preset.without, given.with), ...(given.without ?? [])],
  };
}

/**
 * @throws ProtomdlError `smith-option` if the requested release cannot load a model with the requested
 * features
 */
function loadsOnOf(options: SmithOptions, framing: SmithFraming, layout: ModelLayout): Release | undefined {
  const { loadsOn } = options;
  if (loadsOn === 'any') return undefined;
  const wanted = options.with ?? [];
  if (loadsOn === undefined) {
    const own = releaseOf(framing);
    return wanted.every((feature) => takesFeature(own, feature)) ? own : undefined;
  }
  if (!framingsOf(loadsOn).includes(framing))
    throw refusedSettings(`${loadsOn} does not read framing ${framing}`);
  if (!takesLayout(loadsOn, layout)) throw refusedSettings(`${loadsOn} does not read the layout ${layout}`);
  for (const feature of wanted) {
    if (!takesFeature(loadsOn, feature))
      throw refusedSettings(`${loadsOn} does not load a model with ${feature}`);
  }
  return loadsOn;
}

function paletteOf(options: SmithOptions, loadsOn: Release | undefined, random: Random): FeaturePalette {
  const required = new Set(options.with ?? []);
  if (options.ethernet === true)
    for (const feature of ['ddr', 'inter-context'] as const) refuse(required, feature, 'ethernet');
  for (const feature of options.without ?? []) refuse(required, feature, `without ${feature}`);
  if ((options.networks ?? 1) > 1) refuse(required, 'old-flags', 'several networks');
  if (required.has('old-flags')) {
    for (const feature of ['multi-network', 'run-asap'] as const) refuse(required, feature, 'old-flags');
  }
  // If a model has fused layers, loaders read the outputs only from the list of the fused layers, which lacks
  // the outputs of decoders, because decoders run on the host.
  if (required.has('decoders')) refuse(required, 'fused', 'decoders');
  if (required.has('fused')) required.add('nms');
  const allowed = new Set<Feature>();
  for (const feature of FEATURE_NAMES) {
    if (isOnRequest(feature) && !required.has(feature)) continue;
    const left = !(options.swarm ?? false) || random.chance(50);
    const taken =
      left && (options.uncommon === true || !isUncommon(feature)) && takesFeature(loadsOn, feature);
    if ((taken && options.without?.includes(feature) !== true) || required.has(feature)) allowed.add(feature);
  }
  if (options.ethernet === true)
    for (const feature of ['ddr', 'inter-context'] as const) allowed.delete(feature);
  if (required.has('decoders')) allowed.delete('fused');
  // Flags cannot express that a model has several networks, or lets inputs in early.
  if (required.has('multi-network') || required.has('run-asap')) allowed.delete('old-flags');
  return new FeaturePalette(allowed, required);
}

function refuse(required: ReadonlySet<Feature>, feature: Feature, by: string): void {
  if (required.has(feature)) throw refusedSettings(`${feature} and ${by} contradict each other`);
}

function checkRanges(options: SmithOptions): void {
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const value = options[name as keyof typeof RANGES];
    if (value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most)) continue;
    throw refusedSettings(`${name} is ${value}; it is a whole number from ${least} to ${most}`);
  }
  if (options.ethernet === true && (options.contexts ?? 1) > 1) {
    throw refusedSettings('over Ethernet a group has one context');
  }
}

/** @param bytes size of the message, or of the planned file */
export function refusedSize(bytes: number | undefined): ProtomdlError {
  return refusedSettings(
    `a message of ${bytes} bytes: parsers accept less than 2 GiB; with framing 1 to 3 configuration words lie after it`,
  );
}

export function refusedSettings(message: string): ProtomdlError {
  return new ProtomdlError('smith-option', message);
}

/** Removes undefined options, so that they do not override a preset's. */
export function defined(
  options: {
    readonly [K in keyof SmithOptions]: SmithOptions[K] | undefined;
  },
): SmithOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
