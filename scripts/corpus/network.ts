/** Contexts, network groups and whole models around given edge layers. */
import type { Fields } from './notation.js';
import {
  allowInput,
  ccw,
  disableLcu,
  doNothing,
  enableLcu,
  enableSequencer,
  type Ids,
  type Lcu,
  operation,
  waitModule,
  waitSequencer,
  weights,
  whenLcu,
  whenReady,
  whenSent,
} from './operations.js';
import type { Random } from './random.js';

/** Extension types and the names that compilers give them. */
export const EXTENSION = {
  ABBALE: { type_index: 0, name: 'ABBALE' },
  DDR: { type_index: 2, name: 'DDR' },
  PADDED_DDR_BUFFERS: { type_index: 3, name: 'Data buffering in the host’s memory (PADDED_DDR_BUFFERS)' },
  IS_MULTI_CONTEXTS: { type_index: 4, name: 'Multi-context network (IS_MULTI_CONTEXTS)' },
  COMPRESSED_PARAMS: { type_index: 5, name: 'COMPRESSED_PARAMS' },
  IS_NMS_MULTI_CONTEXT: { type_index: 9, name: 'IS_NMS_MULTI_CONTEXT' },
  PRELIMINARY_RUN_ASAP: { type_index: 12, name: 'PRELIMINARY_RUN_ASAP' },
} satisfies Record<string, Fields>;

export const OPTIONAL_EXTENSION = {
  MULTI_NETWORK: { type_index: 8, name: 'Multi-network variable batch size' },
  HW_PADDING: { type_index: 11, name: 'HW padding' },
} satisfies Record<string, Fields>;

export interface ContextPlan {
  readonly index: number;
  readonly layers: readonly Fields[];
  /** Configuration writes, each by its number of words. */
  readonly writes?: readonly number[];
  /** Number of configuration channels, which the writes use in turn. */
  readonly channels?: number;
  readonly lcus?: readonly Lcu[];
  readonly network?: number;
}

const LCUS: readonly Lcu[] = [
  { cluster: 4, lcu: 0 },
  { cluster: 5, lcu: 13 },
];

/**
 * Returns a context. Its operations feed the inputs and configure, release LCUs as they finish, drain the
 * outputs, and continue.
 */
export function context(ids: Ids, random: Random, plan: ContextPlan): Fields {
  const { index, layers, writes = [2, 3], channels = 1, lcus = LCUS, network = 0 } = plan;
  const inputs = layers.filter((layer) => !layer.direction);
  const outputs = layers.filter((layer) => layer.direction === 1);
  return {
    context_index: index,
    operations: [
      operation(
        ids.trigger(whenReady),
        ...inputs.map((layer) => ids.action(allowInput(sysIndexOf(layer), connectionTypeOf(layer)))),
        ...configuration(ids, random, writes, channels),
      ),
      ...lcus.map((lcu) => operation(ids.trigger(whenLcu(lcu)), ids.action(disableLcu(lcu)))),
      ...outputs.map((layer) => operation(ids.trigger(whenSent(sysIndexOf(layer))), ids.action(doNothing))),
      operation(ids.trigger(whenReady), ...start(ids, lcus, network)),
    ],
    metadata: {
      edge_layers: layers,
      sorted_outputs_order: outputs.filter((layer) => connectionTypeOf(layer) === 0).flatMap(outputNames),
    },
  };
}

function configuration(ids: Ids, random: Random, writes: readonly number[], channels: number): Fields[] {
  return writes.map((words, i) =>
    ids.action(ccw(0x20000000 + 0x400 * i, weights(random, words), i % channels)),
  );
}

function start(ids: Ids, lcus: readonly Lcu[], network: number): Fields[] {
  const clusters = [...new Set(lcus.map(({ cluster }) => cluster))];
  return [
    ids.action(waitModule(9)),
    ...clusters.map((cluster) => ids.action(enableSequencer(cluster))),
    ...clusters.map((cluster) => ids.action(waitSequencer(cluster))),
    ...lcus.map((lcu) => ids.action(enableLcu(lcu, network))),
  ];
}

