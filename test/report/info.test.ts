import { describe, expect, it } from 'vitest';
import type {
  HardwareStream,
  StreamQuantization,
  VirtualStream,
} from '../../src/read/model/streams/stream-info.js';
import type {
  ApplicationSummary,
  CoreOpSummary,
  ModelSummary,
  StreamSummary,
} from '../../src/read/model/summary.js';
import { infoJson, infoText } from '../../src/show/report/info.js';

function stream(parts: Partial<StreamSummary> & Pick<StreamSummary, 'name'>): StreamSummary {
  const shape = { height: 224, width: 224, features: 3 };
  return {
    direction: 'input',
    network: null,
    mux: null,
    context: 0,
    shape,
    paddedShape: shape,
    format: { number: 0, name: 'NHWC' },
    dataBytes: 1,
    quantization: { scale: Math.fround(0.0039), zeroPoint: 0, min: 0, max: 1 },
    nms: null,
    sysIndex: 0,
    ...parts,
  };
}

const TWO_NETS: CoreOpSummary = {
  path: 'network_groups[0]',
  clusters: null,
  networks: ['a', 'b'],
  bottleneckFps: 30.52,
  configurationChannels: 1,
  contexts: [
    { operations: 3, actions: 1200, edgeLayers: 2, bytes: 50_000 },
    { operations: 4, actions: 120, edgeLayers: 3, bytes: 40_000 },
  ],
  contextCount: 2,
  streams: [
    stream({ name: 'a/input', network: 'a', paddedShape: { height: 224, width: 224, features: 4 } }),
    stream({
      name: 'a/argmax',
      network: 'a',
      direction: 'output',
      mux: 'a/mux',
      format: { number: 99, name: null },
      quantization: null,
      context: 1,
    }),
    stream({
      name: 'b/nms',
      network: 'b',
      direction: 'output',
      dataBytes: 2,
      format: { number: 6, name: 'NMS' },
      nms: { classes: 80, maxOutputSize: 100, bboxSize: 8 },
      quantization: { scale: 0.5, zeroPoint: -3, min: -1, max: 1 },
      context: 1,
    }),
  ],
  internalEdges: { intermediate: 2, ddr: 4, cache: 1 },
  sortedOutputs: ['a/argmax', 'b/nms'],
  actions: [
    { kind: 'write_data_ccw', count: 1200, bytes: 80_000 },
    { kind: 'enable_lcu', count: 120, bytes: 2_000 },
  ],
};

const NO_SCALE: StreamQuantization = { scale: 0, zeroPoint: 0, min: 0, max: 0, perFeature: null };
const SHAPE = { height: 224, width: 224, features: 3 };

function vstream(parts: Partial<VirtualStream> & Pick<VirtualStream, 'name' | 'hardware'>): VirtualStream {
  return {
    direction: 'output',
    network: 'two_nets/a',
    order: 'NHWC',
    type: 'UINT8',
    transposed: false,
    shape: SHAPE,
    nms: null,
    frameBytes: 150_528,
    quantization: { ...NO_SCALE, scale: Math.fround(0.0039), max: 1 },
    originalNames: [],
    ...parts,
  };
}

function channel(parts: Partial<HardwareStream> & Pick<HardwareStream, 'name'>): HardwareStream {
  return {
    direction: 'output',
    network: 'two_nets/a',
    context: 1,
    sysIndex: 0,
    order: 'NHCW',
    type: 'UINT8',
    dataBytes: 1,
    shape: SHAPE,
    paddedShape: SHAPE,
    nms: null,
    frameBytes: 150_528,
    quantization: NO_SCALE,
    isMux: false,
    pad: null,
    ...parts,
  };
}

const BOXES = {
  by: 'class',
  classes: 80,
  maxBoxesPerClass: 100,
  maxBoxes: 8000,
  scoreThreshold: null,
  iouThreshold: null,
  image: null,
  maxMaskBytes: 0,
} as const;
const DEVICE_BOXES = { classes: 80, maxBoxesPerClass: 50, boxBytes: 10, chunks: 2, burst: 1, partOf: null };

