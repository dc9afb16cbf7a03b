/** One file for each rule about what a message says: oneofs, counts, and references between its parts. */
import { ProtoMDLNetworkGroupSchema } from '../../src/generated/mdl_pb.js';
import { edit, editList } from './edit.js';
import { encode } from './encode.js';
import { at, type Fields, len, mark, raw, seq, type Value, varint } from './notation.js';
import { error, info, MESSAGE, type Plan, warning } from './specimen.js';
import { ddr, manyContexts, nestedMux, oneContext, twoContexts, twoNetworks } from './valid-networks.js';

const CONTEXT = 'network_groups[0].contexts[0]';
const SECOND = 'network_groups[0].contexts[1]';
const MUX = 'network_groups[0].contexts[0].metadata.edge_layers[1].layer_mux';

type Change = readonly [path: string, change: (value: Value) => Value | undefined];

function spoiled(make: () => Fields, ...changes: readonly Change[]): Fields {
  const content = make();
  for (const [path, change] of changes) edit(content, path, change);
  return content;
}

/** A label on a value that stays as it is. */
const label = (path: string, name: string): Change => [path, (value) => at(name, value)];
/** A label on another value. */
const put = (path: string, name: string, value: Value): Change => [path, () => at(name, value)];
const drop = (path: string): Change => [path, () => undefined];

const without = (value: Value, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(value as Fields).filter(([name]) => !names.includes(name)));

/** Operations without the one that waits for an output stream that is no longer there. */
const withoutWait =
  (sys: number) =>
  (operations: Value): Value =>
    (operations as Fields[]).filter((operation) => {
      const wait = (operation.trigger as Fields).trigger_all_data_was_sent as Fields | undefined;
      return wait?.shmifo_index !== sys;
    });

/** A member of a oneof, or any field, that nobody knows yet. */
const newer = (name: string) => mark(name, raw(100, len(raw(1, varint(1)))));

const ONEOFS: readonly Plan[] = [
  {
    name: 'trigger-unset',
    about: 'An operation whose trigger has an id and no kind.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].trigger`,
      (trigger) => at('here', without(trigger, 'trigger_lcu')),
    ]),
    expected: [error('trigger-unset', 'here')],
  },
  {
    name: 'trigger-missing',
    about: 'An operation without a trigger.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1]`,
      (value) => at('here', without(value, 'trigger')),
    ]),
    expected: [error('trigger-unset', 'here')],
  },
  {
    name: 'trigger-unset-unread',
    about: 'Triggers without a kind where no loader looks: cluster_end_guarantee and trigger_order.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      (metadata) => {
        const { edge_layers: layers, sorted_outputs_order: outputs } = metadata as Fields;
        return {
          edge_layers: layers,
          cluster_end_guarantee: [{ cluster_index: 4, trigger: at('guarantee', { unique_id: 1 }) }],
          trigger_order: [{ triggers: at('order', { unique_id: 2 }), estimated_time_from_previous_ns: 10n }],
          sorted_outputs_order: outputs,
        };
      },
    ]),
    expected: [warning('trigger-unset', 'guarantee'), warning('trigger-unset', 'order')],
  },
  {
    name: 'trigger-unknown-variant',
    about: 'A trigger of a kind that is newer than every release.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].trigger`,
      (trigger) => at('here', seq(without(trigger, 'trigger_lcu'), newer('member'))),
    ]),
    expected: [warning('trigger-unknown-variant', 'here'), info('unknown-fields', 'member')],
  },
  {
    name: 'action-unset',
    about: 'An action with an id and no kind.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].actions[0]`,
      (action) => at('here', without(action, 'disable_lcu')),
    ]),
    expected: [error('action-unset', 'here')],
  },
  {
    name: 'action-unknown-variant',
    about: 'An action of a kind that is newer than every release.',
    content: spoiled(oneContext, [
      `${CONTEXT}.operations[1].actions[0]`,
      (action) => at('here', seq(without(action, 'disable_lcu'), newer('member'))),
    ]),
    expected: [warning('action-unknown-variant', 'here'), info('unknown-fields', 'member')],
  },
  {
    name: 'edge-unset',
    about: 'An edge layer with neither layer_info nor layer_mux.',
    content: spoiled(
      oneContext,
      [`${CONTEXT}.metadata.edge_layers[1]`, (layer) => at('here', without(layer, 'layer_info'))],
      [`${CONTEXT}.operations`, withoutWait(0)],
    ),
    expected: [error('edge-unset', 'here')],
  },
  {
    name: 'edge-unknown-variant',
    about: 'An edge layer of a kind that is newer than every release.',
    content: spoiled(
      oneContext,
      [
        `${CONTEXT}.metadata.edge_layers[1]`,
        (layer) => at('here', seq(without(layer, 'layer_info'), newer('member'))),
      ],
      [`${CONTEXT}.operations`, withoutWait(0)],
    ),
    expected: [warning('edge-unknown-variant', 'here'), info('unknown-fields', 'member')],
  },
  {
    name: 'mux-predecessor-unset',
    about: 'A mux whose second predecessor is neither a layer nor a mux.',
    content: spoiled(nestedMux, put(`${MUX}.predecessors[1]`, 'here', {})),
    expected: [error('mux-predecessor-unset', 'here')],
  },
  {
    name: 'mux-predecessor-newer',
    about: 'A predecessor of a kind that is newer than every release: a warning under the same code.',
    content: spoiled(nestedMux, put(`${MUX}.predecessors[1]`, 'here', seq(newer('member')))),
    expected: [warning('mux-predecessor-unset', 'here'), info('unknown-fields', 'member')],
  },
];

