/** One file for each rule about contexts: their content, and its consistency. */
import { edit } from './edit.js';
import { type Change, CONTEXT, label, put, SECOND, spoiled } from './faults.js';
import { idle } from './invalid-operations.js';
import { base, boundaryInput, mux, shape } from './layers.js';
import { at, type Fields, type Value } from './notation.js';
import { allowInput, operation, whenReady } from './operations.js';
import { error, info, type Plan, warning } from './specimen.js';
import { ddr, oneContext, twoContexts } from './valid-networks.js';

const INPUT = `${CONTEXT}.operations[0].actions[0]`;
const DDR_OUT = `${CONTEXT}.metadata.edge_layers[1]`;
const DDR_BACK = `${CONTEXT}.metadata.edge_layers[2]`;
const SOURCE = `${CONTEXT}.metadata.edge_layers[1]`;
const SINK = `${SECOND}.metadata.edge_layers[0]`;

/** Returns a network of two contexts, and a third context with only one operation. */
function thirdContext(metadata: Fields): Fields {
  const content = twoContexts();
  const id = 10_000;
  const third = {
    context_index: 2,
    operations: [operation({ unique_id: id, ...whenReady }, { unique_id: id, ...allowInput(0) })],
    ...metadata,
  };
  edit(content, 'network_groups[0].contexts', (contexts) => [...(contexts as Value[]), at('context', third)]);
  edit(content, 'included_features.number_of_contexts', () => 3);
  return content;
}

/** Returns labelled inputs, which all use the stream of the first input. */
function manyInputs(count: number): Value[] {
  return Array.from({ length: count }, (_, i) => {
    const layer = { name: `tiny/more${i}`, shape: shape(32, 32, 3), sys: 1, context: 0 };
    return at(`more ${i}`, boundaryInput(layer, []));
  });
}

/** Returns the labels of 16 inputs, starting at a number. */
const inputsFrom = (first: number): string[] => Array.from({ length: 16 }, (_, i) => `more ${first + i}`);

const rows =
  (width: number, sys: number) =>
  (_: Value): Value => {
    const of = base(shape(16, width, 16), sys);
    return { ...of, core_bytes_per_buffer: at(`row ${sys}`, of.core_bytes_per_buffer as Value) };
  };

const withoutPadding: Change = [
  'extensions',
  (extensions) => (extensions as Fields[]).filter(({ type_index: type }) => type !== 3),
];

