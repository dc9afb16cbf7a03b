import { encode } from '../../scripts/corpus/encode.js';
import { type Change, spoiled } from '../../scripts/corpus/faults.js';
import { type Frame, frame } from '../../scripts/corpus/frame.js';
import type { Fields, Value } from '../../scripts/corpus/notation.js';
import type { Release } from '../../src/base/diagnostics/releases.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { RuntimeVerdict, RuntimeVerdicts } from '../../src/check/runtime/verdict.js';
import { type EngineOptions, validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

/** Releases in these tests: the oldest, and two later releases that differ most from those before them. */
export const OF_CASES = ['4.8.0', '4.20.0', '4.23.0'] as const satisfies readonly Release[];

/**
 * Expected outcomes of 4.8.0, 4.20.0 and 4.23.0, each in this form: `accepts`, `load 26 code`,
 * `query crashes code`.
 */
export type Outcomes = readonly [string, string, string];
/** Makes a model with changes at some places, which is valid otherwise. */
export type Case = readonly [
  about: string,
  make: () => Fields,
  changes: readonly Change[],
  outcomes: Outcomes,
];

/** Expects the same outcome from all releases; `26?` is a fault that has a status of its own since 4.21. */
export function all(text: string, newer = text): Outcomes {
  return [text, text, newer];
}

/**
 * Expects `accepts` from 4.8.0, and this outcome from the releases that read operations and all layers when
 * they load a file.
 */
export function later(text: string): Outcomes {
  return ['accepts', text, text];
}

export const ACCEPTED = all('accepts');

/** 4.23.0 needs this extension, and 4.8.0 refuses it. */
const PERIPH_CALCULATION = { type_index: 26, name: 'PERIPH_CALCULATION_IN_HAILORT' };

export function outcomeText({ verdict, stage, status, because }: RuntimeVerdict): string {
  if (stage === null) return verdict;
  return [stage, verdict === 'rejects' ? status : verdict, ...because].join(' ');
}

export async function runtimeOf(bytes: Uint8Array, options: EngineOptions = {}): Promise<RuntimeVerdicts> {
  const { runtime } = await validate(memorySource(bytes), { runtimes: OF_CASES, ...options });
  if (runtime === undefined) throw new Error('nothing was predicted');
  return runtime;
}

export function bytesOf(content: Fields): Uint8Array {
  return encode(ProtoMDLMdlSchema, content).bytes;
}

/**
 * Returns the outcomes: of the unchanged model for 4.8.0, and for later releases of the model with the parts
 * that they require.
 */
export async function outcomesOf(content: Fields, plan?: Frame): Promise<Outcomes> {
  const modern = { ...content, extensions: [...((content.extensions ?? []) as Value[]), PERIPH_CALCULATION] };
  const outcomes = await Promise.all(
    OF_CASES.map(async (release, index) => {
      const bytes = bytesOf(index === 0 ? content : modern);
      return outcomeIn(plan === undefined ? bytes : (await frame(bytes, plan)).bytes, release);
    }),
  );
  return outcomes as unknown as Outcomes;
}

export async function outcomeIn(bytes: Uint8Array, release: Release): Promise<string> {
  return outcomeText((await runtimeOf(bytes))[release] as RuntimeVerdict);
}

export function outcomesOfCase([, make, changes]: Case): Promise<Outcomes> {
  return outcomesOf(spoiled(make, ...changes));
}

export const set = (path: string, value: Value): Change => [path, () => value];
