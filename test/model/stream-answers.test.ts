/**
 * Streams compared with results of real runtimes: the folder of PROTOMDL_STREAM_CASES, or
 * `../shared/cases/streams` beside the repository, has models and the results of three releases. Every field
 * of every result is compared.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import type { EdgeLayerView } from '../../src/read/model/mdl.gen.js';
import { type Model, openModel } from '../../src/read/model/open.js';
import { chosenCoreOp } from '../../src/read/model/streams/chosen-core-op.js';
import { type ContextTransfers, contextTransfers } from '../../src/read/model/streams/context-transfers.js';
import { orderOfPad } from '../../src/read/model/streams/orders.js';
import type {
  GroupStreams,
  HardwareStream,
  StreamQuantization,
  StreamRelease,
  VirtualStream,
} from '../../src/read/model/streams/stream-info.js';
import { STREAM_RELEASES } from '../../src/read/model/streams/stream-info.js';
import { streamRules } from '../../src/read/model/streams/stream-rules.js';
import { streams } from '../../src/read/model/streams/streams.js';
import type { Shape } from '../../src/read/model/summary.js';

const folder = process.env.PROTOMDL_STREAM_CASES ?? resolve('../shared/cases/streams');
const real = process.env.PROTOMDL_REAL_FILES ?? resolve('../shared/real');
const isThere = existsSync(join(folder, 'models.tar.xz'));
const unpacked = resolve('.cache/stream-cases');

interface Failure {
  readonly error: number;
}
interface Numbers {
  readonly zp: number;
  readonly scale: number;
  readonly min: number;
  readonly max: number;
}
interface Format {
  readonly type: string;
  readonly orderCode: number;
  readonly flags: number;
}
interface AnsweredVstream {
  readonly name: string;
  readonly network: string;
  readonly direction: string;
  readonly format: Format;
  readonly shape?: readonly number[];
  readonly nmsShape?: {
    readonly classes: number;
    readonly maxBboxesPerClass: number;
    readonly maxBboxesTotal?: number;
    readonly maxAccumulatedMaskSize: number;
  };
  readonly quant: Numbers;
  readonly frameSize: { readonly auto: number };
}
interface AnsweredStream {
  readonly name: string;
  readonly direction: string;
  readonly index: number;
  readonly format: Format;
  readonly shape?: readonly number[];
  readonly hwShape?: readonly number[];
  readonly hwDataBytes: number;
  readonly hwFrameSize: number;
  readonly quant: Numbers;
  readonly isMux: boolean;
  readonly nms?: {
    readonly classes: number;
    readonly maxBboxesPerClass: number;
    readonly bboxSize: number;
    readonly chunksPerFrame: number;
    readonly burstSize: number;
    readonly defusedOriginal?: string;
  };
}
interface AnsweredNode {
  readonly type: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}
interface AnsweredGroup {
  readonly name: string;
  readonly networks: readonly string[];
  readonly sortedOutputNames: readonly string[];
  readonly inputVstreams: readonly AnsweredVstream[] | Failure;
  readonly outputVstreams: readonly AnsweredVstream[] | Failure;
  readonly inputStreams: readonly AnsweredStream[] | Failure;
  readonly outputStreams: readonly AnsweredStream[] | Failure;
  readonly streamsOfVstream: Readonly<Record<string, readonly string[] | Failure>>;
  readonly originalsOfVstream: Readonly<Record<string, readonly string[] | Failure>>;
  readonly byNetwork?: Readonly<Record<string, Readonly<Record<string, readonly string[] | Failure>>>>;
  readonly postProcess?: readonly AnsweredNode[];
  readonly contexts?: readonly AnsweredContext[] | Failure;
}
interface AnsweredContext {
  readonly transferSize?: number;
  readonly configChannels?: Readonly<Record<string, { readonly bytes: number }>>;
  readonly outputs?: readonly {
    readonly name: string;
    readonly quantPerFeature: number;
    readonly quantFirst3: readonly Numbers[];
  }[];
}
interface Answers {
  readonly groups?: readonly AnsweredGroup[];
}

const isList = <T>(answer: readonly T[] | Failure): answer is readonly T[] => Array.isArray(answer);
/** The stored results have floats with the fewest decimal digits. */
const numbersOf = ({ zp, scale, min, max }: Numbers) => [zp, scale, min, max].map(Math.fround);
const ownNumbers = ({ zeroPoint, scale, min, max }: StreamQuantization) => [zeroPoint, scale, min, max];
const listOf = (shape: Shape | null) => shape && [shape.height, shape.width, shape.features];

