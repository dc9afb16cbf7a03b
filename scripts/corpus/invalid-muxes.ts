/** One file for each rule about muxes. */
import { CONTEXT, change, label, put, spoiled } from './faults.js';
import { boundaryInput, leafNames, type MuxPart, muxOutput, NHWC, shape } from './layers.js';
import { context, model, networkGroup, preliminary } from './network.js';
import { at, explicit, type Fields } from './notation.js';
import { Ids } from './operations.js';
import { Random } from './random.js';
import { error, type Plan, warning } from './specimen.js';
import { nestedMux } from './valid-networks.js';

const MUX = `${CONTEXT}.metadata.edge_layers[1].layer_mux`;
const DATA = `${MUX}.mux_data`;
const BASE = `${MUX}.edge_layer_base`;

const rows = (i: number): string => `${MUX}.predecessors[${i}].layer_info.edge_layer_base.padded_height`;

/** Returns a network whose only output is a mux of these parts. */
function muxOf(parts: readonly MuxPart[]): Fields {
  const ids = new Ids();
  const random = new Random(61);
  const { height: _, ...row } = shape(1, 4, 8);
  const layers = [
    boundaryInput({ name: 'many/input_layer1', shape: shape(8, 8, 3, { format: NHWC }), sys: 1, context: 0 }),
    muxOutput({ name: 'many/mux1', sys: 0, context: 0 }, row, parts),
  ];
  return model({
    groups: [
      networkGroup({
        name: 'many',
        preliminary: preliminary(ids, random, {}),
        contexts: [context(ids, random, { index: 0, layers })],
        outputs: leafNames(parts),
      }),
    ],
  });
}

const leaves = (prefix: string, count: number): MuxPart[] =>
  Array.from({ length: count }, (_, i) => ({ leaf: `${prefix}_${i}`, rows: 2 }));

/** 1 + 4 + 16 + 12 nodes: one more than the limit. */
const deepTree: MuxPart[] = Array.from({ length: 4 }, (_, i) => ({
  mux: `many/m${i}`,
  parts: Array.from(
    { length: 4 },
    (_, j): MuxPart =>
      j < 3
        ? { mux: `many/m${i}${j}`, parts: leaves(`many/t${i}${j}`, 1) }
        : { leaf: `many/t${i}${j}`, rows: 2 },
  ),
}));

export const INVALID_MUX_TREES: readonly Plan[] = [
  {
    name: 'mux-too-many-predecessors',
    about: 'A mux of five tensors; the demuxer supports four.',
    content: spoiled(() => muxOf(leaves('many/t', 5)), label(MUX, 'here')),
    expected: [error('mux-too-many-predecessors', 'here')],
  },
  {
    name: 'mux-edge-total',
    about: 'A tree of 33 muxes and tensors; loaders support 32.',
    content: spoiled(() => muxOf(deepTree), label(MUX, 'here')),
    expected: [error('mux-edge-total', 'here')],
  },
];

export const INVALID_MUX_ROWS: readonly Plan[] = [
  {
    name: 'mux-height-ratios-len',
    about: 'A list of three ratios whose claimed length is four.',
    content: spoiled(nestedMux, put(`${DATA}.height_ratios_list_len`, 'here', 4)),
    expected: [error('mux-height-ratios-len', 'here')],
  },
  {
    name: 'mux-height-ratios-short',
    about: 'Two ratios for three predecessors.',
    content: spoiled(
      nestedMux,
      change(DATA, { height_ratios_list_len: 2, height_ratios_list: [1, 2] }),
      label(DATA, 'here'),
    ),
    expected: [error('mux-height-ratios-short', 'here')],
  },
  {
    name: 'mux-demux-overflow',
    about: 'Turns that take 32 rows of a mux which has 24.',
    content: spoiled(
      nestedMux,
      change(BASE, { height: 24, padded_height: at('rows', 24), core_buffers_per_frame: 24 }),
      label(`${DATA}.height_gcd`, 'turns'),
    ),
    expected: [
      error('mux-demux-overflow', 'turns', { related: ['rows'] }),
      warning('mux-size-mismatch', 'rows'),
    ],
  },
  {
    name: 'mux-demux-overflow-tensor',
    about: 'Turns that copy 16 rows to a tensor which has 8.',
    content: spoiled(
      nestedMux,
      change(DATA, { height_ratios_list: [2, 1, 1] }),
      label(`${DATA}.height_gcd`, 'turns'),
      label(rows(0), 'here'),
      label(rows(1), 'other'),
    ),
    expected: [
      error('mux-demux-overflow', 'here', { related: ['turns'] }),
      warning('mux-height-ratio-mismatch', 'here', { related: ['turns'] }),
      warning('mux-height-ratio-mismatch', 'other', { related: ['turns'] }),
    ],
  },
  {
    name: 'mux-height-ratio-mismatch',
    about: 'Turns that fill half of a tensor.',
    content: spoiled(
      nestedMux,
      change(DATA, { height_ratios_list: [1, 1, 1] }),
      label(`${DATA}.height_gcd`, 'turns'),
      label(rows(1), 'here'),
    ),
    expected: [warning('mux-height-ratio-mismatch', 'here', { related: ['turns'] })],
  },
  {
    name: 'mux-height-gcd-zero',
    about: 'A mux without turns.',
    content: spoiled(
      nestedMux,
      put(`${DATA}.height_gcd`, 'here', explicit(0)),
      label(rows(0), 'first'),
      label(rows(1), 'second'),
    ),
    expected: [
      warning('mux-height-gcd-zero', 'here'),
      warning('mux-height-ratio-mismatch', 'first', { related: ['here'] }),
      warning('mux-height-ratio-mismatch', 'second', { related: ['here'] }),
    ],
  },
  {
    name: 'mux-size-mismatch',
    about: 'A mux with eight rows more than its predecessors have.',
    content: spoiled(nestedMux, change(BASE, { padded_height: at('here', 40), core_buffers_per_frame: 40 })),
    expected: [warning('mux-size-mismatch', 'here')],
  },
];
