/** One file for each rule about connected layers: between contexts, and through DDR memory. */
import { edit } from './edit.js';
import { CONTEXT, drop, label, put, SECOND, spoiled, withoutWait } from './faults.js';
import { boundaryInput, shape } from './layers.js';
import { at, type Fields, type Value } from './notation.js';
import { error, type Plan, warning } from './specimen.js';
import { ddr, manyContexts, twoContexts } from './valid-networks.js';

const SOURCE = `${CONTEXT}.metadata.edge_layers[1].context_switch_info`;
const SINK = `${SECOND}.metadata.edge_layers[0].context_switch_info`;

export const INVALID_INTER_CONTEXT: readonly Plan[] = [
  {
    name: 'connected-context-index-range',
    about: 'A tensor goes to context 9 in a model with two contexts; another context reads the tensor.',
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
    about: 'A layer between contexts names its peer only in the old fields.',
    content: spoiled(twoContexts, drop(`${SINK}.connected_contexts`), label(SINK, 'here')),
    expected: [warning('connected-contexts-missing', 'here')],
  },
  {
    name: 'connected-contexts-inconsistent',
    about: 'The old and the new fields of a peer name different streams.',
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
      'A tensor is read from a stream that no layer of the first context has; the existing stream is not read.',
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
    about: 'Two contexts in the wrong order: a tensor is read before the context that writes it.',
    content: inWrongOrder(),
    expected: [error('inter-context-order', 'here')],
  },
  {
    name: 'inter-context-sink-missing',
    about: 'A tensor goes to a later context that does not read the tensor.',
    content: spoiled(
      twoContexts,
      label(`${CONTEXT}.metadata.edge_layers[1]`, 'here'),
      [
        `${SECOND}.metadata.edge_layers[0]`,
        () => boundaryInput({ name: 'pair/input_layer2', shape: shape(16, 16, 8), sys: 2, context: 1 }),
      ],
      [`${SECOND}.operations[0].actions[0].allow_input_dataflow.connection_type`, () => 0],
    ),
    expected: [warning('inter-context-sink-missing', 'here')],
  },
];

/** Returns a network whose first context reads the output of its second context. */
function inWrongOrder(): Fields {
  const content = twoContexts();
  edit(content, 'network_groups[0].contexts', (contexts) => [...(contexts as Value[])].reverse());
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

export const INVALID_DDR: readonly Plan[] = [
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
    about: 'A tensor is read from the host’s memory, but never written there.',
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
    about: 'A tensor that is written to the host’s memory is read on a stream that no layer has.',
    content: spoiled(
      ddr,
      put(`${OUT}.connected_sys_index`, 'scalar', 9),
      put(`${OUT}.connected_contexts[0].sys_index`, 'sys_index', 9),
      label(`${OUT}.connected_contexts[0]`, 'here'),
    ),
    expected: [error('ddr-pair-unmatched', 'here')],
  },
];
