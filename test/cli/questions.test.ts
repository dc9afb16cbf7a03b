/**
 * Questions that users of model files have asked in public. For each question, one command gives the answer,
 * and the user need not know the schema.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encode } from '../../scripts/corpus/encode.js';
import { spoiled } from '../../scripts/corpus/faults.js';
import { boundaryInput, boundaryOutput, shape } from '../../scripts/corpus/layers.js';
import { context, model, networkGroup, preliminary } from '../../scripts/corpus/network.js';
import type { Fields } from '../../scripts/corpus/notation.js';
import { Ids } from '../../scripts/corpus/operations.js';
import { Random } from '../../scripts/corpus/random.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { withFiles } from './temporary.js';

const real = process.env.PROTOMDL_REAL_FILES;
const isThere = real !== undefined && existsSync(real);
const realFile = (name: string): string => join(real as string, name);

function protomdl(...args: readonly string[]): string {
  const command = ['dist/cli/protomdl.js', ...args];
  const { stdout, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([0, 1]).toContain(status);
  return stdout;
}

/** Text of a report without line breaks. */
const flat = (text: string): string => text.replace(/\s+/g, ' ');

/** A model like the detector YOLOv8: three grids, each with an output for boxes and an output for classes. */
function detector({ classes = 80, score = 0.2, input = 640 } = {}): Fields {
  const ids = new Ids();
  const random = new Random(1);
  const strides = [8, 16, 32];
  const outputs = strides.flatMap((stride, at) => {
    const side = input / stride;
    return [64, classes].map((features, part) => {
      const index = 2 * at + part;
      const layer = boundaryOutput({
        name: `det/conv${41 + index}`,
        shape: shape(side, side, features),
        sys: index,
        context: 0,
      });
      return { ...layer, pad_index: 10 + index };
    });
  });
  const image = boundaryInput({
    name: 'det/input_layer1',
    shape: shape(input, input, 3),
    sys: 9,
    context: 0,
  });
  const group = networkGroup({
    name: 'det',
    preliminary: preliminary(ids, random, {}),
    contexts: [context(ids, random, { index: 0, layers: [image, ...outputs] })],
  });
  const { network_group_metadata, ...coreOp } = group;
  return model({
    groups: [
      {
        network_group_metadata,
        sorted_outputs_order: ['det/nms'],
        ops: [
          { name: 'det', core_op: { network_group_metadata, ...coreOp } },
          {
            name: 'det/nms',
            input_pads: outputs.map((_, at) => ({ index: 100 + at })),
            output_pads: [{ index: 200, name: 'det/nms' }],
            nms_op: {
              nms_score_th: score,
              nms_iou_th: 0.7,
              max_proposals_per_class: 100,
              classes,
              yolov8_nms_op: {
                image_height: input,
                image_width: input,
                bbox_decoders: strides.map((stride, at) => ({
                  stride,
                  reg_pad_index: 10 + 2 * at,
                  cls_pad_index: 11 + 2 * at,
                })),
                regression_length: 15,
              },
            },
          },
        ],
        pad_edges: outputs.map((_, at) => ({ src: 10 + at, dst: 100 + at })),
      } as Fields,
    ],
    extensions: [{ type_index: 13 }, { type_index: 27 }],
  });
}

function written(models: Readonly<Record<string, Fields>>): (name: string) => string {
  const files = Object.entries(models).map(
    ([name, content]) => [name, encode(ProtoMDLMdlSchema, content).bytes] as const,
  );
  const folder = withFiles(Object.fromEntries(files));
  return (name) => join(folder, name);
}

