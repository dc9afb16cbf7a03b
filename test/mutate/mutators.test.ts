/** Every mutator, on every valid file of the corpus and on generated files. */
import { describe, expect, it, vi } from 'vitest';
import { type Mutant, type MutantMaker, mutantMaker } from '../../src/attack/mutate/mutate.js';
import { MUTATORS } from '../../src/attack/mutate/mutators/index.js';
import { nestMux } from '../../src/attack/mutate/mutators/muxes.js';
import { Args } from '../../src/attack/mutate/step-args.js';
import { TreeSite } from '../../src/attack/mutate/tree-site.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { messageByName } from '../../src/base/schema/lookup.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { fieldOfType, messageRecord } from '../../src/read/tree/make.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { RecordNode } from '../../src/read/tree/record.js';
import { CORPUS, smithed } from './base-files.js';

const files = new Map([...CORPUS, ...(await smithed(5))]);
const splice = ['every-action.mdl', 'nested-mux.mdl'].map((name) => CORPUS.get(name) as Uint8Array);
const makers = new Map<string, MutantMaker>();
for (const [name, file] of files) makers.set(name, await mutantMaker(file, { splice }));

/** Mutators whose messages parsers may refuse, or whose output may not be a message. */
const breaks = (name: string): boolean => {
  const mutator = MUTATORS.find((one) => one.name === name);
  return mutator?.stage === 'message' || (mutator?.stage === 'tree' && mutator.breaksFraming === true);
};
/** Mutators that leave a frame whose fields contradict each other. */
const liesInFrame = (name: string): boolean => {
  const stage = MUTATORS.find((one) => one.name === name)?.stage;
  return stage === 'header' || stage === 'file';
};

it('every mutator has a unique name and a description', () => {
  expect(new Set(MUTATORS.map(({ name }) => name)).size).toBe(MUTATORS.length);
  for (const { name, summary, weight } of MUTATORS) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(summary.length).toBeGreaterThan(15);
    expect(weight).toBeGreaterThan(0);
  }
});

it('nesting an edge in many muxes does not copy the edge’s records for each mux', async () => {
  const mux = parseTree(new Uint8Array(0), MDL, messageByName(MDL, 'ProtoMDLEdgeLayer'));
  const field = fieldOfType('ProtoMDLEdgeLayerMux', 'edge_layer_base');
  mux.append(
    messageRecord(
      mux.fieldTable('layer_mux'),
      Array.from({ length: 1000 }, () => messageRecord(field)),
    ),
  );
  const clone = vi.spyOn(RecordNode.prototype, 'clone');
  const at = { at: [0], depth: 60 };
  nestMux.perform(new TreeSite(mux, [], 0, 1e6), new Args('nest-mux', at));
  expect(clone.mock.calls.length).toBeLessThan(2000);
  clone.mockRestore();
});

describe.each(MUTATORS.map(({ name }) => name))('%s', (mutator) => {
  it('changes files, logs where and what it changed, can be repeated, and makes only the intended errors', async () => {
    let applied = 0;
    for (const [name, maker] of makers) {
      const base = files.get(name) as Uint8Array;
      const seed = name.length;
      // A few mutators grow a file to the limit; with 65,536 new records, this takes seconds.
      const size = applied < 4 ? {} : { maxSize: base.length + 10_000 };
      const mutant = await maker.make({ seed, mutations: 1, only: [mutator], ...size });
      if (mutant.log.entries.length === 0) {
        expect(Buffer.from(mutant.bytes).equals(base)).toBe(true);
        continue;
      }
      applied++;
      expect(Buffer.from(mutant.bytes).equals(base), `${name} unchanged`).toBe(false);
      expectEntry(mutant, mutator);
      // The log is converted to JSON and back, as when it is read from a file.
      const log = JSON.parse(JSON.stringify(mutant.log));
      const again = await maker.replay(log);
      expect(Buffer.from(again).equals(mutant.bytes), `${name} replays differently`).toBe(true);
      if (!liesInFrame(mutator)) await expectTrueFrame(mutant.bytes, name);
      if (!breaks(mutator) && !liesInFrame(mutator)) expectWhole(mutant.bytes, name);
    }
    // Each mutator can be applied to some files, and most mutators to most files.
    expect(applied).toBeGreaterThan(0);
  });
});

function expectEntry({ log, bytes }: Mutant, mutator: string): void {
  expect(log.entries).toHaveLength(1);
  const [entry] = log.entries;
  expect(entry?.mutator).toBe(mutator);
  expect(entry?.sentence).toMatch(/^[a-z]/);
  expect(entry?.sentence).not.toMatch(/undefined|NaN bytes|\[object/);
  expect(entry?.offset).toBeGreaterThanOrEqual(0);
  expect(entry?.length).toBeGreaterThanOrEqual(0);
  expect((entry?.offset ?? 0) + (entry?.length ?? 0)).toBeLessThanOrEqual(
    Math.max(log.base.size, bytes.length),
  );
}

async function expectTrueFrame(bytes: Uint8Array, name: string): Promise<void> {
  const taken = takeApart(bytes);
  if (taken.framing === 'bare') return;
  const report = await validate(memorySource(bytes), { windowSize: 65_536 });
  expect(report.container?.checksum, name).toBe('verified');
  const codes = report.diagnostics.map(({ code }) => code);
  expect(codes, name).not.toContain('frame-length-mismatch');
}

/** Every record of every message of the schema must be readable. */
function expectWhole(bytes: Uint8Array, name: string): void {
  const taken = takeApart(bytes);
  if (taken.framing === 'unknown') throw new Error(`${name} has no message`);
  const root = parseTree(taken.message);
  const open = [root];
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    expect(message.rest.length, name).toBe(0);
    for (const record of message.records)
      if (record.holdsMessage && record.message) open.push(record.message);
  }
}
