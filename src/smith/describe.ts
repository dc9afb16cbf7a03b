import { BOUNDARY, H2D, streamNames } from './edges.js';
import { codesOf, FEATURE_NAMES, type Feature } from './features.js';
import type { CoreOpPlan } from './group-plan.js';
import type { ModelPlan } from './model-plan.js';
import type { Layout, SmithFraming } from './settings.js';

/** What was counted while the model was measured. */
export interface Measured {
  readonly messageSize: number;
  readonly fileSize: number;
  readonly blobs: number;
  readonly blobBytes: number;
  readonly actions: number;
  readonly operations: number;
}

export interface CoreOpDescription {
  readonly networks: readonly string[];
  readonly contexts: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** What options and seed came to, as plain data. */
export interface Description extends Measured {
  readonly seed: number;
  readonly preset: string | null;
  readonly swarm: boolean;
  readonly layout: Layout;
  readonly framing: SmithFraming;
  readonly hwArch: number;
  readonly headerVersion: number;
  readonly sdkVersion: string;
  readonly extensions: readonly number[];
  readonly optionalExtensions: readonly number[];
  readonly groups: readonly { readonly name: string; readonly coreOps: readonly CoreOpDescription[] }[];
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
    warns: plan.warns,
    informs: remarks(plan, features),
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
  if (contexts + plan.groups.length > CONTEXTS_LIMIT) codes.add('total-contexts-limit');
  return [...codes].sort();
}
