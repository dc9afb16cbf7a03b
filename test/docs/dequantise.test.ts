/** The programs of `examples/dequantise` compute real numbers from `info --format json` and the bytes of a frame. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { VirtualStream } from '../../src/read/model/streams/stream-info.js';
import { summarize } from '../../src/read/model/summarize.js';
import { infoJson } from '../../src/show/report/info.js';
import { ROOT } from '../package/built.js';

const PROGRAMS = join(ROOT, 'examples/dequantise');
const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const hasCpp = has('g++') && existsSync('/usr/include/nlohmann/json.hpp');
const real = join(process.env.PROTOMDL_REAL_FILES ?? '', 'v3-5.4-eight-outputs.hef');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dequantise-'));
  if (hasCpp)
    execFileSync('g++', [
      '-std=c++17',
      '-O0',
      join(PROGRAMS, 'dequantise.cpp'),
      '-o',
      join(folder, 'program'),
    ]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const LANGUAGES: readonly (readonly [string, boolean, () => readonly string[]])[] = [
  ['Python', has('python3'), () => ['python3', join(PROGRAMS, 'dequantise.py')]],
  ['C++', hasCpp, () => [join(folder, 'program')]],
];

describe.each(LANGUAGES)('a program in %s', (_, isThere, command) => {
  it.skipIf(!isThere)('dequantises an output of one scale', async () => {
    const path = join(ROOT, 'corpus/valid/small-network.hef');
    const printed = await dequantised(path, 'digits/fc2', command());
    expect(printed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => ((37 * i) % 256) * 0.03125));
  });

  it.skipIf(!isThere || !existsSync(real))('dequantises outputs with a scale for each feature', async () => {
    const outputs = await outputsOf(real);
    for (const { name, shape, frameBytes, quantization, type } of outputs.slice(0, 2)) {
      const { scales, zeroPoints } = quantization.perFeature ?? { scales: [], zeroPoints: [] };
      expect(new Set(scales).size, name).toBeGreaterThan(0);
      expect(type).toBe('UINT8');
      const expected = Array.from({ length: frameBytes }, (_, i) => {
        const feature = i % (shape?.features ?? 1);
        return (scales[feature] as number) * (((37 * i) % 256) - (zeroPoints[feature] as number));
      });
      const printed = await dequantised(real, name, command());
      expect(printed).toEqual(expected.map((value) => Number(value.toPrecision(6))));
    }
  });
});

describe.each(LANGUAGES)('the same program in %s', (_, isThere, command) => {
  /** A channel of the device in the form of `info`: rows of features, where each row includes its padding. */
  const channel = {
    direction: 'output',
    name: 'net/conv1',
    order: 'NHCW',
    type: 'UINT8',
    shape: { height: 2, width: 3, features: 2 },
    paddedShape: { height: 2, width: 8, features: 2 },
    nms: null,
    frameBytes: 32,
    quantization: { scale: 0, zeroPoint: 0, perFeature: { scales: [0.5, 2], zeroPoints: [1, 0] } },
    isMux: false,
  };
  const ran = (frame: Uint8Array, ...args: string[]) => {
    const [info, path] = [join(folder, 'device.json'), join(folder, 'device.bin')];
    const output = { ...channel, name: 'net/boxes', nms: {} };
    const group = { outputs: [output], hardwareStreams: [{ ...channel, direction: 'input' }, channel] };
    writeFileSync(info, JSON.stringify({ files: [{ networkGroups: [group] }] }));
    writeFileSync(path, frame);
    const [program = '', ...rest] = command();
    const [name = 'net/conv1', ...more] = args;
    return spawnSync(program, [...rest, info, name, path, ...more], { encoding: 'utf8' });
  };

  it.skipIf(!isThere)(
    'leaves out the padding of the device, and has the features in the last dimension',
    () => {
      const frame = new Uint8Array(32).fill(255);
      const expected: number[] = [];
      for (let y = 0; y < 2; y++) {
        for (let feature = 0; feature < 2; feature++) {
          for (let x = 0; x < 3; x++) {
            const stored = 100 * y + 10 * feature + x;
            frame.set([stored], 16 * y + 8 * feature + x);
            expected[6 * y + 2 * x + feature] = feature === 0 ? (stored - 1) / 2 : stored * 2;
          }
        }
      }
      const lines = (text: string) => text.trimEnd().split('\n').map(Number);
      expect(lines(ran(frame).stdout)).toEqual(expected);
      expect(lines(ran(frame, 'net/conv1', 'device').stdout)).toEqual(expected);
    },
  );

  it.skipIf(!isThere)('names the outputs and the size of a frame if its arguments are wrong', () => {
    const frame = new Uint8Array(32);
    const errors = [
      ran(frame, 'conv'),
      ran(frame, 'net/boxes'),
      ran(frame, 'net/boxes', 'device'),
      ran(frame.subarray(1)),
      ran(frame, 'net/conv1', 'other'),
    ].map(({ status, stderr }) => [status, stderr.trim().replace(/usage: \S+/, 'usage: program')]);
    expect(errors).toEqual([
      [1, 'no output has the name conv; there are: net/boxes, net/conv1'],
      [1, 'net/boxes is a list of boxes, which docs/info.md describes'],
      [1, 'no output has the name net/boxes; there are: net/conv1'],
      [1, 'a frame has 32 bytes, not 31'],
      [1, 'usage: program INFO.json OUTPUT FRAME.bin [device]'],
    ]);
  });

  const graph = join(process.env.PROTOMDL_REAL_FILES ?? '', 'v2-3.31-ops-graph.hef');
  it.skipIf(!isThere || !existsSync(graph))(
    'accepts an output that feeds post-processing, and is not a stream of the application',
    async () => {
      const { networkGroups } = await summarize(memorySource(new Uint8Array(readFileSync(graph))));
      const found = networkGroups[0]?.hardwareStreams.find(({ name }) => name === 'yolov8n/conv52_97');
      const printed = await dequantised(graph, 'yolov8n/conv52_97', command(), found?.frameBytes);
      const { scale, zeroPoint } = found!.quantization;
      // The second element is the second feature of the first column. It is stored one row of 24 columns after
      // the first element.
      expect(printed.slice(0, 2)).toEqual(
        [0, 24].map((i) => Number((scale * (((37 * i) % 256) - zeroPoint)).toPrecision(6))),
      );
      expect(printed.length).toBe(20 * 20 * 64);
    },
  );
});