const answeredVstream = (v: AnsweredVstream) => ({
  name: v.name,
  network: v.network,
  direction: v.direction,
  type: v.format.type,
  order: orderOfPad(v.format.orderCode),
  flags: v.format.flags,
  shape: v.shape ?? null,
  nms: v.nmsShape === undefined ? null : [v.nmsShape.classes, v.nmsShape.maxBboxesPerClass],
  masks: v.nmsShape?.maxAccumulatedMaskSize ?? 0,
  frameBytes: v.frameSize.auto,
  quantization: numbersOf(v.quant),
});
const ownVstream = (v: VirtualStream) => ({
  name: v.name,
  network: v.network,
  direction: v.direction,
  type: v.type,
  order: v.order,
  flags: v.transposed ? 2 : 0,
  shape: listOf(v.shape),
  nms: v.nms === null ? null : [v.nms.classes, v.nms.maxBoxesPerClass],
  masks: v.nms?.maxMaskBytes ?? 0,
  frameBytes: v.frameBytes,
  quantization: ownNumbers(v.quantization),
});
const answeredStream = (s: AnsweredStream) => ({
  name: s.name,
  direction: s.direction,
  index: s.index,
  type: s.format.type,
  order: orderOfPad(s.format.orderCode),
  shape: s.shape ?? null,
  padded: s.hwShape ?? null,
  dataBytes: s.hwDataBytes,
  frameBytes: s.hwFrameSize,
  isMux: s.isMux,
  nms:
    s.nms === undefined
      ? null
      : [s.nms.classes, s.nms.maxBboxesPerClass, s.nms.bboxSize, s.nms.chunksPerFrame, s.nms.burstSize],
  partOf: s.nms?.defusedOriginal ?? null,
  quantization: numbersOf(s.quant),
});
const ownStream = (s: HardwareStream) => ({
  name: s.name,
  direction: s.direction,
  index: s.sysIndex,
  type: s.type,
  order: s.order,
  shape: listOf(s.shape),
  padded: listOf(s.paddedShape),
  dataBytes: s.dataBytes,
  frameBytes: s.frameBytes,
  isMux: s.isMux,
  nms: s.nms && [s.nms.classes, s.nms.maxBoxesPerClass, s.nms.boxBytes, s.nms.chunks, s.nms.burst],
  partOf: s.nms?.partOf ?? null,
  quantization: ownNumbers(s.quantization),
});

describe.skipIf(!isThere)(`answers of runtimes${isThere ? '' : `: ${folder} is not there`}`, () => {
  for (const release of STREAM_RELEASES) {
    it(`equal the streams for ${release}`, { timeout: 300_000 }, async () => {
      mkdirSync(unpacked, { recursive: true });
      execFileSync('tar', ['-xJf', join(folder, 'models.tar.xz'), '-C', unpacked]);
      let vstreams = 0;
      let transfers = 0;
      for (const [kind, place] of [
        ['models', join(unpacked, 'dev')],
        ['real', real],
      ] as const) {
        const all = JSON.parse(
          execFileSync('xz', ['-dc', join(folder, `expected-${kind}.json.xz`)], {
            encoding: 'utf8',
            maxBuffer: 1 << 28,
          }),
        ) as Record<string, Record<string, Answers>>;
        for (const [name, { groups }] of Object.entries(all[release] ?? {})) {
          const path = join(place, name);
          if (groups === undefined || !existsSync(path)) continue;
          const model = await openModel(new Uint8Array(readFileSync(path)));
          const own = streams(model, { release });
          expect(own.groups.map((group) => group.name).sort(), name).toEqual(
            groups.map((group) => group.name).sort(),
          );
          for (const group of groups) {
            const ours = own.groups.find((one) => one.name === group.name) as GroupStreams;
            vstreams += compareGroup(group, ours, `${name}, ${group.name}`);
            transfers += compareTransfers(group, model, release, `${name}, ${group.name}`);
            compareNetworks(group, (list, network) => own[list](network), name);
          }
        }
      }
      expect(vstreams).toBeGreaterThan(350);
      expect(transfers).toBeGreaterThan(100);
    });
  }
});