/** An application with each kind of stream and of post-processing that has text of its own. */
const APPLICATION: ApplicationSummary = {
  networkNames: ['two_nets/a', 'two_nets/b'],
  inputs: [vstream({ name: 'a/input', direction: 'input', hardware: ['a/input'] })],
  outputs: [
    vstream({ name: 'a/argmax', hardware: ['a/mux'], transposed: true }),
    vstream({
      name: 'a/logits',
      hardware: ['a/mux'],
      quantization: { ...NO_SCALE, perFeature: { scales: [0.5, 0.25, 0.125], zeroPoints: [0, 1, 2] } },
    }),
    vstream({
      name: 'b/nms',
      network: 'two_nets/b',
      hardware: ['b/nms'],
      order: 'NMS_BY_CLASS',
      type: 'FLOAT32',
      shape: null,
      nms: BOXES,
      frameBytes: 160_320,
    }),
    vstream({
      name: 'b/masks',
      network: 'two_nets/two_nets',
      hardware: ['b/conv', 'b/proto'],
      order: 'NMS_WITH_BYTE_MASK',
      shape: null,
      nms: { ...BOXES, by: 'score', maxMaskBytes: 1_638_400, scoreThreshold: 0.25, iouThreshold: 0.6 },
      frameBytes: 2_006_402,
    }),
  ],
  hardwareStreams: [
    channel({ name: 'a/input', direction: 'input', context: 0, paddedShape: { ...SHAPE, features: 4 } }),
    channel({ name: 'a/mux', isMux: true }),
    channel({
      name: 'b/nms',
      shape: null,
      paddedShape: null,
      nms: DEVICE_BOXES,
      order: 'NMS_ON_CHIP',
      type: 'UINT16',
      frameBytes: 80_170,
    }),
    channel({ name: 'b/conv' }),
    channel({ name: 'b/proto' }),
  ],
  postProcessing: [
    {
      name: 'masks',
      kind: 'YOLOV5SEG',
      output: 'b/masks',
      inputs: ['b/conv', 'b/proto'],
      nms: {
        scoreThreshold: 0.25,
        iouThreshold: Math.fround(0.6),
        classes: 81,
        maxBoxesPerClass: 100,
        backgroundClass: 80,
        boxDecodingOnly: false,
        image: { height: 640, width: 480 },
      },
      decoders: [
        {
          stride: 8,
          anchors: new Array(11).fill({ height: 10, width: 13 }),
          streams: [{ role: 'all', pad: 4, name: 'b/conv', shape: SHAPE }],
        },
        { stride: 16, anchors: [], streams: [{ role: 'all', pad: 7, name: null, shape: null }] },
      ],
      masks: { threshold: 0.5, prototypes: 32, stride: 4, stream: 'b/proto' },
      ssd: null,
      regressionLength: null,
    },
    {
      name: '',
      kind: 'SSD',
      output: 'b/decoded',
      inputs: [],
      nms: {
        scoreThreshold: 0,
        iouThreshold: 1,
        classes: 1,
        maxBoxesPerClass: 1,
        backgroundClass: null,
        boxDecodingOnly: true,
        image: null,
      },
      decoders: [],
      masks: null,
      ssd: { centersScale: 10, sizesScale: 5, y: 0, x: 1, height: 2, width: 3 },
      regressionLength: 16,
    },
    {
      name: 'soft',
      kind: 'SOFTMAX',
      output: 'b/softmax',
      inputs: ['b/fc'],
      nms: null,
      decoders: [],
      masks: null,
      ssd: null,
      regressionLength: null,
    },
  ],
  streamRemarks: ['the runtime does not list the outputs'],
};

const SUMMARY: ModelSummary = {
  size: 100_000,
  container: {
    framing: 'framed',
    version: 2,
    fields: [
      { name: 'proto_size', value: 99956 },
      { name: 'xxh3_64', value: '0123456789abcdef' },
    ],
    sections: [
      { name: 'header', offset: 0, length: 44 },
      { name: 'message', offset: 44, length: 99_956 },
    ],
  },
  header: {
    hwArch: { number: 1, name: 'PROTO__HW_ARCH__ACCEL8P', device: 'Hailo-8' },
    created: '2023-11-14T22:13:20.000Z',
    timestamp: 1700000000000,
    sdkVersion: '3.27.0',
    version: 2,
  },
  features: {
    included: ['ddr'],
    extensions: [
      { number: 2, name: 'DDR', text: 'DDR' },
      { number: 77, name: null, text: 'something new' },
    ],
    optionalExtensions: [],
  },
  externalResources: [{ name: 'weights', offset: 4096, size: '18446744073709551615' }],
  networkGroupCount: 1,
  networkGroups: [
    {
      name: 'two_nets',
      ...APPLICATION,
      coreOps: [TWO_NETS],
      coreOpCount: 1,
      graph: [],
      unknownFields: [12, 13],
    },
  ],
  bytes: [
    { kind: 'configuration words', bytes: 90_000 },
    { kind: 'structure', bytes: 10_000 },
  ],
  problems: [],
};

