/**
 * Disassemblies are compared with the lazy model, which reads the same files in another way, and with each
 * other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mutantMaker } from '../../src/attack/mutate/mutate.js';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { RecordWriter } from '../../src/base/wire/record-writer.js';
import { validate } from '../../src/check/validate/validate.js';
import { coreOpsOf } from '../../src/read/model/core-ops.js';
import { openModel } from '../../src/read/model/open.js';
import { parseSelector } from '../../src/read/select/selector.js';
import { DisasmText } from '../../src/show/report/disasm.js';
import { escapeText } from '../../src/show/report/escape.js';
import { disasm } from '../../src/tools/disasm/disasm.js';
import { streamOf } from '../objdump/rows.js';
import { type Line, linesOf, textOf } from './disassembled.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(CORPUS, name)));
const named = (folder: string): string[] =>
  readdirSync(join(CORPUS, folder))
    .filter((name) => !name.endsWith('.json'))
    .map((name) => `${folder}/${name}`);
const valid = named('valid').filter((name) => read(name).length < 200_000);

/** A file that is read in pieces, as from a disk. */
function inPieces(bytes: Uint8Array): Source {
  const memory = memorySource(bytes);
  return {
    size: memory.size,
    randomAccess: true,
    read: (offset, target) => memory.read(offset, target),
    close: () => {},
  };
}

interface Said {
  readonly path: string;
  readonly trigger: string | null;
  readonly actions: readonly (readonly [kind: string | null, uniqueId: number])[];
}

const said = ({ path, trigger, actions }: Line): Said => ({
  path,
  trigger: trigger?.kind ?? null,
  actions: actions.map(({ kind, uniqueId }) => [kind, uniqueId]),
});

/** Returns the text that `disassembled` must return, made from the model. */
async function modelled(bytes: Uint8Array): Promise<Said[]> {
  const model = await openModel(memorySource(bytes));
  const all: Said[] = [];
  const snake = (name: string | undefined): string | null =>
    name === undefined ? null : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const group of model.root.networkGroups) {
    for (const op of coreOpsOf(group)) {
      const operations = [...(op.preliminaryConfig?.operation ?? [])];
      for (const context of op.contexts) operations.push(...context.operations);
      for (const operation of operations) {
        all.push({
          path: operation.view.path,
          trigger: snake(operation.trigger?.trigger.case),
          actions: [...operation.actions].map(({ action, uniqueId }) => [
            snake(action.case) ?? null,
            uniqueId,
          ]),
        });
      }
    }
  }
  return all;
}