describe.skipIf(!isThere)('models that were made to be run', () => {
  it('have no wrong numbers in their post-processing', async () => {
    mkdirSync(unpacked, { recursive: true });
    execFileSync('tar', ['-xJf', join(folder, 'models.tar.xz'), '-C', unpacked]);
    const names = readdirSync(join(unpacked, 'dev')).filter((name) => name.startsWith('hand-'));
    expect(names.length).toBeGreaterThan(20);
    const found: string[] = [];
    for (const name of names) {
      const bytes = new Uint8Array(readFileSync(join(unpacked, 'dev', name)));
      for (const { code, severity } of (await validate(memorySource(bytes))).diagnostics)
        if (code.startsWith('post-process')) found.push(`${name}: ${severity} ${code}`);
    }
    // The post-processing message of this file was made with a number of classes other than that of its
    // device output. The runtime uses the numbers of the device output.
    expect(found).toEqual(['hand-iou-other-numbers.hef: info post-process-class-count']);
  });
});

/** @returns number of virtual streams that were compared */
function compareGroup(answer: AnsweredGroup, own: GroupStreams, at: string): number {
  expect(own.networkNames, at).toEqual(answer.networks);
  expect(own.outputOrder, at).toEqual(answer.sortedOutputNames);
  let compared = 0;
  for (const [answered, ours] of [
    [answer.inputVstreams, own.inputs],
    [answer.outputVstreams, own.outputs],
  ] as const) {
    if (isList(answered)) {
      expect(ours.map(ownVstream), at).toEqual(answered.map(answeredVstream));
      compared += answered.length;
      for (const [i, { nmsShape }] of answered.entries()) {
        if (nmsShape?.maxBboxesTotal !== undefined)
          expect(ours[i]?.nms?.maxBoxes, at).toBe(nmsShape.maxBboxesTotal);
      }
    } else if (answered.error === 8) expect(own.remarks.join(), at).toContain('HAILO_INTERNAL_FAILURE');
  }
  for (const [answered, direction] of [
    [answer.inputStreams, 'input'],
    [answer.outputStreams, 'output'],
  ] as const) {
    if (!isList(answered)) continue;
    const ours = own.hardwareStreams.filter((stream) => stream.direction === direction);
    expect(ours.map(ownStream), at).toEqual(answered.map(answeredStream));
  }
  const all = [...own.inputs, ...own.outputs];
  for (const [list, of] of [
    ['hardware', answer.streamsOfVstream],
    ['originalNames', answer.originalsOfVstream],
  ] as const) {
    for (const [name, names] of Object.entries(of)) {
      const ours = all.find((vstream) => vstream.name === name)?.[list];
      expect(ours, `${at}, ${list} of ${name}`).toEqual(isList(names) ? names : []);
    }
  }
  comparePostProcessing(answer.postProcess ?? [], own, at);
  compareFeatures(answer.contexts ?? [], own, at);
  return compared;
}

/**
 * Returns the bytes that a context moves for a frame. The runtime does not count planes of images, and counts
 * lists of boxes by their bursts.
 */
