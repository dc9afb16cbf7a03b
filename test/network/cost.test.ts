/**
 * Costs of files, compared with sums that are made with protobuf's own codec, and with figures that runtimes
 * reported for real files.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { smithFile } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { type ProtoMDLAction, type ProtoMDLMdl, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { CoreOpCost, FileCost } from '../../src/show/network/cost.js';
import { trafficAt } from '../../src/show/network/cost.js';
import { costOf } from '../../src/show/network/read-cost.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { closedSchema } from '../report/closed-schema.js';

const VALID = 'corpus/valid';
const corpus = readdirSync(VALID).filter((name) => /\.(mdl|hef)$/.test(name));
const real = process.env.PROTOMDL_REAL_FILES;
const isThere = real !== undefined && existsSync(real);
const HEADER_SIZES = [32, 28, 44, 56];

const costFrom = (bytes: Uint8Array): Promise<FileCost> => costOf(memorySource(bytes));

/** Splits header and message by the container's first fields: version and size of the message. */
function takenApart(bytes: Uint8Array): { readonly header: number; readonly message: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0) !== 0x01484546) return { header: 0, message: bytes };
  const header = HEADER_SIZES[view.getUint32(4)] as number;
  return { header, message: bytes.subarray(header, header + view.getUint32(8)) };
}

function wordsIn(actions: readonly ProtoMDLAction[]): number {
  return actions.reduce((sum, { action }) => {
    if (action.case === 'writeDataCcw') return sum + action.value.data.length;
    return action.case === 'writeDataCcwPtr' ? sum + action.value.size : sum;
  }, 0);
}

/** Configuration of groups of the classic layout, by the codec: preliminary configuration, then contexts. */
function decodedConfiguration({ networkGroups }: ProtoMDLMdl): ReadonlyMap<string, readonly number[]> {
  return new Map(
    networkGroups.flatMap(({ preliminaryConfig, contexts, ops, partialNetworkGroups }, at) => {
      if (ops.length + partialNetworkGroups.length > 0) return [];
      const operations = [
        ...(preliminaryConfig === undefined ? [] : [preliminaryConfig.operation]),
        ...contexts.map((context) => context.operations),
      ];
      const sums = operations.map((list) => wordsIn(list.flatMap(({ actions }) => actions)));
      return [[`network_groups[${at}]`, sums] as const];
    }),
  );
}

function expectSums({ parts, coreOps }: FileCost, size: number, at: string): void {
  expect(parts.header + parts.message + parts.configuration + parts.rest, at).toBe(size);
  expect(Math.min(...Object.values(parts)), at).toBeGreaterThanOrEqual(0);
  const own = coreOps.flatMap(({ contexts }) => contexts.map(({ ownBytes }) => ownBytes));
  expect(
    own.reduce((sum, bytes) => sum + bytes, 0),
    at,
  ).toBe(parts.configuration);
}

/** @returns number of contexts that were compared */
async function expectLikeCodec(bytes: Uint8Array, at: string): Promise<number> {
  const cost = await costFrom(bytes);
  expectSums(cost, bytes.length, at);
  const { header, message } = takenApart(bytes);
  expect(cost.parts.header, at).toBe(header);
  let compared = 0;
  for (const [path, sums] of decodedConfiguration(fromBinary(ProtoMDLMdlSchema, message))) {
    const found = cost.coreOps.find((coreOp) => coreOp.path === path)?.contexts ?? [];
    expect(
      found.map(({ configurationBytes }) => configurationBytes),
      at,
    ).toEqual(sums);
    compared += sums.length;
  }
  return compared;
}

