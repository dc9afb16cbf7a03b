/** A group's contexts are reached in the same way in all layouts. */
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import {
  type ProtoMDLCoreOpSchema,
  ProtoMDLMdlSchema,
  ProtoMDLNetworkGroupSchema,
} from '../../src/generated/mdl_pb.js';
import { clustersOf } from '../../src/read/model/core-ops.js';
import { openModel } from '../../src/read/model/open.js';
import { summarize } from '../../src/read/model/summarize.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';

type Group = MessageInitShape<typeof ProtoMDLNetworkGroupSchema>;
type CoreOp = MessageInitShape<typeof ProtoMDLCoreOpSchema>;

/**
 * Makes contexts with these indices, each with one action; the preliminary configuration has one action more.
 */
const contents = (...indices: number[]) => ({
  networkGroupMetadata: { networkGroupName: `of ${indices.join()}`, bottleneckFps: indices[0]! },
  networksNames: [`n${indices[0]}`],
  preliminaryConfig: { operation: [{ actions: [{ action: { case: 'none' as const, value: {} } }] }] },
  contexts: indices.map((contextIndex) => ({
    contextIndex,
    operations: [{ actions: [{ action: { case: 'enableLcu' as const, value: {} } }] }],
    metadata: {
      edgeLayers: [{ edge: { case: 'layerInfo' as const, value: { name: `edge ${contextIndex}` } } }],
    },
  })),
});
const coreOp = (value: CoreOp) => ({ op: { case: 'coreOp' as const, value } });

function bytesOf(...networkGroups: Group[]): Uint8Array {
  return toBinary(ProtoMDLMdlSchema, create(ProtoMDLMdlSchema, { networkGroups }));
}

async function groupsOf(bytes: Uint8Array) {
  return [...(await openModel(memorySource(bytes))).root.networkGroups];
}

/** Returns the path below the group, with the indices of the contexts there. */
async function coreOpsOf(group: Group): Promise<Record<string, number[]>> {
  const [view] = await groupsOf(bytesOf(group));
  return Object.fromEntries(
    [...view!.coreOps()].map(({ path, contexts }) => [
      path.replace(/^network_groups\[0\]\.?/, ''),
      [...contexts].map(({ contextIndex }) => contextIndex),
    ]),
  );
}

const PARTIAL: Group = {
  partialNetworkGroups: [
    { networkGroup: contents(1), layout: { partialClustersLayoutBitmap: 0x33 } },
    {},
    { networkGroup: contents(2, 3), layout: { partialClustersLayoutBitmap: 0xcc } },
  ],
};
const GRAPH: Group = {
  ops: [
    coreOp(contents(4)),
    { name: 'nms', op: { case: 'nmsOp', value: {} }, inputPads: [{ name: 'boxes', index: 1 }] },
    coreOp({
      partialCoreOps: [
        { coreOp: contents(5), layout: { partialClustersLayoutBitmap: 1 } },
        { coreOp: { partialCoreOps: [{ coreOp: contents(6) }] } },
      ],
    }),
  ],
  networkGroupName: 'graph',
};

it('a summary names the first three places after which the file cannot be read', async () => {
  for (const count of [3, 4]) {
    // Groups whose only record is cut.
    const bytes = concat(...Array.from({ length: count }, () => lenRecord(2, Uint8Array.of(0x18))));
    const { problems } = await summarize(memorySource(bytes), { framing: 'bare' });
    const places = problems.filter((problem) => problem.endsWith('what lies after it is not counted'));
    expect(places).toHaveLength(3);
  }
});

