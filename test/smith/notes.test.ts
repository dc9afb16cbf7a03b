/** Notes that smith writes, read by protobuf's own codec and by the reader of real notes. */
import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { LAYOUTS, type SmithOptions } from '../../src/attack/smith/settings.js';
import { smithBytes, smithModel } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { CompilerNotesSchema } from '../../src/generated/mapping_pb.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { readSchedule } from '../../src/show/network/schedule.js';
import { seeds } from './seeds.js';

const OPTIONS: readonly SmithOptions[] = seeds(12).map((seed) => ({
  seed,
  preset: 'small',
  framing: 'bare',
  layout: LAYOUTS[seed % LAYOUTS.length] ?? 'classic',
  uncommon: seed % 3 === 0,
  with: ['notes'],
}));

describe('the compiler’s notes', () => {
  it('are consistent, and match the network of the model', async () => {
    for (const options of OPTIONS) {
      const bytes = smithBytes(options);
      const about = `seed ${options.seed}`;
      const { groups, features } = smithModel(options).describe();
      expect(features, about).toContain('notes');
      const first = groups[0]?.coreOps[0];
      const network = await readNetwork(memorySource(bytes));
      expect([network.source, network.problem, network.remarks], about).toEqual(['notes', null, []]);
      expect(network.contexts, about).toHaveLength(first?.contexts ?? -1);
      expect(network.names, about).toEqual(first?.networks);
      const streams = (kind: string) =>
        network.layers.filter((layer) => layer.kind === kind).flatMap(({ originalNames }) => originalNames);
      expect(streams('input').sort(), about).toEqual([...(first?.inputs ?? [])].sort());
      expect(streams('output').sort(), about).toEqual([...(first?.outputs ?? [])].sort());
      // The shape of an edge must be an input shape of its reader.
      for (const { shape, to } of network.edges)
        expect(network.layers[to]?.inputs, about).toContainEqual(shape);
      expect(network.framesPerSecond).toBe(
        400e6 / Math.max(...network.layers.map(({ figures }) => figures?.cycles ?? 0)),
      );
    }
  });

  it('contain only data that protobuf’s own codec reads', () => {
    for (const options of OPTIONS) {
      const { mapping } = fromBinary(ProtoMDLMdlSchema, smithBytes({ ...options, without: ['mapping'] }));
      const notes = fromBinary(CompilerNotesSchema, mapping);
      expect(notes.$unknown).toBeUndefined();
      const { layers = [], figures = [], edges = [] } = notes.network ?? {};
      expect(figures.map(({ layer }) => layer).sort()).toEqual(layers.map(({ id }) => id).sort());
      expect(edges.map(({ writer, reader }) => [layers[writer]?.id, layers[reader]?.id])).toEqual(
        layers.flatMap(({ id, predecessors }) => predecessors.map((from) => [from, id])),
      );
      const elements = notes.placement?.elements ?? [];
      for (const { layer, subclusters } of figures) {
        expect(elements.filter((each) => each.layer === layer && each.kind === 3)).toHaveLength(subclusters);
      }
      // Ids must differ from positions, because otherwise the check above would prove nothing.
      expect(layers.some(({ id }, at) => id !== at)).toBe(true);
    }
  });

  it('have a schedule of the layers, whose steps ascend', async () => {
    for (const options of OPTIONS.slice(0, 4)) {
      const source = memorySource(smithBytes(options));
      const names = new Set((await readNetwork(source)).layers.map(({ name }) => name));
      const { schedules, problem } = await readSchedule(source);
      expect(problem).toBeNull();
      expect(schedules.length).toBeGreaterThan(0);
      for (const { name, starts, ends } of schedules.flatMap(({ layers }) => layers)) {
        expect(names).toContain(name);
        expect(starts.length % 3).toBe(0);
        for (let at = 0; at < starts.length; at++) {
          expect(ends[at]).toBeGreaterThanOrEqual(starts[at] as number);
          expect(starts[at]).toBeGreaterThan(ends[at - 1] ?? 0);
        }
      }
    }
  });

  it('are made only on request', () => {
    for (const seed of seeds(20)) {
      const { features } = smithModel({ seed, preset: 'small', swarm: seed % 2 === 0 }).describe();
      expect(features).not.toContain('notes');
    }
  });
});
