/** Valid models in encodings that no compiler writes, but that every protobuf parser must read. */

import { edit } from './edit.js';
import {
  at,
  type Fields,
  group,
  hex,
  i32,
  i64,
  len,
  mark,
  type Piece,
  raw,
  type Sequence,
  seq,
  unpacked,
  utf8,
  type Value,
  varint,
  wide,
} from './notation.js';
import { info, type Plan } from './specimen.js';
import { nestedMux, oneContext, twoContexts } from './valid-networks.js';

/** Reverses the order of the records in every message of a model; lists keep their order. */
function backwards(value: Value): Value {
  if (Array.isArray(value)) return value.map((element) => backwards(element as Value));
  if (typeof value !== 'object' || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value as Fields)
      .reverse()
      .map(([name, inner]) => [name, inner === undefined ? undefined : backwards(inner)]),
  );
}

/**
 * Returns a model with a singular message in two records, with its lists split, and a scalar overwritten by a
 * later value.
 */
function split(): Sequence {
  const { network_groups: groups, header, ...rest } = oneContext();
  const [first] = groups as [Fields];
  const { network_group_metadata: metadata, preliminary_config: before, contexts, ...others } = first;
  const [only] = contexts as [Fields];
  const { metadata: contextMetadata, ...body } = only;
  const { edge_layers: layers, ...tail } = contextMetadata as Fields;
  const [input, output] = layers as [Fields, Fields];
  const { operation: operations } = before as Fields;
  return seq(
    { header: { hw_arch: 103, sdk_version: 'not this one' } },
    {
      network_groups: [
        seq(
          { network_group_metadata: { network_group_name: 'nor this one', cfg_channels_count: 1 } },
          { preliminary_config: {} },
          {
            contexts: [
              seq({ metadata: { edge_layers: [input] } }, body, {
                metadata: { edge_layers: [output], ...tail },
              }),
            ],
          },
          { network_group_metadata: metadata as Fields, preliminary_config: { operation: operations } },
          others,
        ),
      ],
    },
    { header },
    rest,
  );
}

/** Returns a model in which tags, lengths and values have more bytes than they need. */
function overlong(): Fields {
  const content = twoContexts();
  edit(content, 'header', (header) => at('header', wide(header, { tag: 2, length: 5 })));
  edit(content, 'header.version', (version) => at('version', wide(version, { value: 10 })));
  edit(content, 'header.hw_arch', (arch) => at('arch', wide(arch, { tag: 5, value: 5 })));
  edit(content, 'network_groups[0].contexts[1].context_index', (index) =>
    at('index', wide(index, { value: 3 })),
  );
  edit(content, 'network_groups[0].networks_names[0]', (name) =>
    at('name', wide(name, { tag: 3, length: 4 })),
  );
  return content;
}

/**
 * Returns a model with unknown fields of every wire type, at several levels, as a newer tool chain may add
 * them.
 */
function unknownFields(): Fields {
  const content = oneContext();
  const groupPath = 'network_groups[0]';
  const newer = (label: string, ...pieces: readonly Piece[]): Piece => mark(label, ...pieces);
  edit(content, 'header', (header) =>
    seq(newer('in header', raw(100, varint(7))), header as Fields, raw(100, varint(2n ** 64n - 1n))),
  );
  edit(content, `${groupPath}.network_group_metadata`, (metadata) =>
    seq(metadata as Fields, newer('i64', raw(101, i64(0x3ff0000000000000n))), newer('i32', raw(102, i32(1)))),
  );
  edit(content, `${groupPath}.contexts[0].operations[0].actions[1]`, (action) =>
    seq(action as Fields, newer('len', raw(103, len(utf8('newer'))))),
  );
  edit(content, `${groupPath}.contexts[0].metadata.edge_layers[0].layer_info`, (layer) =>
    seq(
      newer(
        'group',
        raw(104, group(raw(1, varint(1)), raw(536870911, len(raw(2, varint(2)))), raw(3, group()))),
      ),
      layer as Fields,
    ),
  );
  return content;
}

/**
 * Returns a model with `height_ratios_list` in every form that it may have: packed, unpacked, in several
 * runs, in empty runs.
 */
function ratios(): Fields {
  const content = nestedMux();
  const mux = 'network_groups[0].contexts[0].metadata.edge_layers[1].layer_mux';
  edit(content, `${mux}.mux_data.height_ratios_list`, (list) => unpacked(list as number[]));
  edit(content, `${mux}.predecessors[2].layer_mux.mux_data`, (data) => {
    const { height_ratios_list: _, ...others } = data as Fields;
    return seq(mark('empty run', hex('22 00')), { height_ratios_list: [1] }, others, {
      height_ratios_list: unpacked([1]),
    });
  });
  return content;
}

const nonMinimal = (label: string) => info('wire-non-minimal', label);
const unknown = (label: string, count = 1) => info('unknown-fields', label, { count });

export const VALID_ENCODINGS: readonly Plan[] = [
  {
    name: 'reverse-order',
    about: 'Every message has its records in the opposite order of field numbers.',
    content: backwards(twoContexts()) as Fields,
  },
  {
    name: 'split-messages',
    about:
      'Singular messages in two records each, which merge: the later scalar counts, and lists are continued.',
    content: split(),
  },
  {
    name: 'overlong',
    about: 'Tags, lengths and values written with more bytes than they need.',
    content: overlong(),
    expected: [
      nonMinimal('header'),
      nonMinimal('version'),
      nonMinimal('arch'),
      nonMinimal('index'),
      nonMinimal('name'),
    ],
  },
  {
    name: 'unknown-fields',
    about: 'Unknown fields of every wire type, including nested groups.',
    content: unknownFields(),
    expected: [unknown('in header', 2), unknown('i64'), unknown('i32'), unknown('len'), unknown('group')],
  },
  {
    name: 'unpacked-list',
    about: 'A packed list unpacked, in several runs, and with an empty run.',
    content: ratios(),
  },
];
