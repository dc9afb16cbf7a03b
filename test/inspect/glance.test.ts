import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { summarize } from '../../src/read/model/summarize.js';
import type { ModelGlance, ModelSummary } from '../../src/read/model/summary.js';
import { glance, survey } from '../../src/show/inspect/glance.js';
import { concat, lenRecord, prefixed, tag, varint, varintRecord } from '../arbitrary/wire-writer.js';
import { corpusFiles, mutants, SparseSource } from './files.js';

/** A source from which bytes must be read, as from a file. */
const reading = (bytes: Uint8Array) => countingSource(memorySource(bytes), { hideBytes: true });

/** The part of a summary that a glance has, too. */
function outline({ bytes: _, networkGroups, ...rest }: ModelSummary): ModelGlance {
  return {
    ...rest,
    networkGroups: networkGroups.map((group) => ({
      ...group,
      coreOps: group.coreOps.map(({ actions: _, contexts, ...op }) => ({
        ...op,
        contexts: contexts.map(({ actions: _, ...context }) => context),
      })),
    })),
  };
}

/** Returns the result or its error. A glance does not find problems inside operations. */
async function outcome(run: Promise<ModelGlance>) {
  try {
    const { problems: _, ...rest } = await run;
    return rest;
  } catch (error) {
    return isProtomdlError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

function contextsOf(answer: Awaited<ReturnType<typeof outcome>>) {
  if (typeof answer === 'string') throw new Error(answer);
  return answer.networkGroups.flatMap(({ coreOps }) => coreOps.flatMap(({ contexts }) => contexts));
}

/** Makes a context whose operations each write one blob of zeros; and the bytes that follow. */
function blobby(count: number, blob: number): SparseSource {
  const action = (inner: number) => concat(tag(2, 2), varint(inner));
  const write = concat(tag(1, 2), varint(blob));
  const member = concat(tag(3, 2), varint(write.length + blob), write);
  const operation = concat(action(member.length + blob), member);
  const head = concat(tag(2, 2), varint(operation.length + blob), operation);
  const layer = lenRecord(3, concat(lenRecord(1, 'net/in'), lenRecord(2, varintRecord(1, 5))));
  const metadata = lenRecord(3, lenRecord(2, layer));
  const context = count * (head.length + blob) + metadata.length;
  const inner = concat(tag(3, 2), varint(context));
  const names = lenRecord(6, 'net');
  const group = inner.length + context + names.length;
  const pieces: (Uint8Array | number)[] = [tag(2, 2), varint(group), inner];
  for (let i = 0; i < count; i++) pieces.push(head, blob);
  pieces.push(metadata, names);
  return new SparseSource(pieces);
}

describe('glance', () => {
  it('returns for every file of the corpus the same as the summary', async () => {
    for (const kind of ['valid', 'invalid'] as const) {
      for (const { name, bytes } of corpusFiles(kind, 10_000)) {
        const wanted = await outcome(summarize(memorySource(bytes)).then(outline));
        // A glance skips each operation as a whole, which fails for an operation that the end of the file
        // cuts off.
        if (name === 'cut-in-message.mdl') {
          const { operations } = contextsOf(wanted)[0] ?? {};
          expect(operations).toBe(1);
          Object.assign(contextsOf(wanted)[0] ?? {}, { operations: 0 });
        }
        expect([name, await outcome(glance(memorySource(bytes)))]).toEqual([name, wanted]);
        expect([name, await outcome(glance(reading(bytes)))]).toEqual([name, wanted]);
      }
    }
  }, 60_000);

  it('equals the summary for models of every layout, and for an asynchronous source', async () => {
    for (const layout of ['classic', 'partial', 'ops', 'ops-partial'] as const) {
      const bytes = smithBytes({ seed: 7, layout, contexts: 4, blobs: 40, blob: 20_000 });
      const wanted = outline(await summarize(memorySource(bytes)));
      expect(wanted.networkGroups.length).toBeGreaterThan(0);
      expect(await glance(reading(bytes))).toEqual(wanted);
      const later: Source = {
        size: bytes.length,
        randomAccess: true,
        read: async (offset, target) => memorySource(bytes).read(offset, target),
        close: () => {},
      };
      expect(await glance(later)).toEqual(wanted);
    }
  });

  it('returns the same for a message after long skipped records', async () => {
    for (const { name, bytes } of corpusFiles('valid', 10_000)) {
      if (!name.endsWith('.mdl')) continue;
      // `mapping` occurs several times, each too large to be read.
      const gap = 5_000_000;
      const head = concat(tag(3, 2), varint(gap));
      const source = new SparseSource([head, gap, head, gap, bytes]);
      const { size: _, container: __, ...found } = await glance(source);
      const { size: ___, container: ____, ...wanted } = outline(await summarize(source));
      expect([name, found]).toEqual([name, wanted]);
    }
  });

  it('returns the same for a file whose outline would be too large', async () => {
    // Texts are part of an outline, whatever their size.
    const text = 33 << 20;
    const { bytes } = corpusFiles('valid', 10_000).find(({ name }) => name === 'two-contexts.mdl')!;
    const head = concat(tag(6, 2), varint(text));
    const source = new SparseSource([bytes, tag(2, 2), varint(head.length + text), head, text]);
    const wanted = outline(await summarize(source));
    expect(wanted.networkGroups).toHaveLength(2);
    expect(await glance(source)).toEqual(wanted);
    expect(outline(await survey(source))).toEqual(wanted);
  });

  it('returns the same for a message that runs past the message around it', async () => {
    const layers = Array.from({ length: 200 }, (_, i) =>
      lenRecord(2, lenRecord(3, lenRecord(1, `layer${i}`))),
    );
    const metadata = lenRecord(3, concat(...layers));
    const group = lenRecord(2, concat(tag(3, 2), varint(65_535), metadata));
    const bytes = concat(lenRecord(1, lenRecord(3, '3.30.0')), group, lenRecord(2, lenRecord(6, 'net')));
    const wanted = await summarize(memorySource(bytes));
    expect(wanted.problems).not.toEqual([]);
    expect(await survey(reading(bytes))).toEqual(wanted);
    expect(await glance(reading(bytes))).toEqual(outline(wanted));
  });

  it('makes fewer reads than there are operations with a blob', async () => {
    const source = blobby(5000, 200_000);
    const { networkGroups, problems } = await glance(source);
    expect(problems).toEqual([]);
    const [op] = networkGroups[0]!.coreOps;
    expect(op!.contexts).toEqual([
      { operations: 5000, edgeLayers: 1, bytes: expect.closeTo(1_000_100_000, -5) },
    ]);
    expect(op!.streams.map(({ name, shape }) => [name, shape.height])).toEqual([['net/in', 5]]);
    expect(op!.networks).toEqual(['net']);
    expect(source.reads).toBeLessThan(5100);
  });

  it('never throws for mutants', async () => {
    let broken = 0;
    for (const { name, bytes } of await mutants(2)) {
      const wanted = await outcome(summarize(memorySource(bytes)).then(outline));
      const found = await outcome(glance(reading(bytes)));
      if (typeof wanted === 'string') {
        expect([name, wanted]).toEqual([
          name,
          expect.stringMatching(/^frame-(?:bad-magic|truncated-header|version-unsupported): /),
        ]);
        continue;
      }
      broken++;
      expect([name, await survey(reading(bytes))]).toEqual([name, await summarize(memorySource(bytes))]);
      expect([name, typeof found]).toEqual([name, 'object']);
    }
    expect(broken).toBeGreaterThan(20);
  });

  it('yields to other tasks, which may cancel it', async () => {
    const source = blobby(200_000, 3000);
    let turns = 0;
    const found = glance(source, {
      turn: () => {
        turns++;
        if (turns === 2) throw new Error('enough');
      },
    });
    await expect(found).rejects.toThrow('enough');
    expect(turns).toBe(2);
  });

  it('leaves the source open', async () => {
    let closed = 0;
    const { bytes } = corpusFiles('valid')[0]!;
    const inner = memorySource(bytes);
    const source: Source = {
      size: bytes.length,
      randomAccess: true,
      read: (offset, target) => inner.read(offset, target),
      close: () => void closed++,
    };
    await glance(source);
    expect(closed).toBe(0);
  });
});

// Checks the helper that makes sparse files.
it('a sparse file equals its pieces', () => {
  const source = new SparseSource([prefixed(Uint8Array.of(1, 2)), 3, Uint8Array.of(9)]);
  const all = new Uint8Array(10);
  expect(source.read(0, all)).toBe(7);
  expect([...all.subarray(0, 7)]).toEqual([2, 1, 2, 0, 0, 0, 9]);
  const some = new Uint8Array(4).fill(7);
  expect(source.read(2, some)).toBe(4);
  expect([...some]).toEqual([2, 0, 0, 0]);
});
