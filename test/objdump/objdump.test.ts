/** Rows cover every byte once, for any bytes, and have the findings of validation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mutantMaker } from '../../src/attack/mutate/mutate.js';
import { smithFile } from '../../src/attack/smith/smith.js';
import type { FramingMode } from '../../src/base/container/detect.js';
import { lookalike } from '../../src/base/container/lookalike.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { validate } from '../../src/index.js';
import { parseSelector } from '../../src/read/select/selector.js';
import { objdump } from '../../src/tools/objdump/objdump.js';
import { OVERWRITES, REPEATED } from '../../src/tools/objdump/row.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';
import { gapIn, type KeptRow, problemsIn, rowsOf, streamOf } from './rows.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const SMALL = 20_000;
const FRAMINGS = ['bare', 'auto', 'framed'] as const;

const files = ['valid', 'invalid'].flatMap((folder) =>
  readdirSync(join(CORPUS, folder))
    .filter((name) => !name.endsWith('.json'))
    .map((name) => [`${folder}/${name}`, new Uint8Array(readFileSync(join(CORPUS, folder, name)))] as const),
);

/**
 * Codes that both rows and validation report. Other codes are about the meaning of records, or are only found
 * after the whole file has been read.
 */
const SHARED =
  /^(wire-(truncated|varint-overflow|invalid-tag|invalid-type)|message-nesting-too-deep|string-not-utf8|frame-(bad-magic|truncated-header|version-unsupported|length-mismatch|size-wrap|proto-too-large|padding-exceeds-ccws|padding-nonzero|zero-point-misaligned))$/;

async function reported(bytes: Uint8Array, framing: FramingMode = 'auto'): Promise<string[]> {
  const options = { maxPerCode: 1000, checksum: false, framing };
  const { diagnostics } = await validate(memorySource(bytes), options);
  return diagnostics
    .filter(({ code, severity }) => SHARED.test(code) && severity === 'error')
    .map(({ code, offset }) => `${code}@${offset}`)
    .filter(isFirst)
    .sort();
}

/** If two messages are cut at the same byte, one reader reports two cuts, and the other reports one. */
const isFirst = (one: string, at: number, all: readonly string[]): boolean => all.indexOf(one) === at;

/** Rows of the message only: from a stream, the rows of the frame cannot be complete in time. */
const ofMessage = (rows: readonly KeptRow[]): KeptRow[] =>
  rows.filter(({ kind }) => kind !== 'header' && kind !== 'section');

async function expectTiles(bytes: Uint8Array, framing: FramingMode = 'auto'): Promise<KeptRow[]> {
  const rows = await rowsOf(bytes, { framing });
  expect(gapIn(rows, bytes.length)).toBeUndefined();
  expect(await rowsOf(bytes, { framing, windowSize: 64 })).toEqual(rows);
  // The stream has chunks of its own, and is never in memory as a whole.
  const streamed = await rowsOf(streamOf(bytes, 61), { framing, windowSize: 64 });
  expect(gapIn(streamed, bytes.length)).toBeUndefined();
  expect(ofMessage(streamed)).toEqual(ofMessage(rows));
  return rows;
}

describe('rows of the corpus', () => {
  it('cover every byte once, in windows and streams as in memory', async () => {
    for (const [name, bytes] of files.filter(([, { length }]) => length < SMALL)) {
      expect(await expectTiles(bytes).then(() => name)).toBe(name);
    }
  });

  it('have the problems that validation reports, at the same offsets', async () => {
    let problems = 0;
    for (const [name, bytes] of files.filter(([, { length }]) => length < SMALL)) {
      const found = problemsIn(await rowsOf(bytes));
      expect([name, ...found]).toEqual([name, ...(await reported(bytes))]);
      problems += found.length;
    }
    expect(problems).toBeGreaterThan(15);
  });
});

