/** One file for each rule about the root of the message: header, extensions, flags, the list of groups. */
import { type Change, drop, label, put, spoiled } from './faults.js';
import { boundaryInput, boundaryOutput, NC, NHWC, shape } from './layers.js';
import { context, model, networkGroup, preliminary } from './network.js';
import { at, type Fields, type Value } from './notation.js';
import { Ids } from './operations.js';
import { Random } from './random.js';
import { error, info, MESSAGE, type Plan, warning } from './specimen.js';
import { oneContext, twoContexts, twoGroups } from './valid-networks.js';

/** Adds entries at the end of a list. */
export const append = (path: string, ...entries: readonly Value[]): Change => [
  path,
  (list) => [...(list as readonly Value[]), ...entries],
];

export const INVALID_HEADERS: readonly Plan[] = [
  {
    name: 'header-missing',
    about: 'A model without a header, and without the lists that depend on a header.',
    content: spoiled(oneContext, drop('header'), drop('extensions'), drop('optional_extensions')),
    expected: [warning('header-missing', MESSAGE)],
  },
  {
    name: 'hw-arch-unknown',
    about: 'An architecture that was added after the specification.',
    content: spoiled(oneContext, put('header.hw_arch', 'here', 5)),
    expected: [info('hw-arch-unknown', 'here')],
  },
  {
    name: 'hw-arch-unknown-to-all',
    about: 'An architecture that is unknown to every release.',
    content: spoiled(oneContext, put('header.hw_arch', 'here', 77)),
    expected: [warning('hw-arch-unknown', 'here')],
  },
  {
    name: 'hw-arch-not-configurable',
    about: 'An architecture of the specification that no device configures.',
    content: spoiled(oneContext, put('header.hw_arch', 'here', 102)),
    expected: [info('hw-arch-not-configurable', 'here')],
  },
  {
    name: 'hw-arch-missing',
    about: 'A header without an architecture, which is read as 0, an architecture that no device configures.',
    content: spoiled(oneContext, drop('header.hw_arch'), label('header', 'header')),
    expected: [info('hw-arch-not-configurable', 'header')],
  },
];

export const INVALID_EXTENSIONS: readonly Plan[] = [
  {
    name: 'extension-not-loadable',
    about:
      'Mandatory extensions that 4.8 refuses: a later extension, and an extension that 4.8 accepts as optional only.',
    content: spoiled(
      oneContext,
      append('extensions', { type_index: at('newer', 26) }, { type_index: at('optional', 8) }),
    ),
    expected: [info('extension-not-loadable', 'newer'), warning('extension-not-loadable', 'optional')],
  },
  {
    name: 'extension-type-unknown',
    about: 'An unknown optional extension, and an unknown mandatory extension.',
    content: spoiled(
      oneContext,
      append('extensions', { type_index: at('mandatory', 36) }),
      append('optional_extensions', { type_index: at('optional', 500) }),
    ),
    expected: [
      info('extension-type-unknown', 'mandatory'),
      warning('extension-not-loadable', 'mandatory'),
      info('extension-type-unknown', 'optional'),
    ],
  },
  {
    name: 'extension-reserved',
    about: 'Two reserved extensions: the extension for tests, and the unused extension.',
    content: spoiled(
      oneContext,
      append('extensions', { type_index: at('test', 7) }, { type_index: at('unused', 0xffff) }),
    ),
    expected: ['test', 'unused'].flatMap((entry) => [
      warning('extension-reserved', entry),
      warning('extension-not-loadable', entry, { related: [entry] }),
    ]),
  },
  {
    name: 'extension-duplicate',
    about: 'An extension that occurs three times in one list; its occurrence in the other list is allowed.',
    content: spoiled(
      oneContext,
      label('extensions[0]', 'first'),
      append('extensions', at('second', { type_index: 3 }), at('third', { type_index: 3, name: 'again' })),
      append('optional_extensions', { type_index: 3 }),
    ),
    expected: [info('extension-duplicate', 'first', { related: ['second', 'third'] })],
  },
  {
    name: 'extensions-need-header-version',
    about: 'A header without a version, so that its extensions are ignored.',
    content: spoiled(
      oneContext,
      drop('header.version'),
      label('header', 'header'),
      label('extensions[0]', 'extension'),
    ),
    expected: [warning('extensions-need-header-version', 'extension', { related: ['header'] })],
  },
];