describe('disassembly of good files', () => {
  it('has the operations, triggers and actions of the model, in its order', async () => {
    let actions = 0;
    for (const name of valid.filter((one) => !one.includes('truncated'))) {
      const operations = (await linesOf(read(name))).filter(({ kind }) => kind === 'operation').map(said);
      expect([name, ...operations]).toEqual([name, ...(await modelled(read(name)))]);
      actions += operations.reduce((sum, { actions: some }) => sum + some.length, 0);
    }
    expect(actions).toBeGreaterThan(500);
  });

  it('is the same from memory, in pieces, and from a stream in memory', async () => {
    for (const name of valid) {
      const bytes = read(name);
      const { text } = await textOf(bytes, { offsets: true });
      expect(await textOf(inPieces(bytes), { offsets: true })).toMatchObject({ text });
      expect(await textOf(streamOf(bytes, 777), { offsets: true })).toMatchObject({ text });
    }
  });

  it('is the same from an outline: blobs are skipped, and their bytes read on request', async () => {
    for (const hash of [false, true]) {
      for (const name of ['valid/every-action.mdl', 'valid/two-contexts.mdl', 'valid/every-trigger.mdl']) {
        const bytes = read(name);
        const source = countingSource(memorySource(bytes), { hideBytes: true });
        const { text } = await textOf(bytes, { offsets: true, hash });
        expect(await textOf(source, { offsets: true, hash, heldBytes: 64 })).toMatchObject({ text });
      }
    }
    const bytes = smithBytes({ seed: 7, layout: 'classic', groups: 1, actions: 60, blob: 60_000, blobs: 40 });
    const source = countingSource(memorySource(bytes), { hideBytes: true });
    const { text } = await textOf(bytes);
    expect(await textOf(source, { heldBytes: 64 })).toMatchObject({ text });
    expect(source.bytesRead).toBeLessThan(bytes.length / 2);
    expect(await textOf(streamOf(bytes, 1000), { heldBytes: 64 })).toMatchObject({ text });
  });

  it('shows networks and layers by name', async () => {
    const lines = await linesOf(read('valid/two-networks.mdl'));
    expect(lines[0]).toMatchObject({ kind: 'core-op', name: 'joined_faces_age', networks: ['faces', 'age'] });
    const steps = lines.flatMap((line) => (line.kind === 'operation' ? [line.trigger, ...line.actions] : []));
    const networks = new Set(steps.map((step) => step?.network).filter((name) => name !== undefined));
    expect([...networks]).toEqual(['age']);
    const inputs = steps.filter((step) => step?.kind === 'allow_input_dataflow');
    expect(inputs.map((step) => step?.layer)).toEqual(['faces/input_layer1', 'age/input_layer1']);
  });

  it('hashes blobs on request, with their places', async () => {
    const bytes = read('valid/every-action.mdl');
    const withBlobs = (lines: readonly Line[]) =>
      lines.flatMap(({ actions }) => actions ?? []).flatMap(({ blob }) => blob ?? []);
    const plain = withBlobs(await linesOf(bytes));
    const hashed = withBlobs(await linesOf(inPieces(bytes), { hash: true }));
    expect(plain.length).toBeGreaterThan(3);
    expect(hashed.map(({ offset, length }) => ({ offset, length }))).toEqual(plain);
    const { createHasher } = await import('../../src/base/container/hashers.js');
    const hasher = await createHasher('xxh3');
    for (const { offset, length, xxh3 } of hashed) {
      hasher.init();
      hasher.update(bytes.subarray(offset, offset + length));
      expect(xxh3).toBe(hasher.digest('hex'));
    }
  });

  it('shows the selection, and reports an empty one', async () => {
    const bytes = read('valid/two-contexts.mdl');
    const all = (await linesOf(bytes)).filter(({ kind }) => kind === 'operation');
    const path = 'network_groups[0].contexts[1].operations[1]';
    const some = await linesOf(bytes, { selector: parseSelector(path) });
    expect(some.filter(({ kind }) => kind === 'operation')).toEqual(all.filter((line) => line.path === path));
    expect(some.filter(({ kind }) => kind === 'operation')).toHaveLength(1);
    expect((await textOf(bytes, { selector: parseSelector(path) })).shown).toBe(true);
    const nowhere = parseSelector('network_groups[0].contexts[9]');
    expect((await textOf(bytes, { selector: nowhere })).shown).toBe(false);
    await expect(textOf(bytes, { selector: parseSelector('header') })).rejects.toThrow(
      /header is not disassembled/,
    );
  });
});

describe('disassembly of unusual messages', () => {
  const group = (...inner: number[]): Uint8Array => Uint8Array.from([0x12, inner.length, ...inner]);
  const context = (...inner: number[]): number[] => [0x1a, inner.length, ...inner];
  const operation = (...inner: number[]): number[] => [0x12, inner.length, ...inner];

  it('finds a trigger after the actions, and merges its records', async () => {
    const none = [0x12, 0x02, 0x4a, 0x00];
    // unique_id 7 in one record of the trigger, and the trigger's member in another; both records are after
    // the action.
    const bytes = group(...context(...operation(...none, 0x0a, 0x02, 0x08, 0x07, 0x0a, 0x02, 0x1a, 0x00)));
    const [line] = (await linesOf(bytes, { framing: 'bare' })).filter(({ kind }) => kind === 'operation');
    expect(line?.trigger).toMatchObject({ kind: 'trigger_none', uniqueId: 7 });
    expect(line?.actions).toMatchObject([{ kind: 'none' }]);
  });

  it('uses the last member of a oneof, and drops the earlier members', async () => {
    // disable_lcu with lcu 3, then enable_lcu with cluster 2, then disable_lcu with cluster 1.
    const action = [0x3a, 0x02, 0x08, 0x03, 0x42, 0x02, 0x10, 0x02, 0x3a, 0x02, 0x10, 0x01];
    const bytes = group(...context(...operation(0x12, action.length, ...action)));
    const [line] = (await linesOf(bytes, { framing: 'bare' })).filter(({ kind }) => kind === 'operation');
    expect(line?.actions).toMatchObject([
      { kind: 'disable_lcu', operands: { lcu_index: 0, cluster_index: 1, lcu_enable_address: 0 } },
    ]);
  });

  it('names unknown fields, and steps without a member', async () => {
    const bytes = group(...context(...operation(0x12, 0x03, 0xb8, 0x3e, 0x01, 0x12, 0x00)));
    const { text } = await textOf(bytes, { framing: 'bare' });
    expect(text).toContain('(no trigger) →');
    expect(text).toContain('unknown field 999');
    expect(text).toContain('(nothing is set)');
  });

  it('reads fields with numbers above 15', async () => {
    const words = [0x82, 0x01, 0x05, 0x08, 0x40, 0x10, 0x80, 0x01];
    const { text } = await textOf(group(...context(...operation(0x12, words.length, ...words))), {
      framing: 'bare',
    });
    expect(text).toMatch(/write_ccw_ptr +ch0 words\+64 size=128\n/);
  });

  it('removes control characters from names', async () => {
    const names = [...Buffer.from('a\u001b[2Jb')];
    const bytes = group(0x32, names.length, ...names, ...context());
    const { text } = await textOf(bytes, { framing: 'bare' });
    expect(text).toContain('a\\x1b[2Jb');
    expect(text).not.toContain('\u001b');
  });
});

