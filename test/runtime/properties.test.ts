/** Predictions exist for any bytes, and do not depend on how the bytes are read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { mutate } from '../../src/attack/mutate/mutate.js';
import { smithInvalid } from '../../src/attack/smith/invalid.js';
import { LAYOUTS } from '../../src/attack/smith/settings.js';
import { smithFile } from '../../src/attack/smith/smith.js';
import { RELEASES } from '../../src/base/diagnostics/catalogue.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import type { Reason } from '../../src/check/runtime/verdict.js';
import type { FileReport } from '../../src/check/validate/file-report.js';
import { type EngineOptions, validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { mutated } from '../edge/mutations.js';
import { FRAMINGS, seeds } from '../smith/seeds.js';
import { arriving } from '../source/bytes.js';
import { windowed } from '../source/windowed.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 50);
const specimens = await allSpecimens();

const WAYS: Readonly<Record<string, (bytes: Uint8Array) => readonly [Source, EngineOptions]>> = {
  'with the kernel': (bytes) => [memorySource(bytes), { kernel: true }],
  'through windows of 64 bytes': (bytes) => [windowed(bytes), { windowSize: 64 }],
  'as a stream': (bytes) => [streamSource(arriving(bytes, 77)), {}],
  'with everything ignored': (bytes) => [
    memorySource(bytes),
    {
      policy: {
        levels: new Map(specimens.flatMap(({ expected }) => expected.map(({ code }) => [code, 'off']))),
      },
    },
  ],
};

async function predicted(source: Source, options: EngineOptions = {}) {
  const { runtime } = await validate(source, { runtimes: RELEASES, ...options });
  return runtime;
}

const STATUS_OF = {
  accepts: (status: unknown) => status === 0,
  rejects: (status: unknown) => typeof status === 'number' && status > 0,
  crashes: (status: unknown) => status === null,
  hangs: (status: unknown) => status === null,
};

/** Checks that each reason has a code of the catalogue and a place in the file. */
function expectReasons(because: readonly string[], reasons: readonly Reason[], size: number): void {
  expect(reasons.map(({ code }) => code)).toEqual(because);
  for (const { code, offset, length, message } of reasons) {
    expect(CATALOGUE.has(code)).toBe(true);
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset + length).toBeLessThanOrEqual(size);
    expect(message).not.toBe('');
  }
}

/** Checks that a file is invalid if it crashes every release that knows the layout. */
function expectSaid({ runtime, verdict, diagnostics }: FileReport): void {
  const later = [runtime?.['4.20.0'], runtime?.['4.23.0']];
  if (!later.every((one) => one?.verdict === 'crashes' || one?.verdict === 'hangs')) return;
  const codes = later.flatMap((one) => one?.because ?? []);
  // Reading past the end of a list of scales usually has no effect; real files cause this.
  if (codes.includes('edge-scales-count')) return;
  expect([codes, verdict, diagnostics.map(({ code }) => code)]).toEqual([
    codes,
    'invalid',
    expect.arrayContaining([codes[0]]),
  ]);
}

async function expectSound(bytes: Uint8Array): Promise<void> {
  const report = await validate(memorySource(bytes), { runtimes: RELEASES });
  const { runtime } = report;
  expect(Object.keys(runtime ?? {})).toEqual([...RELEASES]);
  for (const { verdict, stage, status, name, because, reasons, configure } of Object.values(runtime ?? {})) {
    expect(STATUS_OF[verdict](status)).toBe(true);
    expect(name === null).toBe(status === null);
    expect(stage === null).toBe(verdict === 'accepts');
    expect(verdict === 'accepts' ? because : configure).toEqual([]);
    expectReasons(because, reasons, bytes.length);
    expect(because.length > 0).toBe(verdict !== 'accepts');
  }
  expectSaid(report);
}

describe('predictions', () => {
  it('exist for any message', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMessage(ProtoMDLMdlSchema), ({ bytes }) => expectSound(bytes)),
      { numRuns: RUNS },
    );
  });

  it('exist for damaged files', async () => {
    const wrong = mutated(fc.constantFrom(...specimens.map(({ bytes }) => bytes)));
    await fc.assert(fc.asyncProperty(wrong, expectSound), { numRuns: RUNS });
  });

  it.each(LAYOUTS)(
    'are made of models of the layout %s, valid, with a fault, and mutated',
    async (layout) => {
      for (const seed of seeds(20)) {
        const framing = FRAMINGS[seed % FRAMINGS.length] ?? 'bare';
        const uncommon = seed % 3 === 0;
        const options = {
          seed,
          preset: 'small',
          layout,
          framing,
          uncommon,
          swarm: seed % 2 === 1,
          loadsOn: 'any',
        } as const;
        const file = await smithFile(options);
        const { bytes: invalid } = await smithInvalid('random', options);
        const mutant = await mutate(file, { seed });
        for (const bytes of [file, invalid, mutant.bytes]) await expectSound(bytes);
      }
    },
  );

  it.each(Object.entries(WAYS))('are the same %s', async (_name, way) => {
    for (const { bytes, name } of specimens) {
      const here = await predicted(memorySource(bytes));
      expect([name, await predicted(...way(bytes))]).toEqual([name, here]);
    }
  });

  it('never accept files that the format forbids', async () => {
    for (const { bytes, name, expected } of specimens) {
      const isWire = expected.some(
        ({ code, severity }) => /^(wire|string)-/.test(code) && severity === 'error',
      );
      if (!isWire) continue;
      const verdicts = Object.values((await predicted(memorySource(bytes))) ?? {});
      expect([name, verdicts.map(({ verdict }) => verdict)]).toEqual([name, RELEASES.map(() => 'rejects')]);
    }
  });
});