export const INVALID_FEATURES: readonly Plan[] = [
  {
    name: 'included-features-mismatch',
    about: 'A flag without its extension, and an extension without its flag.',
    content: spoiled(
      oneContext,
      put('included_features.ddr', 'flag', true),
      drop('included_features.padded_ddr_buffers'),
      label('included_features', 'flags'),
    ),
    expected: [info('included-features-mismatch', 'flag'), info('included-features-mismatch', 'flags')],
  },
  {
    name: 'included-number-of-contexts',
    about: 'Two contexts, with five contexts in the flags.',
    content: spoiled(twoContexts, put('included_features.number_of_contexts', 'here', 5)),
    expected: [info('included-number-of-contexts', 'here')],
  },
  {
    name: 'multi-context-extension',
    about: 'Two contexts without the extension for several contexts.',
    content: spoiled(
      twoContexts,
      label('network_groups[0]', 'group'),
      drop('extensions'),
      drop('included_features'),
    ),
    expected: [info('multi-context-extension', MESSAGE, { related: ['group'] })],
  },
  {
    name: 'multi-context-extension-alone',
    about: 'The extension for several contexts in a model with one context.',
    content: spoiled(
      oneContext,
      append('extensions', at('extension', { type_index: 4 })),
      put('included_features.number_of_contexts', 'number', 1),
    ),
    expected: [info('multi-context-extension', 'extension')],
  },
];

/** Returns a group of one context without configuration. */
function smallGroup(index: number): Fields {
  const ids = new Ids();
  const random = new Random(50 + index);
  const image = shape(8, 8, 3, { format: NHWC });
  const layers = [
    boundaryInput({ name: `net${index}/in`, shape: image, sys: 0, context: 0 }),
    boundaryOutput({ name: `net${index}/out`, shape: shape(1, 1, 16, { format: NC }), sys: 1, context: 0 }),
  ];
  return networkGroup({
    name: `net${index}`,
    index,
    preliminary: preliminary(ids, random, { writes: [], lcus: [] }),
    contexts: [context(ids, random, { index: 0, layers, writes: [], lcus: [] })],
  });
}

/** Makes `count` groups, labelled. */
function manyGroups(count: number): Fields {
  const make = () => model({ groups: Array.from({ length: count }, (_, index) => smallGroup(index)) });
  const labels = groupNames(count).map((name, index) => label(`network_groups[${index}]`, name));
  return spoiled(make, ...labels);
}

const groupNames = (count: number, from = 0): string[] =>
  Array.from({ length: count - from }, (_, i) => `group ${from + i}`);

export const INVALID_GROUP_LISTS: readonly Plan[] = [
  {
    name: 'network-group-name-duplicate',
    about: 'Two network groups with the same name.',
    content: spoiled(
      twoGroups,
      put('network_groups[1].network_group_metadata.network_group_name', 'name', 'day'),
      label('network_groups[0]', 'first'),
      label('network_groups[1]', 'second'),
    ),
    expected: [error('network-group-name-duplicate', 'first', { related: ['second'] })],
  },
  {
    name: 'network-groups-limit',
    about: 'Nine network groups.',
    content: manyGroups(9),
    expected: [warning('network-groups-limit', 'group 8')],
  },
  {
    name: 'total-contexts-limit',
    about:
      'Seventeen network groups with 34 contexts in total, because each group counts as one further context.',
    content: manyGroups(17),
    expected: [
      warning('network-groups-limit', 'group 8', { related: groupNames(17, 9) }),
      info('total-contexts-limit', 'group 0', { related: groupNames(17, 1) }),
    ],
  },
];
