/**
 * Notes that real compilers wrote, compared with a very plain second reader: PROTOMDL_REAL_FILES names the
 * folder of the files. The meaning of undocumented fields in proto/mapping.proto was derived from such sums
 * and comparisons.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { openModel } from '../../src/read/model/open.js';
import { costOf } from '../../src/show/network/read-cost.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { readSchedule } from '../../src/show/network/schedule.js';
import { RawMessage } from './raw-records.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const names =
  folder !== undefined && existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.hef'))
    : [];
const NO_NETWORK = { edges: [], layers: [], contexts: [] };
if (names.length === 0) process.stderr.write('networks of real files are not tested: PROTOMDL_REAL_FILES\n');

const sourceOf = (name: string): Source =>
  memorySource(new Uint8Array(readFileSync(join(folder as string, name))));

async function notesOf(name: string): Promise<RawMessage | undefined> {
  const { root } = await openModel(sourceOf(name));
  try {
    const bytes = await root.mapping.read();
    return bytes.length === 0 ? undefined : new RawMessage(bytes);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return undefined;
  }
}

describe.skipIf(names.length === 0)('transfers between contexts of real files', () => {
  it.each(names)('%s has the transfers of its edge layers', async (name) => {
    const cost = await costOf(sourceOf(name)).catch(() => null);
    const { edges, layers, contexts } = await readNetwork(sourceOf(name)).catch(() => NO_NETWORK);
    const [op] = cost?.coreOps ?? [];
    for (const [at, { path }] of contexts.entries()) {
      const read = edges.filter(({ to, transfer }) => transfer !== null && layers[to]?.context === at);
      const bytes = read.reduce((sum, { transfer }) => sum + (transfer?.bytes ?? 0), 0);
      const known = op?.contexts.find((context) => context.path === path)?.transfers;
      if (known != null) expect(bytes, `${name} ${path}`).toBe(known.fromContexts);
    }
    if (name === 'v0-3.27-two-contexts.hef') {
      const named = edges.flatMap(({ transfer }) => (transfer === null ? [] : [transfer.name]));
      expect(named.toSorted()).toEqual(['avgpool2', 'reduce_mean1', 'resize1', 'square1']);
    }
  });
});

describe.skipIf(names.length === 0)('networks of real files', () => {
  it.each(names)('%s', async (name) => {
    const notes = await notesOf(name);
    const found = await readNetwork(sourceOf(name));
    expect(found.source).toBe(notes === undefined ? 'contexts' : 'notes');
    if (notes === undefined) return;
    const layers = notes.message(2).messages(1);
    expect([found.problem, found.remarks]).toEqual([null, []]);
    expect(found.layers.map(({ id, name, kindNumber }) => [id, name, kindNumber])).toEqual(
      layers.map((layer) => [layer.number(3), layer.text(2), layer.number(1)]),
    );
    const edges = notes.message(2).messages(2);
    expect(found.edges.map(({ from, to }) => [from, to])).toEqual(
      edges.map((edge) => [edge.number(1), edge.number(2)]),
    );
    // An edge carries a shape that its reader accepts, unless a tensor is divided between writer and reader.
    const fits = found.edges.filter(({ shape, to }) =>
      found.layers[to]?.inputs.some((input) => sizeOf(input) === sizeOf(shape)),
    );
    expect(fits.length / found.edges.length).toBeGreaterThan(0.9);
    expect(found.layers.every(({ context, figures }) => context !== null && figures !== null)).toBe(true);
    // The compiler's own frame rate follows from the slowest layer.
    const slowest = found.layers[found.slowest ?? -1]?.figures?.cycles ?? 0;
    expect((found.clock ?? 0) / slowest).toBeCloseTo(notes.double(12), 6);
    // A weight takes about a byte or half a byte of configuration; this confirms which context a layer is in.
    for (const [at, { configurationBytes }] of found.contexts.entries()) {
      const own = found.layers.filter(({ context }) => context === at);
      const weights = own.reduce((sum, { weights }) => sum + (weights ?? 0), 0);
      expect(configurationBytes).not.toBe(null);
      if (weights < 200_000) continue;
      expect((configurationBytes ?? 0) / weights).toBeGreaterThan(0.4);
      expect((configurationBytes ?? 0) / weights).toBeLessThan(1.5);
      const shares = own.reduce((sum, { configurationBytes }) => sum + (configurationBytes ?? 0), 0);
      expect(Math.abs(shares - (configurationBytes ?? 0))).toBeLessThan(own.length);
    }
    // The number of hardware elements equals the number in the figures.
    const has = new Map<string, number>();
    for (const { layer, kind } of found.elements) {
      has.set(`${layer} ${kind}`, (has.get(`${layer} ${kind}`) ?? 0) + 1);
    }
    for (const [at, { figures }] of found.layers.entries()) {
      const counts = ['subcluster', 'activation unit', 'input aligner'].map(
        (kind) => has.get(`${at} ${kind}`) ?? 0,
      );
      expect(counts).toEqual([figures?.subclusters, figures?.activationUnits, figures?.inputAligners]);
    }
  });

  it.each(names)('the schedule of %s', async (name) => {
    const notes = await notesOf(name);
    const { schedules, isCut } = await readSchedule(sourceOf(name));
    expect(isCut).toBe(false);
    const raw = notes?.message(14).messages(1) ?? [];
    expect(schedules.map(({ name, layers }) => [name, layers.length])).toEqual(
      raw.map((schedule) => [schedule.text(1), schedule.messages(2).length]),
    );
    const known = new Set(
      notes
        ?.message(2)
        .messages(1)
        .map((layer) => layer.text(2)),
    );
    for (const { layers } of schedules) {
      for (const { name, starts, ends } of layers) {
        expect(known.has(name) || name.startsWith('sim_portal_')).toBe(true);
        const ascends = (list: Float64Array) =>
          list.every((value, at) => at === 0 || value >= (list[at - 1] ?? 0));
        expect([ascends(starts), ascends(ends)]).toEqual([true, true]);
        expect(starts.every((start, at) => start <= (ends[at] ?? 0))).toBe(true);
      }
    }
  });
});

function sizeOf(shape: { rows: number; columns: number; features: number } | null): number {
  return shape === null ? -1 : shape.rows * shape.columns * shape.features;
}