export const INVALID_CONTEXTS: readonly Plan[] = [
  {
    name: 'context-metadata-missing',
    about: 'A third context without metadata.',
    content: thirdContext({}),
    expected: [
      error('context-metadata-missing', 'context'),
      error('context-no-edge-layers', 'context', { related: ['context'] }),
    ],
  },
  {
    name: 'context-no-edge-layers',
    about: 'A third context whose metadata is empty.',
    content: thirdContext({ metadata: at('here', {}) }),
    expected: [error('context-no-edge-layers', 'here')],
  },
  {
    name: 'context-operation-count',
    about: '256 operations in a context.',
    content: spoiled(
      oneContext,
      [`${CONTEXT}.operations`, (operations) => [...(operations as Value[]), ...idle(251)]],
      label(CONTEXT, 'here'),
    ),
    expected: [warning('context-operation-count', 'here')],
  },
  {
    name: 'shmiglue-deprecated',
    about: 'A context that uses the glue of closed channels, which only old releases support.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      (metadata) => ({
        ...(metadata as Fields),
        shmiglue_info: at('here', { should_use_shmiglue: true, shmiglue_index: 3 }),
      }),
    ]),
    expected: [warning('shmiglue-deprecated', 'here')],
  },
  {
    name: 'shmiglue-default',
    about: 'An empty field for the glue of closed channels: an info under the same code.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata`,
      (metadata) => ({ ...(metadata as Fields), shmiglue_info: at('here', {}) }),
    ]),
    expected: [info('shmiglue-deprecated', 'here')],
  },
  {
    name: 'allow-input-runs',
    about: 'A context that admits data twice, with another action in between.',
    content: spoiled(oneContext, label(INPUT, 'first'), [
      `${CONTEXT}.operations[0].actions`,
      (actions) => [...(actions as Value[]), at('second', { unique_id: 10_000, ...allowInput(1) })],
    ]),
    expected: [warning('allow-input-runs', 'first', { related: ['second'] })],
  },
  {
    name: 'allow-input-runs-none',
    about: 'A context that never admits its data.',
    content: spoiled(
      oneContext,
      [`${CONTEXT}.operations[0].actions`, (actions) => (actions as Value[]).slice(1)],
      label(CONTEXT, 'here'),
    ),
    expected: [warning('allow-input-runs', 'here')],
  },
  {
    name: 'allow-input-connection-type',
    about: 'Data is admitted from another context through an edge layer that ends at the host.',
    content: spoiled(oneContext, put(`${INPUT}.allow_input_dataflow.connection_type`, 'here', 1)),
    expected: [warning('allow-input-connection-type', 'here')],
  },
  {
    name: 'boundary-connected-info',
    about: 'An input from the host that names a context as its source.',
    content: spoiled(oneContext, [
      `${CONTEXT}.metadata.edge_layers[0].context_switch_info`,
      (link) => at('here', { ...(link as Fields), connected_context_name: 'context_0' }),
    ]),
    expected: [info('boundary-connected-info', 'here')],
  },
  {
    name: 'connected-context-name-mismatch',
    about: 'The name of the context that a tensor comes from differs from the name of that context.',
    content: spoiled(
      twoContexts,
      [`${CONTEXT}.metadata`, (metadata) => ({ name: 'start', ...(metadata as Fields) })],
      label(`${SINK}.context_switch_info.connected_context_name`, 'scalar'),
      label(`${SINK}.context_switch_info.connected_contexts[0].name`, 'listed'),
    ),
    expected: [
      info('connected-context-name-mismatch', 'scalar'),
      info('connected-context-name-mismatch', 'listed'),
    ],
  },
  {
    name: 'inter-context-size-mismatch',
    about: 'A tensor of which more bytes are read than were written.',
    content: spoiled(
      twoContexts,
      [`${SINK}.layer_info.edge_layer_base`, () => base(shape(16, 16, 16), 2)],
      label(SOURCE, 'source'),
      label(SINK, 'sink'),
    ),
    expected: [warning('inter-context-size-mismatch', 'source', { related: ['sink'] })],
  },
  {
    name: 'inter-context-mux',
    about: 'A mux that goes to another context.',
    content: spoiled(twoContexts, [
      SOURCE,
      (layer) => {
        const { direction, context_switch_info: link } = layer as Fields;
        const parts = ['upper', 'lower'].map((leaf) => ({ leaf: `pair/${leaf}`, rows: 8 }));
        const { height: _, ...row } = shape(16, 16, 8);
        return {
          direction,
          edge_layer_type: at('here', 1),
          layer_mux: mux('pair/mux', row, parts, 0),
          context_switch_info: link,
        };
      },
    ]),
    expected: [error('inter-context-mux', 'here')],
  },
  {
    name: 'ddr-pair-mismatch',
    about: 'A tensor that is read from DDR memory in longer rows than it was written.',
    content: spoiled(
      ddr,
      [`${DDR_BACK}.layer_info.edge_layer_base`, () => base(shape(16, 64, 32), 3)],
      label(DDR_OUT, 'out'),
      label(DDR_BACK, 'back'),
    ),
    expected: [error('ddr-pair-mismatch', 'out', { related: ['back'] })],
  },
  {
    name: 'ddr-buffers-range',
    about: 'A DDR layer with 65536 buffers.',
    content: spoiled(ddr, put(`${DDR_OUT}.context_switch_info.buffers`, 'here', 65536)),
    expected: [error('ddr-buffers-range', 'here')],
  },
  {
    name: 'ddr-row-size',
    about: 'A DDR pair with rows of 160 bytes.',
    content: spoiled(
      ddr,
      [`${DDR_OUT}.layer_info.edge_layer_base`, rows(10, 2)],
      [`${DDR_BACK}.layer_info.edge_layer_base`, rows(10, 3)],
    ),
    expected: [warning('ddr-row-size', 'row 2'), warning('ddr-row-size', 'row 3')],
  },
  {
    name: 'ddr-extension-missing',
    about: 'A DDR pair in a file without the extension PADDED_DDR_BUFFERS.',
    content: spoiled(
      ddr,
      withoutPadding,
      ['included_features.padded_ddr_buffers', () => false],
      label(DDR_OUT, 'out'),
      label(DDR_BACK, 'back'),
    ),
    expected: [error('ddr-extension-missing', 'out', { related: ['back'] })],
  },
  {
    name: 'context-edge-layer-count',
    about: '256 edge layers in a context; no device has streams for them.',
    content: spoiled(
      oneContext,
      [`${CONTEXT}.metadata.edge_layers`, (layers) => [...(layers as Value[]), ...manyInputs(254)]],
      label(`${CONTEXT}.metadata.edge_layers[0]`, 'input'),
      label(`${CONTEXT}.metadata`, 'here'),
    ),
    expected: [
      error('context-edge-layer-count', 'here'),
      error('sys-index-duplicate', 'input', { related: ['here', ...inputsFrom(0)] }),
      warning('dma-channel-budget', 'input', { related: ['more 30', ...inputsFrom(0)] }),
      warning('streams-limit', 'more 30', { related: inputsFrom(31) }),
    ],
  },
];
