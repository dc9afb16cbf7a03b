import { BOUNDARY, H2D, streamNames } from './edges.js';
import { FEATURE_NAMES, type Feature, featureCodes } from './features.js';
import { choosesBoxes } from './graph-plan.js';
import type { CoreOpPlan } from './group-plan.js';
import { type ModelPlan, NOTES_OF_RELEASES } from './model-plan.js';
import type { ModelLayout, SmithFraming } from './settings.js';

/** Counts from the measurement of a model. */
export interface Measured {
  /** Size of the message in bytes. */
  readonly messageSize: number;
  /** Size of the file in bytes. */
  readonly fileSize: number;
  /** Number of configuration writes. */
  readonly blobs: number;
  /** Total size of the configuration writes in bytes. */
  readonly blobBytes: number;
  /** Number of actions in all contexts and preliminary configurations. */
  readonly actions: number;
  /** Number of operations in all contexts and preliminary configurations. */
  readonly operations: number;
}

/** Description of a core operation. */
export interface CoreOpDescription {
  /** Names of the networks, by network index. */
  readonly networks: readonly string[];
  /** Number of contexts. */
  readonly contexts: number;
  /** Names of the input streams. */
  readonly inputs: readonly string[];
  /** Names of the output streams. */
  readonly outputs: readonly string[];
}

/** The properties of a model after applying options and seed, as plain data. */
export interface Description extends Measured {
  /** The given seed. */
  readonly seed: number;
  /** The given preset; null without a preset. */
  readonly preset: string | null;
  /** True if the option `swarm` excluded half of the features. */
  readonly swarm: boolean;
  /** Layout: in which messages the contexts are. */
  readonly layout: ModelLayout;
  /** Framing of the message. */
  readonly framing: SmithFraming;
  /** `header.hw_arch`. */
  readonly hwArch: number;
  /** `header.version`. */
  readonly headerVersion: number;
  /** The compiler version stated in the header: `3.27.0`. */
  readonly sdkVersion: string;
  /** Numbers of extensions that a loader must know. */
  readonly extensions: readonly number[];
  /** Numbers of optional extensions. */
  readonly optionalExtensions: readonly number[];
  /** Network groups, in file order. */
  readonly groups: readonly {
    /** Name of the network group. */
    readonly name: string;
    /** The core operations that contain the group's contexts. */
    readonly coreOps: readonly CoreOpDescription[];
  }[];
  /** Features of the model. */
  readonly features: readonly Feature[];
  /** Features that were permitted but not chosen. */
  readonly absent: readonly Feature[];
  /** Features that options, or conflicts with other features, excluded. */
  readonly excluded: readonly Feature[];
  /** Codes of the warnings that validation may report. */
  readonly warns: readonly string[];
  /** Codes of the remarks that the model's features cause. */
  readonly informs: readonly string[];
}

export function describeModel(plan: ModelPlan, measured: Measured): Description {
  const { settings, header } = plan;
  const { palette } = settings;
  const features = palette.used;
  const others = FEATURE_NAMES.filter((feature) => !features.includes(feature));
  return {
    seed: settings.seed,
    preset: settings.preset ?? null,
    swarm: settings.swarm,
    layout: settings.layout,
    framing: settings.framing,
    ...measured,
    hwArch: header.arch,
    headerVersion: header.version,
    sdkVersion: header.sdk.join('.'),
    extensions: plan.extensions,
    optionalExtensions: plan.optionalExtensions,
    groups: plan.groups.map(({ name, variants }) => ({
      name,
      coreOps: variants.map(({ coreOp }) => describeCoreOp(coreOp)),
    })),
    features,
    absent: others.filter((feature) => palette.may(feature)),
    excluded: others.filter((feature) => !palette.may(feature)),
    warns: plan.warns.filter((code) => !NOTES_OF_RELEASES.includes(code)),
    informs: [
      ...remarks(plan, features),
      ...plan.warns.filter((code) => NOTES_OF_RELEASES.includes(code)),
    ].sort(),
  };
}

function describeCoreOp({ networks, contexts }: CoreOpPlan): CoreOpDescription {
  const boundary = contexts.flatMap(({ edges }) => edges.filter(({ connection }) => connection === BOUNDARY));
  const names = (isInput: boolean) =>
    boundary
      .filter(({ direction }) => (direction === H2D) === isInput)
      .flatMap(({ content }) => streamNames(content));
  return { networks, contexts: contexts.length, inputs: names(true), outputs: names(false) };
}

/** Limit of old releases for the number of contexts, and for the number of contexts plus groups in a file. */
const CONTEXTS_LIMIT = 32;

function remarks(plan: ModelPlan, features: readonly Feature[]): readonly string[] {
  const codes = new Set(featureCodes(features, 'informs'));
  const contexts = plan.coreOps.reduce((sum, coreOp) => sum + coreOp.contexts.length, 0);
  if (plan.mostContexts > 1) codes.add('multi-context-on-eth');
  if (plan.mostContexts > CONTEXTS_LIMIT) codes.add('context-count-limit');
  if (plan.graphs.some((graph) => graph !== undefined && choosesBoxes(graph))) {
    codes.add('post-process-class-count');
  }
  if (contexts + plan.groups.length > CONTEXTS_LIMIT) codes.add('total-contexts-limit');
  return [...codes].sort();
}
