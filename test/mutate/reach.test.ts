/** Codes of the validator that mutants cause, and mutators that were applied to them. */
import { expect, it } from 'vitest';
import { mutantMaker } from '../../src/attack/mutate/mutate.js';
import { MUTATORS } from '../../src/attack/mutate/mutators/index.js';
import { memorySource } from '../../src/base/source/memory.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { validate } from '../../src/check/validate/validate.js';
import { CORPUS } from './base-files.js';

// 2000 mutants (PROTOMDL_RUNS=20000) reached 172 of the 211 codes, 1000 mutants more than 150.
const MUTANTS = Math.max(1000, Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10));
/** Maximum size of a file. The number of mutants matters here, and other tests validate larger files. */
const MOST_BYTES = 32_768;

it(`${MUTANTS} mutants of the valid corpus reach most codes of the validator`, async () => {
  const files = [...CORPUS.values()].filter(({ length }) => length < 10_000);
  const makers = await Promise.all(files.map((file) => mutantMaker(file, { splice: files })));
  const codes = new Set<string>();
  const used = new Set<string>();
  let same = 0;
  for (let seed = 0; seed < MUTANTS; seed++) {
    const maker = makers[seed % makers.length] as (typeof makers)[number];
    const { bytes, log } = await maker.make({ seed, mutations: [1, 6], maxSize: MOST_BYTES });
    if (log.entries.length === 0) same++;
    for (const { mutator } of log.entries) used.add(mutator);
    for (const { code } of (await validate(memorySource(bytes), { maxPerCode: 1 })).diagnostics)
      codes.add(code);
  }
  expect(same).toBe(0);
  // A few mutators need features that few files have (a mux, a packed list, padding); mutators.test.ts tests
  // them.
  expect(used.size).toBeGreaterThan(MUTATORS.length - 8);
  const known = new Set(CATALOGUE.keys());
  expect([...codes].filter((code) => !known.has(code))).toEqual([]);
  expect(codes.size).toBeGreaterThan(140);
}, 120_000);