describe('a user asks', () => {
  it('where the 160,320 bytes of an output come from', () => {
    const at = written({ 'a.mdl': detector() });
    expect(flat(protomdl('info', at('a.mdl')))).toContain(
      'a frame has 160,320 bytes: 80 classes x (1 count + 100 boxes x 5 numbers) x 4 bytes',
    );
  });

  it.skipIf(!isThere)('which thresholds are in a file, and how many classes it has if not 80', () => {
    const text = flat(protomdl('info', realFile('v2-3.31-ops-graph.hef')));
    expect(text).toContain('score threshold 0.2, IoU threshold 0.7, 110 classes, at most 100 boxes a class');
    expect(text).toContain('a frame has 220,440 bytes');
  });

  it.skipIf(!isThere)('which output of the device is which', () => {
    const text = protomdl('info', realFile('v2-3.31-ops-graph.hef'));
    const rows = text.split('\n').filter((line) => /^ +\d +(8|16|32) +\d+x\d+ /.test(line));
    expect(rows.map((row) => row.trim().split(/ +/).slice(1))).toEqual([
      ['8', '40x40', 'yolov8n/conv41_97', 'yolov8n/conv42_97'],
      ['16', '20x20', 'yolov8n/conv52_97', 'yolov8n/conv53_97'],
      ['32', '10x10', 'yolov8n/conv62_97', 'yolov8n/conv63_97'],
    ]);
  });

  it('whether an output has 8 or 16 bits', () => {
    const wide = spoiled(
      () => detector(),
      [
        'network_groups[0].ops[0].core_op.contexts[0].metadata.edge_layers[1].layer_info.edge_layer_base.data_bytes',
        () => 2,
      ],
    );
    const at = written({ 'a.mdl': wide });
    const [{ networkGroups }] = JSON.parse(protomdl('info', '--format', 'json', at('a.mdl'))).files;
    const types = networkGroups[0].hardwareStreams.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['UINT8', 'UINT16', 'UINT8', 'UINT8', 'UINT8', 'UINT8', 'UINT8']);
  });

  it.skipIf(!isThere)('how busy each context keeps the device, and what it loads', () => {
    const text = protomdl('info', '--cost', realFile('v0-3.27-two-contexts.hef'));
    expect(text).toMatch(/context_0 +904,536 +for each batch .* reducing_avgpool1 +43 % +2\n/);
    expect(text).toMatch(/context_1 +25,728 +for each batch .* conv12 +69 % +8\n/);
  });

  it.skipIf(!isThere)('how to convert stored numbers to real ones', () => {
    expect(protomdl('info', realFile('v0-3.27-two-contexts.hef'))).toMatch(
      /conv24 +60x80x64 .* 307,200 +0\.0675207 \* \(q - 125\)/,
    );
  });

  it('whether an application has to change for a new build', () => {
    const at = written({ 'old.mdl': detector(), 'new.mdl': detector({ classes: 20, input: 320 }) });
    const text = protomdl('diff', '--breaking', '--summary', at('old.mdl'), at('new.mdl'));
    expect(text).toMatch(/input det\/input_layer1: its shape is 320x320x3, and was 640x640x3/);
    expect(text).toContain('classes: it is 20, and was 80 [post-processing-changed]');
    expect(text).toContain('a frame has 40080 bytes, and had 160320 bytes [stream-frame-changed]');
  });

  it('why a new build finds other boxes', () => {
    const at = written({ 'old.mdl': detector(), 'new.mdl': detector({ score: 0.001 }) });
    expect(protomdl('diff', '--breaking', at('old.mdl'), at('new.mdl'))).toMatch(
      /breaking .*score threshold: it is 0\.001, and was 0\.2 /,
    );
  });

  it('why boxes come out at half their size', () => {
    const wrong = spoiled(
      () => detector({ input: 320 }),
      ...['height', 'width'].map(
        (side) => [`network_groups[0].ops[1].nms_op.yolov8_nms_op.image_${side}`, () => 640] as const,
      ),
    );
    const at = written({ 'a.mdl': wrong, 'right.mdl': detector({ input: 320 }) });
    expect(flat(protomdl('validate', at('a.mdl')))).toContain(
      'the image is 640 × 640, and the grids cover 320 × 320',
    );
    expect(protomdl('validate', at('right.mdl'))).not.toContain('warning');
  });
});
