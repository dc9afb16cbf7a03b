/**
 * The original names of streams in a group of variants. The streams are those of the variant for the fewest clusters, but
 * runtimes take the original names from the first variant.
 */
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { type ProtoMDLEdgeLayerSchema, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { openModel } from '../../src/read/model/open.js';
import { streams } from '../../src/read/model/streams/streams.js';

type EdgeLayer = MessageInitShape<typeof ProtoMDLEdgeLayerSchema>;

const layer = (name: string, from: string) => ({
  edge: { case: 'layerInfo' as const, value: { name, originalNames: [`${from} ${name}`] } },
});

/** Makes an input, two inputs of a mux, an image of two planes, and an output, with original names from `from`. */
const edges = (from: string): EdgeLayer[] => [
  layer('in', from),
  {
    edge: {
      case: 'layerMux',
      value: { name: 'mux', predecessors: [layer('left', from), layer('right', from)] },
    },
  },
  { edge: { case: 'layerPlanes', value: { name: 'image', planes: [layer('y', from), layer('uv', from)] } } },
  { ...layer('out', from), direction: 1 },
];

async function originalsOf(bitmaps: readonly number[]): Promise<[string, readonly string[]][]> {
  const partialNetworkGroups = bitmaps.map((partialClustersLayoutBitmap, at) => ({
    layout: { partialClustersLayoutBitmap },
    networkGroup: {
      networkGroupMetadata: { networkGroupName: 'net' },
      contexts: [{ metadata: { edgeLayers: edges(`variant ${at}`) } }],
    },
  }));
  const bytes = toBinary(
    ProtoMDLMdlSchema,
    // Runtimes choose among variants for two architectures, of which this is one.
    create(ProtoMDLMdlSchema, { header: { hwArch: 3 }, networkGroups: [{ partialNetworkGroups }] }),
  );
  const found = streams(await openModel(memorySource(bytes)));
  return [...found.inputs(), ...found.outputs()].map(({ name, originalNames }) => [name, originalNames]);
}

const named = (from: string) => [
  ['in', [`${from} in`]],
  ['left', [`${from} left`]],
  ['right', [`${from} right`]],
  ['image', [`${from} y`, `${from} uv`]],
  ['out', [`${from} out`]],
];

it.each([
  ['the only variant', [1]],
  ['the first of two variants, which is chosen', [1, 3]],
  ['the first of two variants, the second of which is chosen', [3, 1]],
])('are those of %s', async (_what, bitmaps) => {
  expect(await originalsOf(bitmaps)).toEqual(named('variant 0'));
});