describe('info', () => {
  it('describes a file', async () => {
    await expect(infoText('models/two.hef', SUMMARY)).toMatchFileSnapshot('golden/info.txt');
  });

  it('describes a file without content', async () => {
    const empty: ModelSummary = {
      size: 0,
      container: { framing: 'bare', version: null, fields: [], sections: [] },
      header: null,
      features: { included: null, extensions: [], optionalExtensions: [] },
      networkGroups: [],
      networkGroupCount: 0,
      externalResources: [],
      bytes: [],
      problems: ['the message is cut at 12 (0xc)'],
    };
    await expect(infoText('-', empty)).toMatchFileSnapshot('golden/info-empty.txt');
  });

  it('shows the core operations of later layouts, and their paths', async () => {
    const group = SUMMARY.networkGroups[0]!;
    const partial = (i: number, clusters: number): CoreOpSummary => ({
      ...TWO_NETS,
      path: `network_groups[0].partial_network_groups[${i}].network_group`,
      clusters,
      contexts: [],
    });
    const graph = [
      { name: '', kind: 'core_op', inputs: ['a/input'], outputs: ['a/conv'] },
      { name: 'a/nms', kind: 'nms_op', inputs: ['a/conv'], outputs: ['a/nms'] },
    ];
    const text = infoText('models/partial.hef', {
      ...SUMMARY,
      networkGroups: [
        {
          ...group,
          coreOps: [partial(0, 0x33), partial(1, 0)],
          coreOpCount: 3,
          unknownFields: [],
        },
        {
          ...group,
          coreOps: [{ ...TWO_NETS, path: 'network_groups[1].ops[0].core_op' }],
          graph,
          unknownFields: [],
        },
      ],
    });
    await expect(text).toMatchFileSnapshot('golden/info-later-layouts.txt');
  });

  it('contains no escape sequence of a file', () => {
    const evil = '\u001b[2J\u202e\n';
    const group = SUMMARY.networkGroups[0]!;
    const text = infoText(evil, {
      ...SUMMARY,
      problems: [evil],
      header: { ...SUMMARY.header!, sdkVersion: evil },
      features: {
        included: [],
        extensions: [{ number: 99, name: null, text: evil }],
        optionalExtensions: [],
      },
      networkGroups: [
        {
          ...group,
          name: evil,
          coreOps: [
            {
              ...TWO_NETS,
              networks: [evil],
              sortedOutputs: [evil],
              streams: [stream({ name: evil, network: evil, mux: evil })],
            },
          ],
          graph: [{ name: evil, kind: 'nms_op', inputs: [evil], outputs: [] }],
          inputs: [vstream({ name: evil, hardware: [evil] })],
          outputs: [],
          hardwareStreams: [channel({ name: evil })],
          postProcessing: [{ ...APPLICATION.postProcessing[0]!, name: evil, output: evil }],
          streamRemarks: [evil],
        },
      ],
      externalResources: [{ name: evil, offset: 0, size: 1 }],
    });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.match(/\\x1b\[2J/g)).toHaveLength(15);
  });

  it('is one JSON object', () => {
    const error = { code: 'source-not-found', message: 'no' };
    const text = infoJson({ name: 'protomdl', version: '1.2.3' }, [
      { path: 'a', error: null, summary: SUMMARY },
      { path: 'b', error, summary: null },
    ]);
    expect(JSON.parse(text)).toEqual({
      schemaVersion: 1,
      tool: { name: 'protomdl', version: '1.2.3' },
      files: [
        { path: 'a', error: null, ...JSON.parse(JSON.stringify(SUMMARY)), network: null, cost: null },
        { path: 'b', error },
      ],
    });
  });
});