/** Returns the configuration before the first context; with `runAsap` it already accepts the first inputs. */
export function preliminary(
  ids: Ids,
  random: Random,
  plan: Partial<ContextPlan> & { runAsap?: readonly number[] },
): Fields {
  const { writes = [2, 2], channels = 1, lcus = LCUS, network = 0, runAsap = [] } = plan;
  return {
    operation: [
      operation(
        ids.trigger(whenReady),
        ...lcus.map((lcu) => ids.action(disableLcu(lcu))),
        ...configuration(ids, random, writes, channels),
        ...runAsap.map((sys) => ids.action(allowInput(sys))),
        ...start(ids, lcus, network),
      ),
    ],
  };
}

export interface GroupPlan {
  readonly name: string;
  readonly index?: number;
  readonly preliminary: Fields;
  readonly contexts: readonly Fields[];
  readonly channels?: number;
  readonly networks?: readonly string[];
  readonly fused?: Fields;
  /** Names of the outputs; default: those of all boundary outputs. */
  readonly outputs?: readonly string[];
}

export function networkGroup(plan: GroupPlan): Fields {
  return {
    network_group_metadata: {
      network_group_name: plan.name,
      network_group_index: plan.index ?? 0,
      bottleneck_fps: 624.5,
      cfg_channels_count: plan.channels ?? 1,
    },
    preliminary_config: plan.preliminary,
    contexts: plan.contexts,
    sorted_outputs_order: plan.outputs ?? plan.contexts.flatMap(namesOf),
    fused_layers_metadata: plan.fused,
    networks_names: plan.networks ?? [plan.name],
  };
}

export interface ModelPlan {
  readonly groups: readonly Fields[];
  readonly extensions?: readonly Fields[];
  readonly optional?: readonly Fields[];
  readonly mapping?: Uint8Array;
  readonly version?: bigint;
}

export function model(plan: ModelPlan): Fields {
  const extensions = plan.extensions ?? [EXTENSION.PADDED_DDR_BUFFERS];
  const has = (type: number): boolean => extensions.some((extension) => extension.type_index === type);
  return {
    header: { hw_arch: 1, timestamp: 1720598374556n, sdk_version: '3.27.0', version: plan.version ?? 4n },
    network_groups: plan.groups,
    mapping: plan.mapping,
    included_features: {
      abbale: has(0),
      ddr: has(2),
      number_of_contexts: has(4) ? Math.max(...plan.groups.map((group) => contextsOf(group).length)) : 0,
      padded_ddr_buffers: has(3),
      sequencer: true,
    },
    extensions: extensions.map((extension) => ({ ...extension })),
    optional_extensions: (plan.optional ?? [OPTIONAL_EXTENSION.HW_PADDING]).map((extension) => ({
      ...extension,
    })),
  };
}

function contextsOf(group: Fields): readonly Fields[] {
  return group.contexts as readonly Fields[];
}

function namesOf(one: Fields): string[] {
  return (one.metadata as Fields).sorted_outputs_order as string[];
}

function baseOf(layer: Fields): Fields {
  return ((layer.layer_info ?? layer.layer_mux) as Fields).edge_layer_base as Fields;
}

function sysIndexOf(layer: Fields): number {
  return baseOf(layer).sys_index as number;
}

function connectionTypeOf(layer: Fields): number {
  return ((layer.context_switch_info as Fields | undefined)?.edge_connection_type as number | undefined) ?? 0;
}

/**
 * Returns the names of the streams that an application sees for a layer: the layer's name, or the names of a
 * mux's leaves.
 */
function outputNames(layer: Fields): string[] {
  const of = (edge: Fields): string[] =>
    edge.layer_mux === undefined
      ? [(edge.layer_info as Fields).name as string]
      : ((edge.layer_mux as Fields).predecessors as Fields[]).flatMap(of);
  return of(layer);
}
