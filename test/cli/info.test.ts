import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import {
  ProtoMDLEdgeConnectionType,
  ProtoMDLEdgeLayerDirection,
  ProtoMDLHwArch,
  ProtoMDLMdlSchema,
} from '../../src/generated/mdl_pb.js';
import { summarize } from '../../src/read/model/summarize.js';
import { command } from './command.js';
import { protomdl } from './protomdl.js';
import { VALID_FILE, validBytes } from './specimens.js';
import { withFiles } from './temporary.js';

const ccw = (length: number) => ({
  action: { case: 'writeDataCcw' as const, value: { data: new Uint8Array(length) } },
});
const lcu = { action: { case: 'enableLcu' as const, value: {} } };

const layer = (name: string, height: number) => ({
  name,
  edgeLayerBase: {
    height,
    width: 2,
    features: 3,
    paddedHeight: height + 1,
    paddedWidth: 2,
    paddedFeatures: 3,
    dataBytes: 2,
    format: 1,
    sysIndex: 7,
  },
  numericInfo: { qpScale: 0.5, qpZp: 3, limvalsMin: -1, limvalsMax: 1 },
});

const MESSAGE = toBinary(
  ProtoMDLMdlSchema,
  create(ProtoMDLMdlSchema, {
    header: {
      hwArch: ProtoMDLHwArch.PROTO__HW_ARCH__MERCURY,
      sdkVersion: '3.27.0',
      version: 2n,
      timestamp: 1_700_000_000_000n,
    },
    mapping: new Uint8Array(5000),
    includedFeatures: { ddr: true, numberOfContexts: 2 },
    extensions: [
      { typeIndex: 2, name: 'DDR' },
      { typeIndex: 500, name: 'new' },
    ],
    networkGroups: [
      {
        networkGroupMetadata: { networkGroupName: 'nets', bottleneckFps: 30.5, cfgChannelsCount: 2 },
        networksNames: ['a', 'b'],
        sortedOutputsOrder: ['b/x', 'b/y'],
        preliminaryConfig: { operation: [{ actions: [ccw(1000), ccw(2000), lcu] }] },
        contexts: [
          {
            operations: [{ actions: [ccw(4000), lcu, lcu] }, { actions: [] }],
            metadata: {
              edgeLayers: [
                { edge: { case: 'layerInfo', value: layer('a/in', 4) } },
                {
                  edge: { case: 'layerInfo', value: layer('between', 4) },
                  contextSwitchInfo: {
                    edgeConnectionType: ProtoMDLEdgeConnectionType.PROTO__EDGE_CONNECTION_TYPE__INTERMEDIATE,
                  },
                },
              ],
            },
          },
          {
            operations: [{ actions: [lcu] }],
            metadata: {
              edgeLayers: [
                {
                  direction: ProtoMDLEdgeLayerDirection.PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST,
                  networkIndex: 1,
                  edge: {
                    case: 'layerMux',
                    value: {
                      name: 'b/mux',
                      predecessors: [
                        { edge: { case: 'layerInfo', value: layer('b/x', 8) } },
                        {
                          edge: {
                            case: 'layerMux',
                            value: {
                              name: 'inner',
                              predecessors: [{ edge: { case: 'layerInfo', value: layer('b/y', 9) } }],
                            },
                          },
                        },
                      ],
                    },
                  },
                },
              ],
            },
          },
        ],
      },
      { networkGroupMetadata: { networkGroupName: 'other' } },
    ],
  }),
);