describe('core operations of a group', () => {
  it('are the group itself, if the group has contexts and nothing else', async () => {
    expect(await coreOpsOf(contents(0, 1))).toEqual({ '': [0, 1] });
    expect(await coreOpsOf({})).toEqual({ '': [] });
    expect(await coreOpsOf({ networkGroupName: 'a', padEdges: [{ src: 1 }] })).toEqual({ '': [] });
  });

  it('are its partial groups', async () => {
    expect(await coreOpsOf(PARTIAL)).toEqual({
      'partial_network_groups[0].network_group': [1],
      'partial_network_groups[2].network_group': [2, 3],
    });
  });

  it('are those of its graph, and their partial groups', async () => {
    expect(await coreOpsOf(GRAPH)).toEqual({
      'ops[0].core_op': [4],
      'ops[2].core_op.partial_core_ops[0].core_op': [5],
      'ops[2].core_op.partial_core_ops[1].core_op.partial_core_ops[0].core_op': [6],
    });
  });

  it('are core operations of all kinds, if the group has several kinds', async () => {
    const all = { ...contents(0), ...PARTIAL, ...GRAPH };
    expect(Object.keys(await coreOpsOf(all))).toEqual([
      '',
      ...Object.keys(await coreOpsOf(PARTIAL)),
      ...Object.keys(await coreOpsOf(GRAPH)),
    ]);
    const nested = { partialNetworkGroups: [{ networkGroup: GRAPH }] };
    expect(Object.values(await coreOpsOf(nested)).flat()).toEqual([4, 5, 6]);
  });

  it('have the clusters for which they were compiled', async () => {
    const clusters = async (group: Group) =>
      [...(await groupsOf(bytesOf(group)))[0]!.coreOps()].map(clustersOf);
    expect(await clusters(PARTIAL)).toEqual([0x33, 0xcc]);
    expect(await clusters(GRAPH)).toEqual([undefined, 1, 0]);
    expect(await clusters(contents(1))).toEqual([undefined]);
  });

  it('come in the order of the file', async () => {
    const later = toBinary(ProtoMDLNetworkGroupSchema, create(ProtoMDLNetworkGroupSchema, GRAPH));
    const own = toBinary(ProtoMDLNetworkGroupSchema, create(ProtoMDLNetworkGroupSchema, contents(7, 8)));
    const [group] = await groupsOf(lenRecord(2, concat(later, own)));
    const indices = [...group!.coreOps()].map(({ contexts }) => contexts.at(-1)?.contextIndex);
    expect(indices).toEqual([4, 5, 6, 8]);
  });

  it('are returned one by one, so those before malformed bytes are returned', async () => {
    const later = toBinary(ProtoMDLNetworkGroupSchema, create(ProtoMDLNetworkGroupSchema, PARTIAL));
    const own = toBinary(ProtoMDLNetworkGroupSchema, create(ProtoMDLNetworkGroupSchema, contents(1)));
    for (const [bytes, found] of [
      [later, ['.partial_network_groups[0].network_group', '.partial_network_groups[2].network_group']],
      [own, ['']],
      [new Uint8Array(), ['']],
    ] as const) {
      const [group] = await groupsOf(lenRecord(2, concat(bytes, Uint8Array.of(0xff))));
      const paths: string[] = [];
      const read = () => {
        for (const { path } of group!.coreOps()) paths.push(path);
      };
      expect(read).toThrow(expect.objectContaining({ code: 'wire-truncated' }));
      expect(paths).toEqual(found.map((path) => `network_groups[0]${path}`));
    }
  });

  it('can be visited again', async () => {
    const [group] = await groupsOf(bytesOf(GRAPH));
    const ops = group!.coreOps();
    expect([...ops].map(({ path }) => path)).toEqual([...ops].map(({ path }) => path));
  });

  it('end at the limit of nesting', async () => {
    let bytes: Uint8Array = new Uint8Array();
    for (let level = 0; level < 60; level++) bytes = lenRecord(7, lenRecord(1, bytes));
    const [group] = await groupsOf(lenRecord(2, bytes));
    expect(() => [...group!.coreOps()]).toThrow(
      expect.objectContaining({ code: 'message-nesting-too-deep' }),
    );
    const { networkGroups, problems } = await summarize(memorySource(lenRecord(2, bytes)));
    expect(networkGroups).toMatchObject([{ coreOps: [] }]);
    expect(problems.join()).toContain('message-nesting-too-deep');
  });
});

