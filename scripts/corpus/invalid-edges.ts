/** One file for each rule about edge layers. */
import { CONTEXT, change, drop, label, put, spoiled, withoutWait } from './faults.js';
import { base, boundaryInput, muxOutput, shape, info as tensor } from './layers.js';
import { at, explicit, type Fields, type Value } from './notation.js';
import { error, info, type Plan, warning } from './specimen.js';
import { nestedMux, oneContext } from './valid-networks.js';

const LAYERS = `${CONTEXT}.metadata.edge_layers`;
const INPUT = `${LAYERS}[0]`;
const OUTPUT = `${LAYERS}[1]`;
const IN = `${INPUT}.layer_info.edge_layer_base`;
const OUT = `${OUTPUT}.layer_info.edge_layer_base`;
const NUMERIC = `${OUTPUT}.layer_info.numeric_info`;

/** Adds a field that a message does not have yet. */
const add = (path: string, name: string, value: Value) =>
  [path, (fields: Value) => ({ ...(fields as Fields), [name]: value })] as const;

const addLayer = (layer: Value) => [LAYERS, (layers: Value) => [...(layers as Value[]), layer]] as const;

const noWait = [`${CONTEXT}.operations`, withoutWait(0)] as const;

/** An image whose planes are separate layers, as newer tool chains write them. */
const planes: Fields = {
  name: 'tiny/input_layer2',
  planes: [
    { layer_info: tensor('tiny/input_layer2_y', base(shape(32, 32, 1), 4)) },
    { layer_info: tensor('tiny/input_layer2_uv', base(shape(16, 16, 2), 5)) },
  ],
  height: 32,
  width: 32,
  features: 3,
};

function planesInput(type: Value, value: Fields): Fields {
  const { layer_info: _, ...rest } = boundaryInput({ name: '', shape: shape(32, 32, 3), sys: 4, context: 0 });
  return { ...rest, edge_layer_type: type, layer_planes: value };
}

const muxInput = (): Fields => {
  const parts = [{ leaf: 'tiny/left', rows: 4 }] as const;
  const { direction: _, ...rest } = muxOutput(
    { name: 'tiny/mux', sys: 5, context: 0 },
    shape(1, 20, 16),
    parts,
  );
  return rest;
};

export const INVALID_EDGE_KINDS: readonly Plan[] = [
  {
    name: 'edge-type-mismatch',
    about: 'An edge layer whose type is mux, but whose content is a tensor.',
    content: spoiled(oneContext, add(OUTPUT, 'edge_layer_type', at('here', 1))),
    expected: [error('edge-type-mismatch', 'here')],
  },
  {
    name: 'edge-layer-type-unknown',
    about: 'An edge layer of an unknown type.',
    content: spoiled(oneContext, add(OUTPUT, 'edge_layer_type', at('here', 7))),
    expected: [error('edge-layer-type-unknown', 'here')],
  },
  {
    name: 'edge-layer-type-planes',
    about: 'An input in planes, which newer releases support, but older releases do not.',
    content: spoiled(oneContext, addLayer(planesInput(at('here', 2), planes))),
    expected: [warning('edge-layer-type-unknown', 'here')],
  },
  {
    name: 'edge-direction-unknown',
    about: 'An edge layer that is neither an input nor an output.',
    content: spoiled(oneContext, put(`${OUTPUT}.direction`, 'here', 2)),
    expected: [error('edge-direction-unknown', 'here')],
  },
  {
    name: 'edge-connection-type-unknown',
    about: 'An edge layer with an unknown connection.',
    content: spoiled(oneContext, add(`${OUTPUT}.context_switch_info`, 'edge_connection_type', at('here', 9))),
    expected: [error('edge-connection-type-unknown', 'here')],
  },
  {
    name: 'edge-connection-type-cache',
    about: 'An additional input from a cache, which newer releases support.',
    content: spoiled(
      oneContext,
      addLayer(
        cached(
          boundaryInput({ name: 'tiny/cache', shape: shape(4, 4, 8), sys: 6, context: 0 }),
          at('here', 3),
        ),
      ),
    ),
    expected: [warning('edge-connection-type-unknown', 'here')],
  },
  {
    name: 'edge-context-switch-info-missing',
    about: 'An output without information about its connection.',
    content: spoiled(oneContext, drop(`${OUTPUT}.context_switch_info`), label(OUTPUT, 'here')),
    expected: [info('edge-context-switch-info-missing', 'here')],
  },
  {
    name: 'h2d-mux',
    about: 'A mux that is an input.',
    content: spoiled(oneContext, addLayer(at('here', muxInput()))),
    expected: [warning('h2d-mux', 'here')],
  },
];