/** A whole network group, for a field that holds one. */
function groupBytes(): Uint8Array {
  const [first] = oneContext().network_groups as [Fields];
  return encode(ProtoMDLNetworkGroupSchema, first).bytes;
}

const STRUCTURE: readonly Plan[] = [
  {
    name: 'no-network-groups',
    about: 'A header and nothing to load.',
    content: { header: { hw_arch: 1, sdk_version: '3.27.0', version: 4n } },
    expected: [error('no-network-groups', MESSAGE)],
  },
  {
    name: 'empty',
    about: 'No bytes at all: an empty message.',
    content: {},
    expected: [error('no-network-groups', MESSAGE)],
  },
  {
    name: 'newer-layout',
    about: 'A network group that keeps its contexts under field 7: other releases see an empty group.',
    content: spoiled(oneContext, [
      'network_groups[0]',
      (first) =>
        seq(
          { network_group_metadata: (first as Fields).network_group_metadata },
          mark('partial', raw(7, len(raw(1, len(groupBytes())), raw(2, len(raw(1, varint(3))))))),
        ),
    ]),
    expected: [warning('newer-layout', 'partial'), info('unknown-fields', 'partial')],
  },
  {
    name: 'context-index-mismatch',
    about: 'The second context says it is the third.',
    content: spoiled(twoContexts, put(`${SECOND}.context_index`, 'here', 2)),
    expected: [warning('context-index-mismatch', 'here')],
  },
  {
    name: 'context-index-missing',
    about: 'The second context has no index, so that it says it is the first.',
    content: spoiled(twoContexts, drop(`${SECOND}.context_index`), label(SECOND, 'here')),
    expected: [warning('context-index-mismatch', 'here')],
  },
  {
    name: 'context-switch-info-context-index',
    about: 'An edge layer says it belongs to another context.',
    content: spoiled(
      twoContexts,
      put(`${SECOND}.metadata.edge_layers[1].context_switch_info.context_index`, 'here', 5),
    ),
    expected: [warning('context-switch-info-context-index', 'here')],
  },
];

const NETWORKS: readonly Plan[] = [
  {
    name: 'network-index-out-of-range',
    about: 'An edge layer and an enable_lcu of network 2, where there are networks 0 and 1.',
    content: spoiled(
      twoNetworks,
      put(`${CONTEXT}.metadata.edge_layers[3].network_index`, 'layer', 2),
      put(`${CONTEXT}.operations[6].actions[5].enable_lcu.network_index`, 'lcu', 256),
    ),
    expected: [error('network-index-out-of-range', 'lcu'), error('network-index-out-of-range', 'layer')],
  },
  {
    name: 'network-index-ignored',
    about: 'Network indices where optional extension 8 is not there to give them a meaning.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.metadata.edge_layers[0].network_index`, 'layer', 1),
      put(`${CONTEXT}.operations[4].actions[5].enable_lcu.network_index`, 'lcu', 1),
    ),
    expected: [warning('network-index-ignored', 'lcu'), warning('network-index-ignored', 'layer')],
  },
];