describe('configuration of a file', () => {
  it('equals the codec’s sums by context, and has the file’s size in total', async () => {
    let compared = 0;
    for (const name of corpus) compared += await expectLikeCodec(readFileSync(join(VALID, name)), name);
    for (let seed = 1; seed <= 60; seed++) {
      const bytes = await smithFile({ seed, preset: 'small' });
      compared += await expectLikeCodec(bytes, `seed ${seed}`);
    }
    expect(compared).toBeGreaterThan(150);
  });

  it.skipIf(!isThere)('equals the codec’s sums in real files, including truncated files', async () => {
    const names = readdirSync(real as string).filter((name) => name.endsWith('.hef'));
    for (const name of names) {
      const bytes = readFileSync(join(real as string, name));
      expectSums(await costFrom(bytes), bytes.length, name);
    }
    expect(names).toHaveLength(12);
  });

  it.skipIf(!isThere)('equals what runtimes write, in total and for each batch', async () => {
    const figures = async (name: string): Promise<readonly (number | string)[]> => {
      const { coreOps } = await costFrom(readFileSync(join(real as string, name)));
      const { contexts } = coreOps.find((coreOp) => coreOp.contexts.length > 1) as CoreOpCost;
      return contexts.flatMap(({ configurationBytes, loaded }) => [configurationBytes, loaded]);
    };
    expect(await figures('v0-3.27-two-contexts.hef')).toEqual([
      122736,
      'once',
      904536,
      'batch',
      25728,
      'batch',
    ]);
    expect(await figures('v3-5.4-two-contexts.hef')).toEqual([
      864208,
      'once',
      638064,
      'batch',
      325200,
      'batch',
    ]);
    expect(await figures('v2-3.31-ops-graph.hef')).toEqual([3027184, 'once', 0, 'once']);
  });

  it('has a problem in place of an error, if the name of a group cannot be read', async () => {
    const name = lenRecord(1, Uint8Array.of(0xff));
    const { coreOps, problems } = await costFrom(lenRecord(2, concat(lenRecord(1, name), lenRecord(3, ''))));
    expect([coreOps.length, problems]).toEqual([1, [expect.stringMatching(/^string-not-utf8 at /)]]);
  });

  it('counts words once, even if two contexts point to them', async () => {
    const bytes = readFileSync('corpus/invalid/frame-ccw-ptr-out-of-range.hef');
    const { parts, coreOps } = await costFrom(bytes);
    const contexts = coreOps.flatMap((coreOp) => coreOp.contexts);
    expect(contexts.reduce((sum, { configurationBytes }) => sum + configurationBytes, 0)).toBe(49);
    expect(parts.configuration).toBe(24);
    expectSums(
      { parts, coreOps, problems: [], withoutLayers: null },
      bytes.length,
      'words that are not there',
    );
  });
});

describe('traffic', () => {
  it.skipIf(!isThere)('depends on the rate, and includes configuration for each batch', async () => {
    const { coreOps, withoutLayers } = await costFrom(
      readFileSync(join(real as string, 'v3-5.4-two-contexts.hef')),
    );
    const [coreOp] = coreOps as [CoreOpCost];
    expect(trafficAt(coreOp, 30)).toEqual({
      fps: 30,
      fromHost: 30 * 110592,
      toHost: 30 * 11240,
      between: 30 * 2 * 24576,
      configuration: 30 * (638064 + 325200),
    });
    expect([coreOp.expectedFps, coreOp.latencySeconds]).toEqual([5341.167044999333, 0.00054097]);
    expect(withoutLayers).toContain('no notes');
  });

  it.skipIf(!isThere)('includes the layers of each context, if the compiler noted them', async () => {
    const { coreOps } = await costFrom(readFileSync(join(real as string, 'v0-3.27-two-contexts.hef')));
    const [, first, second] = (coreOps[0] as CoreOpCost).contexts;
    expect([first?.layers, first?.slowest, first?.cycles]).toEqual([26, 'reducing_avgpool1', 332163]);
    expect([second?.layers, second?.slowest, second?.cycles]).toEqual([182, 'conv12', 315774]);
    expect(second?.utilization).toBeCloseTo(0.69, 2);
  });
});

describe('the command', () => {
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, ['dist/cli/protomdl.js', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  it('shows the cost on request, and the traffic at the user’s rates', () => {
    const file = join(VALID, 'two-contexts.mdl');
    expect(run('info', file)).not.toContain('cost of');
    const text = run('info', '--cost', '--fps', '24,30', file);
    expect(text).toMatch(/preliminary +\d+ +once\n +context_?.?0 +\d+ +for each batch/);
    expect(text).toMatch(/\n +24\.0 .*MB\/s/);
    const [{ cost }] = JSON.parse(run('info', '--fps', '24,30', '--format', 'json', file)).files;
    expect(cost.coreOps[0].rates.map(({ fps }: { fps: number }) => fps).slice(-2)).toEqual([24, 30]);
  });

  it('writes JSON that matches its schema, for two builds as well', () => {
    const [one, two] = ['one-context.mdl', 'network-notes.hef'].map((name) => join(VALID, name)) as [
      string,
      string,
    ];
    const info = JSON.parse(run('info', '--cost', '--fps', '30', '--format', 'json', one, two));
    const checkInfo = new Ajv({ allowUnionTypes: true }).compile(closedSchema('info'));
    expect(checkInfo(info), JSON.stringify(checkInfo.errors)).toBe(true);
    const command = ['dist/cli/protomdl.js', 'diff', '--summary', '--format', 'json', one, two];
    const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    const checkDiff = new Ajv({ allowUnionTypes: true }).compile(closedSchema('diff'));
    expect(checkDiff(JSON.parse(stdout)), JSON.stringify(checkDiff.errors)).toBe(true);
    expect(JSON.parse(stdout).cost.after.coreOps[0].contexts[1].slowest).toBe('conv2');
  });

  it('refuses an invalid rate', () => {
    for (const rate of ['0', '-1', 'fast', '30,,']) {
      expect(() => run('info', '--fps', rate, join(VALID, 'two-contexts.mdl'))).toThrow(/positive numbers/);
    }
  });
});