function compareTransfers(
  answer: AnsweredGroup,
  { root }: Model,
  release: StreamRelease,
  at: string,
): number {
  const { contexts = [] } = answer;
  if (!isList(contexts)) return 0;
  const rules = streamRules(root, release);
  const chosen = [...root.networkGroups].map((group) => chosenCoreOp(group, rules));
  const coreOp = chosen.find(({ name }) => name === answer.name)?.coreOp;
  if (coreOp === undefined) return 0;
  const views = [...coreOp.contexts];
  let compared = 0;
  // The first element is the preliminary configuration.
  for (const [index, { transferSize, configChannels }] of contexts.slice(1).entries()) {
    const edges = [...(views[index]?.metadata?.edgeLayers ?? [])];
    if (transferSize === undefined || edges.some(isCountedOtherwise)) continue;
    const own = contextTransfers(coreOp, rules)[index] as ContextTransfers;
    const words = Object.values(configChannels ?? {}).reduce((sum, { bytes }) => sum + bytes, 0);
    const moved = own.fromHost + own.toHost + own.fromContexts + own.toContexts + own.ddr;
    // The newest release does not count words in the message.
    expect([transferSize - words, transferSize], `${at}, context ${index}`).toContain(moved);
    compared++;
  }
  return compared;
}

function isCountedOtherwise({ layerPlanes, layerInfo }: EdgeLayerView): boolean {
  const bursts = layerInfo?.edgeLayerBase?.additionalInfo?.nmsInfo?.burstSize ?? 0;
  return layerPlanes !== undefined || bursts > 0;
}

/** The description has fields that no other query returns: thresholds, classes, the image's size. */
function comparePostProcessing(answered: readonly AnsweredNode[], own: GroupStreams, at: string): void {
  for (const node of answered) {
    const ours = own.postProcessing.find(({ output }) => output in node.outputs);
    expect(ours?.kind, at).toBe(node.type);
    expect([...(ours?.inputs ?? [])].sort(), at).toEqual(Object.keys(node.inputs).sort());
    const said = new Map(
      node.description.split(', ').map((part) => part.split(': ') as [string, string | undefined]),
    );
    const nms = ours?.nms;
    const figures: readonly (readonly [string, string | undefined])[] = [
      ['Score threshold', nms?.scoreThreshold.toFixed(3)],
      ['IoU threshold', nms?.iouThreshold.toFixed(2)],
      ['Classes', String(nms?.classes)],
      ['Max bboxes per class', String(nms?.maxBoxesPerClass)],
      ['Image height', String(nms?.image?.height)],
      ['Image width', String(nms?.image?.width)],
      ['Mask threshold', ours?.masks?.threshold.toFixed(2)],
    ];
    for (const [label, figure] of figures)
      if (said.has(label)) expect(figure, `${at}, ${label}`).toBe(said.get(label));
  }
}

function compareFeatures(
  contexts: readonly AnsweredContext[] | Failure,
  own: GroupStreams,
  at: string,
): void {
  if (!isList(contexts)) return;
  for (const { name, quantPerFeature, quantFirst3 } of contexts.flatMap(({ outputs = [] }) => outputs)) {
    const perFeature = own.hardwareStreams.find((stream) => stream.name === name)?.quantization.perFeature;
    if (perFeature === null || perFeature === undefined) continue;
    expect(perFeature.scales, at).toHaveLength(quantPerFeature);
    for (const [i, { zp, scale }] of quantFirst3.entries()) {
      expect(
        [perFeature.zeroPoints[i], perFeature.scales[i]].map((n) => Math.fround(n ?? 0)),
        at,
      ).toEqual([zp, scale].map(Math.fround));
    }
  }
}

function compareNetworks(
  { byNetwork = {} }: AnsweredGroup,
  ask: (list: 'inputs' | 'outputs', network: string) => readonly VirtualStream[],
  at: string,
): void {
  for (const [network, answer] of Object.entries(byNetwork)) {
    for (const [list, names] of [
      ['inputs', answer.inputVstreams],
      ['outputs', answer.outputVstreams],
    ] as const) {
      if (names === undefined || !isList(names)) continue;
      expect(
        ask(list, network).map(({ name }) => name),
        `${at}, ${network}`,
      ).toEqual(names);
    }
  }
}
