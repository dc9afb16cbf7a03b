/** Changes of layers in `protomdl diff`. The notes of the models were written by protobuf's own codec. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { protomdl } from '../cli/protomdl.js';
import { CHAIN_EDGES, chain, type LayerInit, modelBytes, notesOf, shape } from '../network/made-notes.js';

const SCHEMA = fileURLToPath(new URL('../../docs/schemas/diff.schema.json', import.meta.url));

/** Two files: the second has a wider convolution, and a pooling instead of a depthwise convolution. */
const folder = mkdtempSync(join(tmpdir(), 'protomdl-layers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const before = written('before.hef', chain());
const after = written('after.hef', chain().map(other));

function other(layer: LayerInit): LayerInit {
  if (layer.name === 'conv1') return { ...layer, kernel: shape(3, 3, 32), activation: 1 } as LayerInit;
  return layer.name === 'dw1' ? ({ ...layer, kind: 1, name: 'maxpool1' } as LayerInit) : layer;
}

function written(name: string, layers: readonly LayerInit[], edges = CHAIN_EDGES): string {
  const path = join(folder, name);
  writeFileSync(path, modelBytes(notesOf({ network: { layers: [...layers], edges } })));
  return path;
}

const diffOf = (...args: readonly string[]) => protomdl('diff', ...args);

async function networkOf(...args: string[]) {
  const { out } = await diffOf(...args, '--format', 'json');
  const report = JSON.parse(out);
  const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
  expect([validate(report), validate.errors]).toEqual([true, null]);
  return report.network;
}

describe('layers in a comparison', () => {
  it('are added, removed and changed, by name', async () => {
    const network = await networkOf(before, after);
    expect(network.layers).toEqual({ before: 5, after: 5 });
    expect(network.removed).toMatchObject([{ position: 2, name: 'dw1' }]);
    expect(network.added).toMatchObject([{ position: 2, name: 'maxpool1', kind: 'maxpool', weights: null }]);
    expect(network.changed).toEqual([
      {
        name: 'conv1',
        before: 1,
        after: 1,
        differences: [
          { what: 'kernel', before: '3×3×16', after: '3×3×32' },
          { what: 'activation', before: 'silu', after: 'relu' },
          { what: 'weights', before: 432, after: 864 },
        ],
      },
      {
        name: 'fc1',
        before: 3,
        after: 3,
        differences: [{ what: 'reads from', before: 'dw1', after: 'maxpool1' }],
      },
    ]);
  });

  it('are the opposite if the two files are exchanged', async () => {
    const [there, back] = [await networkOf(before, after), await networkOf(after, before)];
    expect([back.added, back.removed]).toEqual([there.removed, there.added]);
    expect(back.changed.map(({ name }: { name: string }) => name)).toEqual(['conv1', 'fc1']);
  });

  it('are shown in text and in Markdown', async () => {
    const { code, out } = await diffOf(before, after);
    expect(code).toBe(1);
    expect(out).toContain("layers, from the compiler's notes: 1 layer added, 1 removed, 2 changed");
    expect(out).toMatch(/^ {4}- dw1: /m);
    expect(out).toMatch(/^ {4}\+ maxpool1: maxpool$/m);
    expect(out).toMatch(/^ {4}~ conv1: kernel 3×3×16 → 3×3×32; activation silu → relu; weights 432 → 864$/m);
    const markdown = await diffOf(before, after, '--format', 'markdown', '--context-limit', '1');
    expect(markdown.out).toMatch(/^\| removed \| `dw1` \| /m);
    expect(markdown.out).toContain('… and 3 more');
    const summary = await diffOf(before, after, '--summary');
    expect(summary.out).toContain('1 layer added, 1 removed, 2 changed');
    expect(summary.out).not.toContain('maxpool1');
  });

  it('are matched one by one if they share a name', async () => {
    const twins = chain().map((layer) =>
      layer.name === 'dw1' ? ({ ...layer, name: 'conv1' } as LayerInit) : layer,
    );
    const one = written('twins.hef', twins);
    const two = written(
      'other-twins.hef',
      twins.map((layer) => (layer.kind === 15 ? ({ ...layer, activation: 12 } as LayerInit) : layer)),
    );
    const { added, removed, changed } = await networkOf(one, two);
    expect([added, removed]).toEqual([[], []]);
    expect(changed).toMatchObject([{ name: 'conv1', before: 2, after: 2 }]);
  });

  it('are left out if notes cannot be read, contradict each other or are missing', async () => {
    expect(await networkOf(before, after, '--without', 'mapping')).toBeNull();
    expect(await networkOf(before, before)).toBeNull();
    expect(await networkOf(before, written('torn.hef', chain(), CHAIN_EDGES.slice(1)))).toBeNull();
    const bare = join(folder, 'bare.mdl');
    writeFileSync(bare, modelBytes(new Uint8Array()));
    expect(await networkOf(before, bare)).toBeNull();
  });
});