const CHANNELS_AND_STREAMS: readonly Plan[] = [
  {
    name: 'cfg-channel-index-out-of-range',
    about: 'A configuration write to channel 2 of two.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[0].actions[2].write_data_ccw.cfg_channel_index`, 'here', 2),
    ),
    expected: [error('cfg-channel-index-out-of-range', 'here')],
  },
  {
    name: 'allow-input-sys-index-unmatched',
    about: 'Data is let in through a stream that no input layer has.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[0].actions[0].allow_input_dataflow.sys_index`, 'here', 7),
    ),
    expected: [error('allow-input-sys-index-unmatched', 'here')],
  },
  {
    name: 'trigger-shmifo-unmatched',
    about: 'An operation waits for a stream that no output layer has.',
    content: spoiled(
      oneContext,
      put(`${CONTEXT}.operations[3].trigger.trigger_all_data_was_sent`, 'parent', {
        shmifo_index: at('here', 9),
      }),
    ),
    expected: [error('trigger-shmifo-unmatched', 'here')],
  },
  {
    name: 'sys-index-duplicate',
    about: 'Two outputs of one context share a stream.',
    content: spoiled(
      twoNetworks,
      label(`${CONTEXT}.metadata.edge_layers[2]`, 'first'),
      put(`${CONTEXT}.metadata.edge_layers[3].layer_info.edge_layer_base.sys_index`, 'sys_index', 2),
      label(`${CONTEXT}.metadata.edge_layers[3]`, 'second'),
      [`${CONTEXT}.operations`, withoutWait(3)],
    ),
    expected: [error('sys-index-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'sys-index-cross-direction',
    about: 'An input and an output share a stream, which takes an extension that is not there.',
    content: spoiled(
      oneContext,
      label(`${CONTEXT}.metadata.edge_layers[0]`, 'input'),
      put(`${CONTEXT}.metadata.edge_layers[1].layer_info.edge_layer_base.sys_index`, 'sys_index', 1),
      label(`${CONTEXT}.metadata.edge_layers[1]`, 'output'),
      put(`${CONTEXT}.operations[3].trigger.trigger_all_data_was_sent`, 'wait', { shmifo_index: 1 }),
    ),
    expected: [warning('sys-index-cross-direction', 'input', { related: ['output'] })],
  },
];

const SOURCE = `${CONTEXT}.metadata.edge_layers[1].context_switch_info`;
const SINK = `${SECOND}.metadata.edge_layers[0].context_switch_info`;

const INTER_CONTEXT: readonly Plan[] = [
  {
    name: 'connected-context-index-range',
    about: 'A tensor goes to context 9 of two; the one that takes it is another.',
    content: spoiled(
      twoContexts,
      put(`${SOURCE}.connected_context_index`, 'scalar', 9),
      put(`${SOURCE}.connected_contexts[0].index`, 'here', 9),
    ),
    expected: [error('connected-context-index-range', 'here')],
  },
  {
    name: 'connected-sys-index-range',
    about: 'A tensor goes to stream 256 of the next context.',
    content: spoiled(
      twoContexts,
      put(`${SOURCE}.connected_sys_index`, 'scalar', 256),
      put(`${SOURCE}.connected_contexts[0].sys_index`, 'here', 256),
    ),
    expected: [error('connected-sys-index-range', 'here')],
  },
  {
    name: 'connected-contexts-missing',
    about: 'A layer between contexts names its peer only in the old way.',
    content: spoiled(twoContexts, drop(`${SINK}.connected_contexts`), label(SINK, 'here')),
    expected: [warning('connected-contexts-missing', 'here')],
  },
  {
    name: 'connected-contexts-inconsistent',
    about: 'The old and the new way of naming a peer name different streams.',
    content: spoiled(
      twoContexts,
      put(`${SINK}.connected_sys_index`, 'old', 6),
      label(`${SINK}.connected_contexts[0]`, 'new'),
    ),
    expected: [warning('connected-contexts-inconsistent', 'new')],
  },
  {
    name: 'inter-context-source-missing',
    about:
      'A tensor is taken from a stream that no layer of the first context has; nobody takes the one that is there.',
    content: spoiled(
      twoContexts,
      put(`${SINK}.connected_sys_index`, 'scalar', 6),
      put(`${SINK}.connected_contexts[0]`, 'here', { name: 'context_0', sys_index: 6 }),
      label(`${CONTEXT}.metadata.edge_layers[1]`, 'source'),
    ),
    expected: [
      error('inter-context-source-missing', 'here'),
      warning('inter-context-sink-missing', 'source'),
    ],
  },
  {
    name: 'inter-context-order',
    about: 'Two contexts in the wrong order: a tensor is taken before the context that makes it.',
    content: inWrongOrder(),
    expected: [error('inter-context-order', 'here')],
  },
  {
    name: 'inter-context-sink-missing',
    about: 'A tensor goes to a later context that does not take it.',
    content: spoiled(
      twoContexts,
      label(`${CONTEXT}.metadata.edge_layers[1]`, 'here'),
      [`${SECOND}.metadata.edge_layers`, (layers) => (layers as Value[]).slice(1)],
      [`${SECOND}.operations[0].actions`, (actions) => (actions as Value[]).slice(1)],
    ),
    expected: [warning('inter-context-sink-missing', 'here')],
  },
];

/** The first context reads what the second one writes. */
function inWrongOrder(): Fields {
  const content = twoContexts();
  editList(content, 'network_groups[0].contexts', (contexts) => [...contexts].reverse());
  const renumber = (context: string, own: number, layer: number, peer: number): void => {
    edit(content, context, (value) => ({ ...(value as Fields), context_index: own }));
    for (const i of [0, 1]) {
      edit(content, `${context}.metadata.edge_layers[${i}].context_switch_info`, (link) => ({
        ...(link as Fields),
        context_index: own,
        context_name: `context_${own}`,
      }));
    }
    const link = `${context}.metadata.edge_layers[${layer}].context_switch_info`;
    edit(content, link, (value) => ({
      ...(value as Fields),
      connected_context_index: peer,
      connected_context_name: `context_${peer}`,
    }));
    edit(content, `${link}.connected_contexts[0]`, (value) => ({
      ...(value as Fields),
      index: own === 0 ? at('here', peer) : peer,
      name: `context_${peer}`,
    }));
  };
  renumber(CONTEXT, 0, 0, 1);
  renumber(SECOND, 1, 1, 0);
  return content;
}

const OUT = `${CONTEXT}.metadata.edge_layers[1].context_switch_info`;

const DDR: readonly Plan[] = [
  {
    name: 'ddr-connected-contexts-count',
    about: 'A DDR layer with two peers.',
    content: spoiled(
      ddr,
      [
        `${OUT}.connected_contexts`,
        (peers) => [...(peers as Value[]), at('second', { name: 'context_0', sys_index: 3 })],
      ],
      label(`${OUT}.connected_contexts[0]`, 'first'),
    ),
    expected: [error('ddr-connected-contexts-count', 'first', { related: ['second'] })],
  },
  {
    name: 'ddr-context-mismatch',
    about: 'A DDR layer whose peer is in another context.',
    content: spoiled(
      manyContexts,
      put(`${SECOND}.metadata.edge_layers[2].context_switch_info.connected_context_index`, 'scalar', 2),
      put(`${SECOND}.metadata.edge_layers[2].context_switch_info.connected_contexts[0].index`, 'here', 2),
    ),
    expected: [error('ddr-context-mismatch', 'here')],
  },
  {
    name: 'ddr-pair-count',
    about: 'A tensor comes back from the host’s memory that never left for it.',
    content: spoiled(
      ddr,
      [`${CONTEXT}.metadata.edge_layers`, (layers) => (layers as Value[]).filter((_, i) => i !== 1)],
      [`${CONTEXT}.operations`, withoutWait(2)],
      label(`${CONTEXT}.metadata.edge_layers[1]`, 'here'),
    ),
    expected: [error('ddr-pair-count', 'here')],
  },
  {
    name: 'ddr-pair-unmatched',
    about: 'What leaves for the host’s memory comes back on a stream that no layer has.',
    content: spoiled(
      ddr,
      put(`${OUT}.connected_sys_index`, 'scalar', 9),
      put(`${OUT}.connected_contexts[0].sys_index`, 'sys_index', 9),
      label(`${OUT}.connected_contexts[0]`, 'here'),
    ),
    expected: [error('ddr-pair-unmatched', 'here')],
  },
];

const MUXES: readonly Plan[] = [
  {
    name: 'mux-predecessors-overrun',
    about: 'A mux says it has four predecessors and has three: loaders read past the list.',
    content: spoiled(nestedMux, put(`${MUX}.mux_data.number_of_predecessors`, 'here', 4)),
    expected: [error('mux-predecessors-overrun', 'here')],
  },
  {
    name: 'mux-predecessors-ignored',
    about: 'A mux says it has two predecessors and has three: loaders drop the last one.',
    content: spoiled(nestedMux, put(`${MUX}.mux_data.number_of_predecessors`, 'here', 2)),
    expected: [warning('mux-predecessors-ignored', 'here')],
  },
  {
    name: 'mux-empty',
    about: 'A mux inside the mux without predecessors.',
    content: spoiled(nestedMux, [
      `${MUX}.predecessors[2].layer_mux`,
      (mux) => ({ ...without(mux, 'predecessors'), mux_data: at('here', { height_gcd: 4 }) }),
    ]),
    expected: [error('mux-empty', 'here')],
  },
];

export const INVALID_RULES: readonly Plan[] = [
  ...ONEOFS,
  ...STRUCTURE,
  ...NETWORKS,
  ...CHANNELS_AND_STREAMS,
  ...INTER_CONTEXT,
  ...DDR,
  ...MUXES,
];