it.skipIf(!has('python3'))('the page of info reads boxes as the runtime writes them', () => {
  const page = readFileSync(join(ROOT, 'docs/info.md'), 'utf8');
  const reader = /^```python\n(import struct[\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  // Two classes have boxes, and one has none. The rest of the frame is not used.
  const box = (class_: number, at: number) => [class_, 0.5 + at / 4, at / 16, at / 8, at / 4, at / 2];
  const boxes = [box(0, 1), box(2, 0), box(2, 1)];
  const floats = [0, 1, 2].flatMap((class_) => {
    const own = boxes.filter(([one]) => one === class_);
    return [own.length, ...own.flatMap(([, score = 0, ...corners]) => [...corners, score])];
  });
  const frame = new Float32Array(3 * (1 + 5 * 4)).fill(7);
  frame.set(floats);
  const path = join(folder, 'boxes.bin');
  writeFileSync(path, new Uint8Array(frame.buffer));
  const program = `${reader}\nimport json, sys\nprint(json.dumps(list(boxes(open(sys.argv[1], "rb").read(), 3))))`;
  const out = execFileSync('python3', ['-c', program, path], { encoding: 'utf8' });
  expect(JSON.parse(out)).toEqual(boxes);
});

async function outputsOf(path: string): Promise<readonly VirtualStream[]> {
  const { networkGroups } = await summarize(memorySource(new Uint8Array(readFileSync(path))));
  return networkGroups.flatMap(({ outputs }) => outputs);
}

/** Returns the numbers that a program prints for a frame with the bytes 0, 37, 74, … */
async function dequantised(
  path: string,
  name: string,
  [program = '', ...args]: readonly string[],
  bytes?: number,
): Promise<number[]> {
  const [info, frame] = [join(folder, 'info.json'), join(folder, 'frame.bin')];
  const summary = await summarize(memorySource(new Uint8Array(readFileSync(path))));
  writeFileSync(info, infoJson({ name: 'protomdl', version: '0.0.0' }, [{ path, error: null, summary }]));
  const output = summary.networkGroups.flatMap(({ outputs }) => outputs).find((one) => one.name === name);
  writeFileSync(
    frame,
    Uint8Array.from({ length: bytes ?? output?.frameBytes ?? 0 }, (_, i) => (37 * i) % 256),
  );
  const text = execFileSync(program, [...args, info, name, frame], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return text.trimEnd().split('\n').map(Number);
}