describe('disassembly of broken files', () => {
  it('reports each broken place as the model does', async () => {
    const cut = await textOf(read('invalid/cut-in-message.mdl'));
    expect(cut.problems).toBe(1);
    expect(cut.text).toContain(
      '!! wire-truncated at 346 (0x15a) in network_groups[0].contexts[0].operations[0].actions[1]',
    );
    expect(cut.text).toContain('enable_lcu');
  });

  it('reads a context that overruns its group only once, up to the end of the group', async () => {
    // Without the group's end as a limit, each context would be read to the end of the file, through all
    // following groups.
    const groups = 500;
    const bytes = Uint8Array.from(
      { length: 5 * groups },
      (_, i) => [0x12, 0x03, 0x1a, 0xff, 0x7f][i % 5] as number,
    );
    const { text, problems } = await textOf(bytes, { framing: 'bare' });
    expect(problems).toBe(groups);
    expect(text.split('\n').length).toBeLessThan(4 * groups);
  });

  it('is the same for mutants in pieces and in memory', async () => {
    const maker = await mutantMaker(read('valid/every-action.mdl'));
    let problems = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { bytes } = await maker.make({
        seed,
        only: ['truncate-file', 'hostile-name', 'widen-value', 'reorder-fields'],
      });
      const whole = await textOf(bytes, { framing: 'bare', offsets: true });
      expect([seed, await textOf(inPieces(bytes), { framing: 'bare', offsets: true })]).toEqual([
        seed,
        whole,
      ]);
      problems += whole.problems;
    }
    expect(problems).toBeGreaterThan(5);
  });

  it('reports the same offset for a fault in an operation as validation', async () => {
    const maker = await mutantMaker(read('valid/every-action.mdl'));
    let inside = 0;
    for (let seed = 0; seed < 300; seed++) {
      const { bytes } = await maker.make({ seed, mutations: 2 });
      const found = (await linesOf(bytes, { framing: 'bare' })).filter(
        ({ kind, path }) => kind === 'problem' && /operations?\[/.test(path),
      );
      if (found.length === 0) continue;
      inside += found.length;
      const { diagnostics } = await validate(memorySource(bytes), { framing: 'bare', maxPerCode: 1000 });
      const places = diagnostics.map(({ code, offset }) => `${code} ${offset}`);
      for (const { code, offset } of found)
        expect([seed, places]).toEqual([seed, expect.arrayContaining([`${code} ${offset}`])]);
    }
    expect(inside).toBeGreaterThan(20);
  });

  it('contains no control characters for a terminal, whatever the damage', async () => {
    const maker = await mutantMaker(read('valid/every-action.mdl'));
    for (let seed = 0; seed < 80; seed++) {
      const { bytes } = await maker.make({ seed });
      const { text } = await textOf(bytes, { framing: 'bare', offsets: true });
      expect(escapeText(text)).toBe(text.replaceAll('\n', '\\n'));
    }
  });
});

describe('output that waits to be written', () => {
  it.each([
    ['groups', Buffer.alloc(60_000, Uint8Array.of(0x12, 0))],
    ['contexts', new RecordWriter().blob(2, Buffer.alloc(60_000, Uint8Array.of(0x1a, 0))).bytes],
  ])('is limited even if a file contains only %s', async (_what, bytes) => {
    let largest = 0;
    let all = 0;
    const write = async (piece: Uint8Array): Promise<void> => {
      largest = Math.max(largest, piece.length);
      all += piece.length;
    };
    await disasm(memorySource(bytes), { framing: 'bare' }, new DisasmText({ write }));
    expect(all).toBeGreaterThan(600_000);
    expect(largest).toBeLessThan(300_000);
  });
});
