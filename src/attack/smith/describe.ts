import { BOUNDARY, H2D, streamNames } from './edges.js';
import { codesOf, FEATURE_NAMES, type Feature } from './features.js';
import { choosesBoxes } from './graph-plan.js';
import type { CoreOpPlan } from './group-plan.js';
import { type ModelPlan, NOTES_OF_RELEASES } from './model-plan.js';
import type { Layout, SmithFraming } from './settings.js';

/** What was counted while the model was measured. */
export interface Measured {
  /** Bytes of the message. */
  readonly messageSize: number;
  /** Bytes of the file. */
  readonly fileSize: number;
  /** Configuration writes. */
  readonly blobs: number;
  /** Bytes in them. */
  readonly blobBytes: number;
  /** Of all contexts, preliminary configurations included. */
  readonly actions: number;
  /** Likewise. */
  readonly operations: number;
}

/** A core operation that was made. */
export interface CoreOpDescription {
  /** Names, by network index. */
  readonly networks: readonly string[];
  /** How many. */
  readonly contexts: number;
  /** Names of the streams that a user feeds. */
  readonly inputs: readonly string[];
  /** Names of the streams that a user gets. */
  readonly outputs: readonly string[];
}

/** What options and seed came to, as plain data. */
export interface Description extends Measured {
  /** The seed that was given. */
  readonly seed: number;
  /** The preset that was given; null without one. */
  readonly preset: string | null;
  /** Whether half of the features were left out. */
  readonly swarm: boolean;
  /** Where contexts are in the message. */
  readonly layout: Layout;
  /** What the message is wrapped in. */
  readonly framing: SmithFraming;
  /** `header.hw_arch`. */
  readonly hwArch: number;
  /** `header.version`. */
  readonly headerVersion: number;
  /** The compiler that it says it comes from: `3.27.0`. */
  readonly sdkVersion: string;
  /** Numbers of extensions that a loader has to know. */
  readonly extensions: readonly number[];
  /** Numbers of those that it need not know. */
  readonly optionalExtensions: readonly number[];
  /** Network groups, in file order. */
  readonly groups: readonly {
    /** Of the network group. */
    readonly name: string;
    /** What holds its contexts. */
    readonly coreOps: readonly CoreOpDescription[];
  }[];
  /** Features that it has. */
  readonly features: readonly Feature[];
  /** Features that it could have had, and that did not come up. */
  readonly absent: readonly Feature[];
  /** Features that it could not have. */
  readonly excluded: readonly Feature[];
  /** Warnings that validating it may give. */
  readonly warns: readonly string[];
  /** Remarks that its features imply. */
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

/** Contexts and, of files, contexts and groups together, beyond which old releases give up. */
const CONTEXTS_LIMIT = 32;

function remarks(plan: ModelPlan, features: readonly Feature[]): readonly string[] {
  const codes = new Set(codesOf(features, 'informs'));
  const contexts = plan.coreOps.reduce((sum, coreOp) => sum + coreOp.contexts.length, 0);
  if (plan.mostContexts > 1) codes.add('multi-context-on-eth');
  if (plan.mostContexts > CONTEXTS_LIMIT) codes.add('context-count-limit');
  if (plan.graphs.some((graph) => graph !== undefined && choosesBoxes(graph))) {
    codes.add('post-process-class-count');
  }
  if (contexts + plan.groups.length > CONTEXTS_LIMIT) codes.add('total-contexts-limit');
  return [...codes].sort();
}