describe('the content of a file', () => {
  it('is reported completely', async () => {
    const summary = await summarize(memorySource(MESSAGE));
    expect(summary).toMatchObject({
      size: MESSAGE.length,
      container: { framing: 'bare', version: null },
      header: {
        hwArch: { number: 103, name: 'PROTO__HW_ARCH__MERCURY', device: 'Hailo-15H' },
        created: '2023-11-14T22:13:20.000Z',
        sdkVersion: '3.27.0',
        version: 2,
      },
      features: {
        included: ['ddr', 'number_of_contexts = 2'],
        extensions: [
          { number: 2, name: 'DDR', text: 'DDR' },
          { number: 500, name: null, text: 'new' },
        ],
        optionalExtensions: [],
      },
      networkGroupCount: 2,
      problems: [],
    });
    expect(summary.networkGroups).toMatchObject([
      { name: 'nets', coreOpCount: 1, graph: [], unknownFields: [] },
      { name: 'other', coreOpCount: 1, graph: [], unknownFields: [] },
    ]);
    const [group, other] = summary.networkGroups.map(({ coreOps }) => coreOps[0]);
    expect(group).toMatchObject({
      path: 'network_groups[0]',
      clusters: null,
      networks: ['a', 'b'],
      bottleneckFps: 30.5,
      configurationChannels: 2,
      contextCount: 2,
      sortedOutputs: ['b/x', 'b/y'],
      internalEdges: { intermediate: 1, ddr: 0, cache: 0 },
    });
    expect(group!.contexts.map(({ bytes, ...counts }) => counts)).toEqual([
      { operations: 2, actions: 3, edgeLayers: 2 },
      { operations: 1, actions: 1, edgeLayers: 1 },
    ]);
    expect(group!.actions.map(({ kind, count }) => ({ kind, count }))).toEqual([
      { kind: 'enable_lcu', count: 4 },
      { kind: 'write_data_ccw', count: 3 },
    ]);
    expect(group!.streams).toMatchObject([
      { direction: 'input', name: 'a/in', network: 'a', mux: null, context: 0, sysIndex: 7 },
      { direction: 'output', name: 'b/x', network: 'b', mux: 'b/mux', context: 1 },
      { direction: 'output', name: 'b/y', network: 'b', mux: 'inner', context: 1 },
    ]);
    expect(group!.streams[0]).toMatchObject({
      shape: { height: 4, width: 2, features: 3 },
      paddedShape: { height: 5, width: 2, features: 3 },
      format: { number: 1, name: 'NHCW' },
      dataBytes: 2,
      quantization: { scale: 0.5, zeroPoint: 3, min: -1, max: 1 },
    });
    expect(other).toMatchObject({ path: 'network_groups[1]', contextCount: 0, streams: [], actions: [] });
  });

  it('is accounted for byte by byte', async () => {
    const { bytes, size } = await summarize(memorySource(MESSAGE));
    expect(bytes.slice(0, 2)).toEqual([
      { kind: 'write_data_ccw.data', bytes: 7000 },
      { kind: 'mapping', bytes: 5000 },
    ]);
    expect(bytes.reduce((sum, share) => sum + share.bytes, 0)).toBe(size);
    const framed = await summarize(memorySource(validBytes()));
    expect(framed.bytes.reduce((sum, share) => sum + share.bytes, 0)).toBe(framed.size);
  });

  it('is the same from a stream', async () => {
    function* chunks() {
      for (let at = 0; at < MESSAGE.length; at += 777) yield MESSAGE.subarray(at, at + 777);
    }
    expect(await summarize(streamSource(chunks()))).toEqual(await summarize(memorySource(MESSAGE)));
  });

  it('is reported up to the cut, wherever a file is cut', async () => {
    for (let length = 0; length < MESSAGE.length; length += 13) {
      const cut = await summarize(memorySource(MESSAGE.slice(0, length)));
      expect(cut.size).toBe(length);
      expect(cut.bytes.reduce((sum, share) => sum + share.bytes, 0)).toBe(length);
    }
    const cut = await summarize(memorySource(MESSAGE.slice(0, MESSAGE.length - 3)));
    expect(cut.problems[0]).toContain('wire-truncated');
    const whole = await summarize(memorySource(MESSAGE));
    expect(cut.header).toEqual(whole.header);
    expect(cut.networkGroups[0]).toMatchObject({ name: 'nets', coreOps: [{ streams: { length: 3 } }] });
  });

  it('survives noise', async () => {
    let state = 12345;
    const random = (): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 8;
    };
    for (let round = 0; round < 500; round++) {
      const bytes = MESSAGE.slice();
      for (let flips = 0; flips < 1 + (round % 8); flips++) bytes[random() % bytes.length] = random() & 0xff;
      const { size } = await summarize(memorySource(bytes), { framing: 'bare' });
      expect(size).toBe(bytes.length);
    }
  });

  it('stays small for millions of empty groups', async () => {
    const bytes = new Uint8Array(2_000_000);
    for (let at = 0; at < bytes.length; at += 2) bytes[at] = 0x12;
    const { networkGroups, networkGroupCount } = await summarize(memorySource(bytes));
    expect(networkGroupCount).toBe(1_000_000);
    expect(networkGroups.length).toBeLessThanOrEqual(256);
  });
});

