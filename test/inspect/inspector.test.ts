/** The parts of any file cover it at every level; offsets and paths lead to the same parts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { corpusFiles, mutants } from './files.js';
import { everyPart, flat, gapIn, leafAt, type PartNode, slowSource } from './parts.js';

const FRAMINGS = ['auto', 'bare', 'framed'] as const;
type Framing = (typeof FRAMINGS)[number];

async function treeOf(
  source: Source | Uint8Array,
  framing: Framing = 'auto',
): Promise<[Inspector, PartNode]> {
  const inspector = await Inspector.open(source instanceof Uint8Array ? memorySource(source) : source, {
    framing,
  });
  return [inspector, await everyPart(inspector)];
}

async function expectSound(bytes: Uint8Array, framing: Framing = 'auto'): Promise<PartNode> {
  const [inspector, tree] = await treeOf(bytes, framing);
  expect(gapIn(tree)).toBeUndefined();
  for (let offset = 0; offset < Math.min(bytes.length, 3000); offset += bytes.length > 300 ? 29 : 1) {
    const leaf = leafAt(tree, offset);
    const { parts, indices } = await inspector.at(offset);
    expect(JSON.stringify(parts.map((part, i) => [part, indices[i]]))).toBe(
      JSON.stringify(leaf.map(({ part, index }) => [part, index])),
    );
  }
  const { runs, bytes: shown, offset } = await inspector.stretch(0, bytes.length);
  expect([offset, shown.length]).toEqual([0, Math.min(bytes.length, 65536)]);
  let at = 0;
  for (const run of runs) {
    expect(run.offset).toBe(at);
    at += run.length;
    for (const place of [run.offset, run.offset + run.length - 1]) {
      const part = leafAt(tree, place).at(-1)?.part;
      if (run.part !== part?.offset || run.path !== part.path) expect(run).toEqual(part);
    }
  }
  expect(at).toBe(shown.length);
  return tree;
}

/** The path of each part leads to this part, or to another part with the same path. */
async function expectFound(bytes: Uint8Array): Promise<number> {
  const [inspector, tree] = await treeOf(bytes);
  const parts = [...flat(tree)].filter(({ part }) => part.path !== '' && part.kind !== 'unreadable');
  let unique = 0;
  for (const { part, index } of parts) {
    const same = parts.filter((other) => other.part.path === part.path);
    const { parts: chain, indices } = await inspector.find(part.path);
    const found = chain.at(-1);
    expect(found?.path).toBe(part.path);
    if (same.length > 1) continue;
    unique++;
    expect(found).toEqual(part);
    expect(indices.at(-1)).toBe(index);
  }
  return unique;
}

describe('the parts of a file', () => {
  it('cover all bytes, and contain the requested offsets', async () => {
    let parts = 0;
    for (const { name, bytes } of [...corpusFiles('valid', 4500), ...corpusFiles('invalid', 1020)]) {
      const tree = await expectSound(bytes).catch((error: unknown) => {
        throw new Error(`${name}: ${String(error)}`);
      });
      parts += [...flat(tree)].length;
    }
    expect(parts).toBeGreaterThan(5000);
  }, 60_000);

  it('cover mutants', async () => {
    for (const { name, bytes } of await mutants(1)) {
      await expectSound(bytes).catch((error: unknown) => {
        throw new Error(`${name}: ${String(error)}`);
      });
    }
  }, 60_000);

  it('tile noise, and messages in any encoding, cut and damaged anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...FRAMINGS),
        async (noise, framing) => {
          await expectSound(noise, framing);
        },
      ),
    );
    const damage = fc.record({
      message: arbitraryMessage(ProtoMDLMdlSchema),
      at: fc.nat(),
      to: fc.nat(255),
      cut: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ message: { bytes }, at, to, cut }) => {
        await expectSound(bytes, 'bare');
        const broken = bytes.slice(0, bytes.length - (cut % (bytes.length + 1)));
        if (broken.length > 0) broken[at % broken.length] = to;
        await expectSound(broken, 'bare');
      }),
      { numRuns: 40 },
    );
  });

  it('are found again by their paths', async () => {
    let unique = 0;
    for (const { bytes } of corpusFiles('valid', 1300)) unique += await expectFound(bytes);
    expect(unique).toBeGreaterThan(1000);
  }, 60_000);

  it('are the same from an asynchronous source that reads in small parts', async () => {
    for (const { bytes } of corpusFiles('valid', 1500).slice(0, 12)) {
      const [, expected] = await treeOf(bytes);
      const [, slow] = await treeOf(slowSource(bytes));
      expect(slow).toEqual(expected);
    }
  });
});

describe('a file that is cut', () => {
  it('is covered by its parts, wherever it is cut', async () => {
    for (const name of ['smallest.mdl', 'framed-v1.hef']) {
      const bytes = corpusFiles('valid').find((file) => file.name === name)!.bytes;
      for (let length = 0; length < Math.min(bytes.length, 400); length++) {
        const [inspector, tree] = await treeOf(bytes.subarray(0, length));
        expect([name, length, gapIn(tree)]).toEqual([name, length, undefined]);
        const { runs } = await inspector.stretch(0, length);
        expect(runs.reduce((sum, run) => sum + run.length, 0)).toBe(length);
      }
    }
  });
});

describe('several simultaneous requests', () => {
  it('have the same answers as consecutive requests', async () => {
    const { bytes } = corpusFiles('valid').find(({ name }) => name === 'small-network.hef')!;
    const asked = (inspector: Inspector) => [
      () => inspector.at(60_000),
      () => inspector.find('network_groups[0].contexts[1].operations[3].actions[0]'),
      () => inspector.stretch(50_000, 5000),
      () => inspector.children(inspector.root, 0, 10),
      () => inspector.at(118_000),
      () => inspector.search({ text: 'cluster' }),
      () => inspector.find('mapping'),
    ];
    const expected: unknown[] = [];
    for (const ask of asked(await Inspector.open(memorySource(bytes)))) expected.push(await ask());
    const slow = await Inspector.open(slowSource(bytes));
    expect(await Promise.all(asked(slow).map((ask) => ask()))).toEqual(expected);
  });
});

const folder = process.env.PROTOMDL_REAL_FILES;
const there = folder !== undefined && existsSync(folder);

describe.skipIf(!there)('files of real compilers', () => {
  it('are covered by their parts, which are found by offset', async () => {
    for (const name of readdirSync(folder as string).filter((one) => one.endsWith('.hef'))) {
      const bytes = new Uint8Array(readFileSync(join(folder as string, name)));
      const [inspector, tree] = await treeOf(bytes);
      expect([name, gapIn(tree)]).toEqual([name, undefined]);
      for (let offset = 0; offset < bytes.length; offset += Math.ceil(bytes.length / 300)) {
        const { parts } = await inspector.at(offset);
        expect(parts.map(({ path }: Part) => path)).toEqual(
          leafAt(tree, offset).map(({ part }) => part.path),
        );
      }
    }
  }, 60_000);
});