describe('rows of any bytes', () => {
  it('cover every byte of noise, and have the findings of validation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...FRAMINGS),
        async (noise, framing) => {
          // Validation reports only the kind of a file that is not a model.
          fc.pre(lookalike(noise) === undefined);
          const rows = await expectTiles(noise, framing);
          expect(problemsIn(rows)).toEqual(await reported(noise, framing));
        },
      ),
    );
  });

  it('cover every byte of messages in any encoding, cut and damaged anywhere', async () => {
    const damage = fc.record({
      message: arbitraryMessage(ProtoMDLMdlSchema),
      at: fc.nat(),
      to: fc.nat(255),
      cut: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ message: { bytes }, at, to, cut }) => {
        expect(problemsIn(await expectTiles(bytes, 'bare'))).toEqual([]);
        const broken = bytes.slice(0, bytes.length - (cut % (bytes.length + 1)));
        if (broken.length > 0) broken[at % broken.length] = to;
        expect(problemsIn(await expectTiles(broken, 'bare'))).toEqual(await reported(broken, 'bare'));
      }),
    );
  });

  it('cover every byte of mutants, framed and bare, and have the findings of validation', async () => {
    for (const name of ['smallest.mdl', 'framed-v1.hef', 'framed-v3.hef']) {
      const maker = await mutantMaker(new Uint8Array(readFileSync(join(CORPUS, 'valid', name))));
      let problems = 0;
      for (let seed = 0; seed < 25; seed++) {
        const { bytes } = await maker.make({ seed });
        const found = problemsIn(await expectTiles(bytes));
        expect([seed, ...found]).toEqual([seed, ...(await reported(bytes))]);
        problems += found.length;
      }
      expect(problems).toBeGreaterThan(0);
    }
  });
});

describe('a file with large blobs', () => {
  const BLOBS = 60;
  const blob = 100_000;

  it('is read once, without the blobs', async () => {
    const about = {
      seed: 4,
      layout: 'classic',
      groups: 1,
      actions: 400,
      blob,
      blobs: BLOBS,
      framing: 3,
    } as const;
    const bytes = await smithFile(about);
    expect(bytes.length).toBeGreaterThan((BLOBS * blob) / 2);
    const rows = await rowsOf(bytes);
    const source = countingSource(memorySource(bytes), { hideBytes: true });
    expect(await rowsOf(source)).toEqual(rows);
    const structure = rows.reduce((sum, { claimed, length }) => sum + (claimed < blob / 2 ? length : 0), 0);
    expect(source.reads).toBeLessThan(3 * BLOBS);
    expect(source.bytesRead).toBeLessThan(2 * structure + BLOBS * 20_000);
    const stream = streamOf(bytes, 65_521);
    expect(ofMessage(await rowsOf(stream))).toEqual(ofMessage(rows));
  });
});

describe('a message longer than its container', () => {
  it('is shown up to the end of its container, from a stream as well', async () => {
    const operations = new Uint8Array(4000).map((_, at) => (at % 2 === 0 ? 0x12 : 0));
    const context = concat(tag(3, 2), varint(9999), operations);
    const bytes = concat(tag(2, 2), varint(context.length), context);
    const rows = await expectTiles(bytes, 'bare');
    expect(rows.filter(({ path }) => path.includes('.operations['))).toHaveLength(2000);
    expect(problemsIn(rows)).toEqual(await reported(bytes, 'bare'));
  });
});

describe('marks', () => {
  it('show repeated singular fields and replaced members of a oneof', async () => {
    // The header occurs twice; then a trigger has two members, of which the first occurs twice.
    const root = (...bytes: number[]) => rowsOf(Uint8Array.from(bytes), { framing: 'bare' });
    const [first, , second] = await root(0x0a, 0x02, 0x20, 0x01, 0x0a, 0x02, 0x20, 0x02);
    expect([first?.marks, second?.marks]).toEqual([0, REPEATED]);
    const operation = [0x0a, 0x06, 0x1a, 0x00, 0x1a, 0x00, 0x12, 0x00];
    const group = [0x12, 0x0c, 0x12, 0x0a, 0x0a, 0x08, ...operation];
    const marks = (await root(...group)).map((row) => row.marks);
    expect(marks).toEqual([0, 0, 0, 0, 0, REPEATED, OVERWRITES]);
  });

  it('number the elements consecutively if a message comes in two records', async () => {
    const split = new Uint8Array(readFileSync(join(CORPUS, 'valid/split-messages.mdl')));
    const paths = (await rowsOf(split)).filter(({ kind }) => kind === 'message').map(({ path }) => path);
    const layers = paths.filter((path) => /edge_layers\[\d+\]$/.test(path));
    expect(layers.length).toBeGreaterThan(1);
    expect(new Set(layers).size).toBe(layers.length);
  });
});