function cached(layer: Fields, type: Value): Fields {
  return {
    ...layer,
    context_switch_info: { ...(layer.context_switch_info as Fields), edge_connection_type: type },
  };
}

export const INVALID_EDGE_LAYERS: readonly Plan[] = [
  {
    name: 'edge-base-missing',
    about: 'An output without shape, format and stream.',
    content: spoiled(oneContext, drop(OUT), noWait, label(`${OUTPUT}.layer_info`, 'here')),
    expected: [error('edge-base-missing', 'here')],
  },
  {
    name: 'edge-name-empty',
    about: 'An input without a name.',
    content: spoiled(oneContext, drop(`${INPUT}.layer_info.name`), label(`${INPUT}.layer_info`, 'here')),
    expected: [warning('edge-name-empty', 'here')],
  },
  {
    name: 'edge-name-too-long',
    about: 'A name of 128 bytes, in 120 characters: one byte more than fits.',
    content: spoiled(
      oneContext,
      put(`${INPUT}.layer_info.name`, 'here', `${'x'.repeat(112)}${'ß'.repeat(8)}`),
    ),
    expected: [error('edge-name-too-long', 'here')],
  },
  {
    name: 'edge-format-unknown',
    about: 'Format 9, which has never been defined.',
    content: spoiled(oneContext, put(`${OUT}.format`, 'here', 9)),
    expected: [error('edge-format-unknown', 'here')],
  },
  {
    name: 'edge-format-newer',
    about: 'Format 14, which was added in 4.10.',
    content: spoiled(oneContext, put(`${OUT}.format`, 'here', 14)),
    expected: [info('edge-format-newer', 'here')],
  },
  {
    name: 'edge-data-bytes',
    about: 'Elements of four bytes.',
    content: spoiled(
      oneContext,
      put(`${IN}.data_bytes`, 'here', 4),
      change(IN, { core_bytes_per_buffer: 384 }),
    ),
    expected: [error('edge-data-bytes', 'here')],
  },
  {
    name: 'edge-host-argmax-deprecated',
    about: 'An output of which the host computes the argmax.',
    content: spoiled(oneContext, add(OUT, 'host_argmax', at('here', true))),
    expected: [warning('edge-host-argmax-deprecated', 'here')],
  },
  {
    name: 'edge-core-bytes-range',
    about: 'A buffer of the device with 65,536 bytes.',
    content: spoiled(
      oneContext,
      change(OUT, { padded_features: 65536, core_bytes_per_buffer: at('here', 65536) }),
    ),
    expected: [error('edge-core-bytes-range', 'here')],
  },
  {
    name: 'edge-core-buffers-range',
    about: '65,536 buffers of the device.',
    content: spoiled(
      oneContext,
      change(OUT, {
        padded_features: 65536,
        core_bytes_per_buffer: 1,
        core_buffers_per_frame: at('here', 65536),
      }),
    ),
    expected: [error('edge-core-buffers-range', 'here')],
  },
  {
    name: 'edge-sys-index-range',
    about: 'Stream 256.',
    content: spoiled(oneContext, put(`${OUT}.sys_index`, 'here', 256), noWait),
    expected: [
      error('edge-sys-index-range', 'here'),
      warning('edge-sys-index-hw', 'here', { related: ['here'] }),
    ],
  },
  {
    name: 'edge-sys-index-hw',
    about: 'Stream 32 on hardware with streams 0 to 31.',
    content: spoiled(oneContext, put(`${OUT}.sys_index`, 'here', 32), noWait),
    expected: [warning('edge-sys-index-hw', 'here')],
  },
  {
    name: 'edge-zero-transfer',
    about: 'Buffers of zero bytes.',
    content: spoiled(
      oneContext,
      put(`${OUT}.core_bytes_per_buffer`, 'here', explicit(0)),
      label(`${OUT}.core_buffers_per_frame`, 'buffers'),
    ),
    expected: [
      info('edge-zero-transfer', 'here'),
      info('edge-core-size-mismatch', 'here', { related: ['buffers'] }),
    ],
  },
  {
    name: 'edge-core-size-mismatch',
    about: 'A buffer of 24 bytes for a frame of 16.',
    content: spoiled(
      oneContext,
      put(`${OUT}.core_bytes_per_buffer`, 'here', 24),
      label(`${OUT}.core_buffers_per_frame`, 'buffers'),
    ),
    expected: [info('edge-core-size-mismatch', 'here', { related: ['buffers'] })],
  },
  {
    name: 'edge-buffer-indices-missing',
    about: 'A boundary layer without a stream buffer: loaders crash.',
    content: spoiled(oneContext, drop(`${OUT}.buffer_indices`), label(OUT, 'here')),
    expected: [error('edge-buffer-indices-missing', 'here')],
  },
  {
    name: 'edge-buffer-indices-missing-in-mux',
    about: 'A tensor in a mux in a mux without a stream buffer.',
    content: spoiled(
      nestedMux,
      drop(
        `${OUTPUT}.layer_mux.predecessors[2].layer_mux.predecessors[0].layer_info.edge_layer_base.buffer_indices`,
      ),
      label(
        `${OUTPUT}.layer_mux.predecessors[2].layer_mux.predecessors[0].layer_info.edge_layer_base`,
        'here',
      ),
    ),
    expected: [error('edge-buffer-indices-missing', 'here')],
  },
  {
    name: 'edge-buffer-indices-count',
    about: 'Two stream buffers, of which the second is ignored.',
    content: spoiled(oneContext, [
      `${OUT}.buffer_indices`,
      (indices) => [...(indices as Value[]), at('here', { index: 3 })],
    ]),
    expected: [warning('edge-buffer-indices-count', 'here')],
  },
  {
    name: 'edge-padded-smaller',
    about: 'Half of the rows are lost to padding.',
    content: spoiled(
      oneContext,
      put(`${IN}.padded_height`, 'here', 16),
      label(`${IN}.height`, 'height'),
      change(IN, { core_buffers_per_frame: 16 }),
    ),
    expected: [error('edge-padded-smaller', 'here', { related: ['height'] })],
  },
  {
    name: 'edge-shape-overflow',
    about: 'A frame whose values take 2^32 bytes as floats.',
    content: spoiled(
      oneContext,
      change(OUT, {
        height: at('here', 32768),
        padded_height: 32768,
        width: at('width', 32768),
        padded_width: 32768,
        features: at('features', 1),
        padded_features: 1,
        core_bytes_per_buffer: 32768,
        core_buffers_per_frame: 32768,
      }),
    ),
    expected: [error('edge-shape-overflow', 'here', { related: ['width', 'features'] })],
  },
  {
    name: 'edge-features-huge',
    about: 'More than a million features.',
    content: spoiled(
      oneContext,
      change(OUT, {
        features: at('here', 2 ** 20 + 1),
        padded_features: 2 ** 20 + 1,
        core_bytes_per_buffer: 61681,
        core_buffers_per_frame: 17,
      }),
    ),
    expected: [warning('edge-features-huge', 'here')],
  },
  {
    name: 'edge-zero-dimension',
    about: 'An output that consists of padding only.',
    content: spoiled(oneContext, put(`${OUT}.features`, 'here', explicit(0))),
    expected: [warning('edge-zero-dimension', 'here')],
  },
  {
    name: 'edge-numeric-info-missing',
    about: 'An output without quantization.',
    content: spoiled(oneContext, drop(NUMERIC), label(`${OUTPUT}.layer_info`, 'here')),
    expected: [warning('edge-numeric-info-missing', 'here')],
  },
  {
    name: 'edge-quant-scale-zero',
    about: 'An output with scale 0.',
    content: spoiled(oneContext, put(`${NUMERIC}.qp_scale`, 'here', explicit(0))),
    expected: [warning('edge-quant-scale-zero', 'here')],
  },
  {
    name: 'edge-quant-nonfinite',
    about: 'A zero point that is not a number.',
    content: spoiled(oneContext, put(`${NUMERIC}.qp_zp`, 'here', Number.NaN)),
    expected: [warning('edge-quant-nonfinite', 'here')],
  },
  {
    name: 'edge-quant-limvals',
    about: 'A lower limit above the upper limit.',
    content: spoiled(
      oneContext,
      put(`${NUMERIC}.limvals_min`, 'here', 8),
      label(`${NUMERIC}.limvals_max`, 'max'),
    ),
    expected: [warning('edge-quant-limvals', 'here', { related: ['max'] })],
  },
];