describe('content of a file of a later layout', () => {
  it('is returned for each core operation', async () => {
    const { networkGroups, problems } = await summarize(memorySource(bytesOf(PARTIAL, contents(9), GRAPH)));
    expect(problems).toEqual([]);
    expect(networkGroups.map(({ name, coreOpCount }) => [name, coreOpCount])).toEqual([
      ['of 1', 2],
      ['of 9', 1],
      ['graph', 3],
    ]);
    const all = networkGroups.flatMap(({ coreOps }) => coreOps);
    expect(
      all.map(({ path, clusters, networks, contextCount }) => [path, clusters, networks, contextCount]),
    ).toEqual([
      ['network_groups[0].partial_network_groups[0].network_group', 0x33, ['n1'], 1],
      ['network_groups[0].partial_network_groups[2].network_group', 0xcc, ['n2'], 2],
      ['network_groups[1]', null, ['n9'], 1],
      ['network_groups[2].ops[0].core_op', null, ['n4'], 1],
      ['network_groups[2].ops[2].core_op.partial_core_ops[0].core_op', 1, ['n5'], 1],
      [
        'network_groups[2].ops[2].core_op.partial_core_ops[1].core_op.partial_core_ops[0].core_op',
        0,
        ['n6'],
        1,
      ],
    ]);
    expect(all[1]).toMatchObject({
      contexts: [
        { operations: 1, actions: 1, edgeLayers: 1 },
        { operations: 1, actions: 1, edgeLayers: 1 },
      ],
      // If a group has only one network, its network needs no name.
      streams: [
        { name: 'edge 2', context: 0, network: null },
        { name: 'edge 3', context: 1, network: null },
      ],
      actions: [
        { kind: 'enable_lcu', count: 2 },
        { kind: 'none', count: 1 },
      ],
    });
    expect(networkGroups[2]!.graph).toEqual([
      { name: '', kind: 'core_op', inputs: [], outputs: [] },
      { name: 'nms', kind: 'nms_op', inputs: ['boxes'], outputs: [] },
      { name: '', kind: 'core_op', inputs: [], outputs: [] },
    ]);
  });

  it('lists the actions of a group and of its partial groups separately', async () => {
    const { networkGroups } = await summarize(memorySource(bytesOf({ ...contents(0), ...PARTIAL })));
    expect(networkGroups[0]!.coreOps.map(({ actions }) => actions.map(({ count }) => count))).toEqual([
      [1, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  it('stays small for millions of core operations', async () => {
    const one = lenRecord(7, lenRecord(1, lenRecord(3, '')));
    const many = new Uint8Array(one.length * 100_000);
    for (let at = 0; at < many.length; at += one.length) many.set(one, at);
    const { networkGroups } = await summarize(memorySource(lenRecord(2, many)));
    expect(networkGroups).toMatchObject([{ coreOpCount: 100_000 }]);
    expect(networkGroups[0]!.coreOps).toHaveLength(256);
    expect(networkGroups[0]!.coreOps.every(({ contextCount }) => contextCount === 1)).toBe(true);
  });

  it('names actions and blobs that were added later, and channels by their list', async () => {
    const { networkGroups, bytes } = await summarize(
      memorySource(
        bytesOf({
          networkGroupMetadata: { cfgChannelsConfig: [{}, { cfgChannelIndex: 1 }] },
          contexts: [
            {
              operations: [
                {
                  actions: [
                    { action: { case: 'writeDataCcwPtr', value: { size: 8 } } },
                    { action: { case: 'writeDataByType', value: { data: new Uint8Array(300) } } },
                  ],
                },
              ],
              metadata: {
                edgeLayers: [
                  { contextSwitchInfo: { edgeConnectionType: 3 } },
                  {
                    edge: {
                      case: 'layerPlanes',
                      value: {
                        name: 'image',
                        planes: [
                          { edge: { case: 'layerInfo', value: { name: 'y' } } },
                          { edge: { case: 'layerInfo', value: { name: 'uv' } } },
                        ],
                      },
                    },
                  },
                ],
              },
            },
          ],
        }),
      ),
    );
    const [op] = networkGroups[0]!.coreOps;
    expect(op).toMatchObject({
      configurationChannels: 2,
      internalEdges: { intermediate: 0, ddr: 0, cache: 1 },
      streams: [
        { name: 'y', mux: 'image' },
        { name: 'uv', mux: 'image' },
      ],
    });
    expect(op!.actions.map(({ kind }) => kind)).toEqual(['write_data_by_type', 'write_data_ccw_ptr']);
    expect(bytes[0]).toEqual({ kind: 'write_data_by_type.data', bytes: 300 });
  });

  it('includes the resources outside of the message', async () => {
    const message = create(ProtoMDLMdlSchema, {
      externalResources: [{ name: 'weights', offset: 4096n, size: 2n ** 40n }],
    });
    const { externalResources } = await summarize(memorySource(toBinary(ProtoMDLMdlSchema, message)));
    expect(externalResources).toEqual([{ name: 'weights', offset: 4096, size: 2 ** 40 }]);
  });
});
