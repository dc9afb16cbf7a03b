import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { readSchedule } from '../../src/show/network/schedule.js';
import { concat, tag, varint } from '../arbitrary/wire-writer.js';
import { CHAIN_EDGES, chain, type LayerInit, modelWith, type NotesInit, notesOf } from './made-notes.js';

const reading = (notes: NotesInit) => readNetwork(modelWith(notesOf(notes)));
const network = (layers: LayerInit[], edges: { writer: number; reader: number }[] = CHAIN_EDGES) =>
  reading({ network: { layers, edges } });

describe('readNetwork', () => {
  it('yields to other tasks while it counts the configuration of layers', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const turnsWith = async (configuration: boolean): Promise<number> => {
        const model = modelWith(notesOf({ network: { layers: chain(), edges: CHAIN_EDGES } }));
        // The configuration takes more than one read: 40 records of an unknown field.
        const unknown = concat(tag(2000, 2), varint(1 << 16), new Uint8Array(1 << 16));
        const source = memorySource(concat(model.bytes!, ...Array.from({ length: 40 }, () => unknown)));
        const slow: Source = {
          size: source.size,
          randomAccess: true,
          read(offset, target) {
            vi.setSystemTime(Date.now() + 1000);
            return source.read(offset, target);
          },
          close() {},
        };
        const turn = vi.fn();
        await readNetwork(slow, { configuration, turn });
        return turn.mock.calls.length;
      };
      expect(await turnsWith(true)).toBeGreaterThan(await turnsWith(false));
    } finally {
      vi.useRealTimers();
    }
  });

  it('reads layers, and edges that name layers by their position', async () => {
    const { source, problem, layers, edges } = await network(chain());
    expect([source, problem]).toEqual(['notes', null]);
    expect(layers.map(({ id, name, kind, isPlumbing }) => [id, name, kind, isPlumbing])).toEqual([
      [7, 'input_layer1', 'input', false],
      [0, 'conv1', 'conv', false],
      [30, 'dw1', 'dw', false],
      [4, 'fc1', 'fc', false],
      [5, 'output_layer1', 'output', false],
    ]);
    expect(edges.map(({ from, to }) => [from, to])).toEqual(
      CHAIN_EDGES.map(({ writer, reader }) => [writer, reader]),
    );
    expect(edges[1]?.shape).toEqual({ rows: 8, columns: 8, features: 16 });
  });

  it('reads weights from shapes, and original names from either of two fields', async () => {
    const { layers } = await network(chain());
    expect(layers.map(({ weights }) => weights)).toEqual([null, 3 * 3 * 3 * 16, 3 * 3 * 16, 256 * 10, null]);
    expect(layers.map(({ activation }) => activation)).toEqual([null, 'silu', 'relu', null, null]);
    expect(layers.flatMap(({ originalNames }) => originalNames)).toEqual(['/conv/Conv', 'dw/Depthwise']);
    expect(layers[3]?.inputs).toEqual([{ rows: 1, columns: 256, features: 1 }]);
  });

  it('names an unknown kind of layer after the layer', async () => {
    const layers = chain();
    layers[1] = { ...layers[1], kind: 99, name: 'net/deconv12_sd0' };
    layers[2] = { ...layers[2], kind: 98, name: '12' };
    expect((await network(layers)).layers.map(({ kind }) => kind)).toEqual([
      'input',
      'deconv',
      'kind 98',
      'fc',
      'output',
    ]);
  });

  it('finds figures, contexts and hardware by layer ids, in any order', async () => {
    const name = { name: 'context_3', index: 3, group: 'net' };
    const { contexts, layers, elements, slowest, clock, framesPerSecond, names, compiler, remarks } =
      await reading({
        network: {
          layers: chain(),
          edges: CHAIN_EDGES,
          names: { networks: ['net'] },
          figures: [
            {
              layer: 30,
              cycles: 900n,
              subclusters: 2,
              utilization: 0.5,
              inputRate: 1.5,
              clock: 200_000_000n,
            },
            { layer: 0, cycles: 1000n },
            { layer: 77 },
          ],
        },
        contexts: { contexts: [{ name, network: { layers: [{ id: 0 }, { id: 30 }, { id: 78 }] } }] },
        placement: {
          elements: [
            { kind: 3, number: 5, layer: 30, location: { kind: 1, number: 6 }, context: name },
            { kind: 14, number: 1, layer: 30, location: { kind: 0, number: 0 } },
            { kind: 3, number: 5, layer: 79 },
          ],
        },
        compiler: { version: 'v2' },
        framesPerSecond: 200_000,
      });
    expect(contexts).toMatchObject([{ name: 'context_3', index: 3, group: 'net' }]);
    expect(layers.map(({ context }) => context)).toEqual([null, 0, 0, null, null]);
    expect(layers[2]?.figures).toMatchObject({ cycles: 900, subclusters: 2, inputBytesPerSecond: 1.5e6 });
    expect([layers[2]?.clusters, layers[0]?.figures]).toEqual([[6], null]);
    expect(elements).toEqual([
      { layer: 2, kind: 'subcluster', number: 5, cluster: 6, context: 0 },
      { layer: 2, kind: 'kind 14', number: 1, cluster: null, context: null },
    ]);
    expect([slowest, clock, framesPerSecond, names, compiler]).toEqual([
      1,
      200_000_000,
      200_000,
      ['net'],
      'v2',
    ]);
    expect(remarks).toHaveLength(5);
  });

  it.each<[string, LayerInit[], { writer: number; reader: number }[]]>([
    ['an edge that no layer names', chain(), [...CHAIN_EDGES, { writer: 0, reader: 2 }]],
    ['an edge that is there twice', chain(), [...CHAIN_EDGES, { writer: 0, reader: 1 }]],
    ['a predecessor without an edge', chain(), CHAIN_EDGES.slice(1)],
    ['an edge the other way round', chain(), [{ writer: 1, reader: 0 }, ...CHAIN_EDGES.slice(1)]],
    ['an edge to nowhere', chain(), [...CHAIN_EDGES, { writer: 0, reader: 5 }]],
    ['two layers of one id', [...chain(), { id: 7, name: 'again' }], CHAIN_EDGES],
  ])('falls back to contexts at %s', async (_, layers, edges) => {
    const found = await network(layers, edges);
    expect([found.source, found.problem?.code]).toEqual(['contexts', 'notes-inconsistent']);
    expect(found.problem?.offset).toBeGreaterThan(0);
    expect(found.layers.map(({ name, kind }) => [name, kind])).toEqual([
      ['ctx', 'context'],
      ['in', 'input'],
    ]);
    expect(found.edges).toEqual([
      { from: 1, to: 0, shape: { rows: 8, columns: 8, features: 3 }, through: null, transfer: null },
    ]);
  });

  it.each([
    ['nothing', new Uint8Array(), 'notes-absent'],
    ['text', new TextEncoder().encode('placement: none'), 'notes-unreadable'],
    ['another message', Uint8Array.of(0x08, 1), 'notes-unreadable'],
    ['a network without layers', Uint8Array.of(0x12, 0), 'notes-unreadable'],
    ['a layer that is cut', Uint8Array.of(0x12, 3, 0x0a, 9, 0), 'notes-unreadable'],
    ['a name that is no UTF-8', Uint8Array.of(0x12, 5, 0x0a, 3, 0x12, 1, 0xff), 'notes-unreadable'],
    ['layers without end', layersOf(20_000), 'notes-too-large'],
  ])('falls back to contexts if the notes are %s', async (_, bytes, code) => {
    const found = await readNetwork(modelWith(bytes));
    expect([found.source, found.problem?.code]).toEqual(['contexts', code]);
    expect(found.layers).toHaveLength(2);
    const { schedules } = await readSchedule(modelWith(bytes));
    expect(schedules).toEqual([]);
  });

  it('returns a result for any notes', async () => {
    const bytes = notesOf({ network: { layers: chain(), edges: CHAIN_EDGES }, framesPerSecond: 1 });
    const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    const mutant = flips.map((all) => {
      const copy = bytes.slice();
      for (const [at, byte] of all) copy[at] = byte;
      return copy;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutant, fc.uint8Array({ maxLength: 200 })), async (notes) => {
        const { source, problem, layers, edges } = await readNetwork(modelWith(notes));
        expect(source === 'notes').toBe(problem === null);
        for (const { from, to } of edges) expect(Math.max(from, to)).toBeLessThan(layers.length);
        await readSchedule(modelWith(notes));
      }),
    );
  });

  it('refuses files that are not models', async () => {
    const cut = new TextEncoder().encode('\x01HEF').slice(0, 4);
    await expect(readNetwork(memorySource(cut))).rejects.toMatchObject({ code: 'frame-truncated-header' });
  });
});

describe('readSchedule', () => {
  it('returns the steps of each layer', async () => {
    const steps = [
      { start: 1n, end: 240n },
      { start: 2678n, end: 2917n },
    ];
    const schedules = {
      schedules: [{ name: 'context_0_net', works: [{ layer: 'conv1', steps }, { layer: 'b' }] }],
    };
    expect(await readSchedule(modelWith(notesOf({ schedules })))).toEqual({
      schedules: [
        {
          name: 'context_0_net',
          cycles: 2917,
          layers: [
            { name: 'conv1', starts: Float64Array.of(1, 2678), ends: Float64Array.of(240, 2917) },
            { name: 'b', starts: new Float64Array(), ends: new Float64Array() },
          ],
        },
      ],
      problem: null,
      isCut: false,
    });
  });
});

function layersOf(count: number): Uint8Array {
  return notesOf({ network: { layers: Array.from({ length: count }, (_, id) => ({ id: id + 1 })) } });
}
