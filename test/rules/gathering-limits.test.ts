/** At each limit of remembered facts, a file is checked completely; beyond it, the report says that it was not. */
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import {
  MAX_CHECKED_CONTEXTS,
  MAX_CHECKED_GROUPS,
  MAX_CHECKED_LAYERS,
  MAX_CHECKED_NAMES,
  MAX_CORE_OPS,
  MAX_LAYER_BYTES,
  MAX_LEAVES,
  MAX_REFERENCE_VALUES,
  MAX_REPEATED_IDS,
  MAX_ROOT_ENTRIES,
} from '../../src/check/rules/facts/gathering-limits.js';
import { validate } from '../../src/check/validate/validate.js';
import { type ProtoMDLEdgeLayerSchema, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

type Model = MessageInitShape<typeof ProtoMDLMdlSchema>;
type Group = NonNullable<Model['networkGroups']>[number];
type EdgeLayer = MessageInitShape<typeof ProtoMDLEdgeLayerSchema>;

const times = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const empty = () => ({});
const none = { trigger: { case: 'triggerNone' as const, value: {} } };

const groups = (...networkGroups: Group[]): Model => ({ networkGroups });
const layers = (...edgeLayers: EdgeLayer[]) => ({ contexts: [{ metadata: { edgeLayers } }] });
const layer = (value: object): EdgeLayer => ({ edge: { case: 'layerInfo', value } });

/** Edge layers whose payloads have 64 KiB each, except for the last, which has `more` more bytes. */
function largeLayers(more: number): EdgeLayer[] {
  const count = MAX_LAYER_BYTES / 0x1_0000;
  // Around the name are two tags of one byte and two lengths of three bytes.
  return times(count, (i) => layer({ name: 'n'.repeat(0x1_0000 - 8 + (i === count - 1 ? more : 0)) }));
}

/** One operation with actions of these ids. */
const withIds = (ids: readonly number[]): Group => ({
  contexts: [
    {
      operations: [
        {
          trigger: none,
          actions: ids.map((uniqueId) => ({ uniqueId, action: { case: 'none', value: {} } })),
        },
      ],
    },
  ],
});

const ROWS: readonly (readonly [what: string, most: number, make: (count: number) => Model])[] = [
  ['extensions', MAX_ROOT_ENTRIES, (count) => ({ extensions: times(count, empty) })],
  ['optional extensions', MAX_ROOT_ENTRIES, (count) => ({ optionalExtensions: times(count, empty) })],
  ['external resources', MAX_ROOT_ENTRIES, (count) => ({ externalResources: times(count, empty) })],
  ['groups', MAX_CHECKED_GROUPS, (count) => groups(...times(count, empty))],
  [
    'variants of a group, which is a core op itself',
    MAX_CORE_OPS - 1,
    (count) => groups({ partialNetworkGroups: times(count, () => ({ networkGroup: { contexts: [{}] } })) }),
  ],
  [
    'variants without contexts',
    MAX_CORE_OPS - 1,
    (count) => groups({ partialNetworkGroups: times(count, () => ({ networkGroup: {} })) }),
  ],
  ['contexts', MAX_CHECKED_CONTEXTS, (count) => groups({ contexts: times(count, empty) })],
  [
    'contexts of two groups',
    MAX_CHECKED_CONTEXTS,
    (count) => groups({ contexts: [{}] }, { contexts: times(count - 1, empty) }),
  ],
  ['edge layers', MAX_CHECKED_LAYERS, (count) => groups(layers(...times(count, empty)))],
  [
    'fused layers and edge layers',
    MAX_CHECKED_LAYERS,
    (count) => groups({ ...layers({}), fusedLayersMetadata: { fusedLayers: times(count - 1, empty) } }),
  ],
  ['bytes of layers', MAX_LAYER_BYTES, (count) => groups(layers(...largeLayers(count - MAX_LAYER_BYTES)))],
  [
    'leaves of muxes',
    MAX_LEAVES,
    (count) => {
      const predecessors = times(count, () => ({ edge: { case: 'layerInfo' as const, value: {} } }));
      return groups(layers({ edge: { case: 'layerMux', value: { predecessors } } }));
    },
  ],
  ['names of networks', MAX_CHECKED_NAMES, (count) => groups({ networksNames: times(count, String) })],
  [
    'names in all lists of outputs',
    MAX_CHECKED_NAMES,
    (count) =>
      groups({
        sortedOutputsOrder: ['a'],
        fusedLayersMetadata: { updatedSortedOutputNames: ['b'] },
        contexts: [{ metadata: { sortedOutputsOrder: times(count - 2, String) } }],
      }),
  ],
  [
    'original names',
    MAX_CHECKED_NAMES,
    (count) =>
      groups(
        layers(
          layer({ originalNames: ['a'] }),
          layer({ name: 'b', originalNames: times(count - 1, String) }),
        ),
      ),
  ],
  [
    'indices of networks',
    MAX_REFERENCE_VALUES,
    (count) => {
      const actions = times(count, (networkIndex) => ({
        action: { case: 'enableLcu' as const, value: { networkIndex: networkIndex + 1 } },
      }));
      return groups({ contexts: [{ operations: [{ trigger: none, actions }] }] });
    },
  ],
  [
    'repeated ids',
    MAX_REPEATED_IDS,
    (count) => groups(withIds([...times(count, (i) => i + 1), ...times(count, (i) => i + 1)])),
  ],
];

async function isIncomplete(bytes: Uint8Array, stream: boolean): Promise<boolean> {
  const source = stream ? streamSource([bytes]) : memorySource(bytes);
  const { diagnostics } = await validate(source, { maxPerCode: 1 });
  return diagnostics.some(({ code }) => code === 'check-incomplete');
}

describe.each(ROWS)('%s: %i', (_what, most, make) => {
  it.each(['memory', 'a stream'])('of %s', async (source) => {
    const outcomes: boolean[] = [];
    for (const count of [most, most + 1]) {
      const bytes = toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, make(count)));
      outcomes.push(await isIncomplete(bytes, source === 'a stream'));
    }
    expect(outcomes).toEqual([false, true]);
  });
});
