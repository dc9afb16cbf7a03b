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

async function outputsOf(path: string): Promise<readonly VirtualStream[]> {
  const { networkGroups } = await summarize(memorySource(new Uint8Array(readFileSync(path))));
  return networkGroups.flatMap(({ outputs }) => outputs);
}

/** Numbers that a program prints for a frame of the bytes 0, 37, 74, … */
async function dequantised(
  path: string,
  name: string,
  [program = '', ...args]: readonly string[],
): Promise<number[]> {
  const [info, frame] = [join(folder, 'info.json'), join(folder, 'frame.bin')];
  const summary = await summarize(memorySource(new Uint8Array(readFileSync(path))));
  writeFileSync(info, infoJson({ name: 'protomdl', version: '0.0.0' }, [{ path, error: null, summary }]));
  const output = summary.networkGroups.flatMap(({ outputs }) => outputs).find((one) => one.name === name);
  writeFileSync(
    frame,
    Uint8Array.from({ length: output?.frameBytes ?? 0 }, (_, i) => (37 * i) % 256),
  );
  const text = execFileSync(program, [...args, info, name, frame], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return text.trimEnd().split('\n').map(Number);
}