describe('the command', () => {
  const info = (...args: readonly string[]) => protomdl('info', ...args);

  it('prints text, or JSON', async () => {
    const { code, out } = await info(VALID_FILE);
    expect(code).toBe(0);
    expect(out).toMatch(/framed, version \d[\s\S]*network group[\s\S]*bytes/);
    const { files } = JSON.parse((await info(VALID_FILE, '--format', 'json')).out);
    expect(files).toMatchObject([{ path: VALID_FILE, error: null, container: { framing: 'framed' } }]);
  });

  it('shows a few figures of the network, from notes or from contexts', async () => {
    const notes = fileURLToPath(new URL('../../corpus/valid/network-notes.hef', import.meta.url));
    const bare = fileURLToPath(new URL('../../corpus/valid/one-context.mdl', import.meta.url));
    const { files } = JSON.parse((await info(notes, bare, '--format', 'json')).out);
    expect(files[0].network).toEqual({
      source: 'notes',
      problem: null,
      names: ['digits'],
      compiler: 'v0.1.0-1-g0000000000',
      framesPerSecond: expect.closeTo(41067.8, 1),
      layers: 9,
      edges: 9,
      contexts: 1,
      weights: 2896,
      slowest: 'conv2',
    });
    expect(files[1].network).toMatchObject({
      source: 'contexts',
      problem: { code: 'notes-absent' },
      framesPerSecond: null,
      contexts: 1,
      weights: 0,
    });
  });

  it('reports unreadable parts, and continues', async () => {
    const { code, out, err } = await info('/nonexistent.hef', VALID_FILE);
    expect(code).toBe(3);
    expect(err).toBe('protomdl: /nonexistent.hef: error: there is no such file [source-not-found]\n');
    expect(out).toContain('network group');
  });

  it('ends with 1 if a pointer of the header is invalid', async () => {
    const root = withFiles({ 'odd.hef': validBytes().fill(9, 7, 8) });
    const { code, err } = await info(join(root, 'odd.hef'));
    expect(code).toBe(1);
    expect(err).toMatch(/: error: .*version.* \[frame-version-unsupported at 4 \(0x4\)\]\n$/);
  });

  it('includes the network of a file from a pipe', async () => {
    const notes = fileURLToPath(new URL('../../corpus/valid/network-notes.hef', import.meta.url));
    const { code, out, err } = await command(['info', '-', '--format', 'json'], readFileSync(notes));
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out).files[0].network).toMatchObject({ source: 'notes', names: ['digits'] });
  });

  it('shows the readable part of a cut file', async () => {
    const bytes = validBytes();
    const root = withFiles({ 'cut.hef': bytes.slice(0, Math.floor(bytes.length / 2)) });
    const { code, out } = await info(join(root, 'cut.hef'));
    expect(code).toBe(1);
    expect(out).toMatch(/ cut short: .* are here \((49\.\d|50\.0) %\)\n/);
    expect(out).toContain('tool chain');
    expect(out).not.toContain('cannot be read');
  });

  it('reports post-processing whose grids do not cover the image', async () => {
    const corpus = fileURLToPath(new URL('../../corpus/invalid/', import.meta.url));
    const remark = 'boxes have the wrong size: the grids cover 8 x 8 (post-process-image-size)';
    const { out } = await info(join(corpus, 'post-process-image-size.mdl'));
    expect(out).toContain(remark);
    expect((await info(join(corpus, 'post-process-threshold-unusual.mdl'))).out).not.toContain('wrong size');
  });

  it('refuses an empty command line', async () => {
    expect((await info()).code).toBe(2);
    expect((await info(withFiles({ 'readme.txt': '' }))).code).toBe(2);
  });

  it('writes to the file of -o', async () => {
    const root = withFiles({ out: '' });
    await info(VALID_FILE, '-o', join(root, 'out'));
    expect(readFileSync(join(root, 'out'), 'utf8')).toBe((await info(VALID_FILE)).out);
    writeFileSync(join(root, 'out'), '');
  });
});