describe('a selected part', () => {
  const file = new Uint8Array(readFileSync(join(CORPUS, 'valid/two-contexts.mdl')));

  it('is the part of a selector, with its content', async () => {
    const all = await rowsOf(file);
    const path = 'network_groups[0].contexts[1].operations[0]';
    const some = await rowsOf(file, { selector: parseSelector(path) });
    expect(some.length).toBeGreaterThan(3);
    expect(some).toEqual(all.filter((row) => row.path === path || row.path.startsWith(`${path}.`)));
    const values = await rowsOf(file, {
      selector: parseSelector('network_groups[*].contexts[*].context_index'),
    });
    expect(values.map((row) => row.path)).toEqual(
      all.map((row) => row.path).filter((one) => one.endsWith('].context_index') && !one.includes('info')),
    );
  });

  it('is a range of bytes, with the messages around it', async () => {
    const all = await rowsOf(file);
    const rows = await rowsOf(file, { from: 300, to: 340 });
    const inside = all.filter((row) => row.offset < 340 && row.offset + row.length > 300);
    expect(rows.filter((row) => row.offset >= 300 || row.offset + row.length > 300)).toEqual(inside);
    expect(rows.length).toBeGreaterThan(inside.length);
    expect(rows[0]?.path).toBe('network_groups[0]');
  });

  it('is shown down to a maximum depth, and every byte is still covered', async () => {
    const rows = await rowsOf(file, { depth: 1 });
    expect(gapIn(rows, file.length)).toBeUndefined();
    expect(new Set(rows.map(({ depth }) => depth))).toEqual(new Set([0, 1]));
  });

  it('is shown without the schema, with most messages', async () => {
    const known = await rowsOf(file);
    const raw = await rowsOf(file, { raw: true });
    expect(gapIn(raw, file.length)).toBeUndefined();
    const heads = (rows: readonly KeptRow[]) =>
      rows.filter(({ kind, claimed }) => kind === 'message' && claimed > 0).map(({ offset }) => offset);
    const found = heads(known).filter((offset) => heads(raw).includes(offset));
    expect(found.length / heads(known).length).toBeGreaterThan(0.95);
  });
});

describe('the header of a framed file', () => {
  const file = new Uint8Array(readFileSync(join(CORPUS, 'valid/framed-v3-message-checksum.hef')));

  async function right(bytes: Uint8Array, checksum: boolean): Promise<Record<string, boolean>> {
    const fields: Record<string, boolean> = {};
    await objdump(memorySource(bytes), { checksum }, (row) => {
      if (row.kind === 'header') fields[row.name] = row.isRight;
    });
    return fields;
  }

  it('has correct fields, and correct checksums if they are verified', async () => {
    const all = await right(file, true);
    expect(Object.values(all)).not.toContain(false);
    expect(await right(file, false)).toEqual({ ...all, xxh3: false, proto_xxh3: false });
  });

  it('is wrong only in the field that was damaged', async () => {
    const all = await right(file, true);
    const spoiled = file.slice();
    spoiled[15] = (spoiled[15] as number) ^ 1;
    expect(await right(spoiled, true)).toEqual({ ...all, xxh3: false });
    const cut = await right(file.subarray(0, file.length - 1), true);
    expect(cut).toMatchObject({ magic: true, proto_size: false, xxh3: false });
  });
});
