import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { smithInvalid } from '../../src/attack/smith/invalid.js';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { contextGraph } from '../../src/show/inspect/graph.js';
import type { GraphLink } from '../../src/show/inspect/graph-link.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { windowed } from '../source/windowed.js';
import { corpusFiles, mutants } from './files.js';

/** Codes about pairs of edge layers. */
const PAIRING =
  /^(sys-index-duplicate|connected-(context-index-range|sys-index-range|contexts-missing|contexts-inconsistent)|ddr-(connected-contexts-count|context-mismatch|pair-count|pair-unmatched|pair-mismatch)|inter-context-(source-missing|order|sink-missing|size-mismatch))$/;

/** Returns the findings about pairs from validation. */
async function found(bytes: Uint8Array): Promise<string[]> {
  const { diagnostics } = await validate(memorySource(bytes), { checksum: false, maxPerCode: 1000 });
  return diagnostics
    .filter(({ code }) => PAIRING.test(code))
    .map(({ code, severity, offset, length, path }) => `${code} ${severity} ${offset}+${length} ${path}`)
    .sort();
}

async function drawn(bytes: Uint8Array) {
  const { coreOps, isCut } = await contextGraph(windowed(bytes));
  expect(isCut).toBe(false);
  const problems = coreOps
    .flatMap((op) => op.problems)
    .map(({ code, severity, offset, length, path }) => `${code} ${severity} ${offset}+${length} ${path}`)
    .sort();
  const links = coreOps.flatMap((op) => op.links);
  return { coreOps, problems, links, marked: links.filter(({ problem }) => problem !== null) };
}

/** `0:3 -> 1:5` for contexts and sys_index; `host` is the host, and `?` a missing layer. */
function shown({ kind, from, to }: GraphLink, nodes: readonly { position: number }[]): string {
  const none = kind === 'boundary' ? 'host' : '?';
  const end = (side: GraphLink['from']) =>
    side === null ? none : `${nodes[side.node]!.position}:${side.sysIndex}`;
  return `${kind} ${end(from)} -> ${end(to)}`;
}

describe('contextGraph', () => {
  it('reports the same about pairs as validation, for every file of the corpus, and marks the links of these pairs', async () => {
    const codes = new Set<string>();
    for (const kind of ['valid', 'invalid'] as const) {
      for (const { name, bytes } of corpusFiles(kind, 10_000)) {
        const wanted = await found(bytes);
        const graph = await drawn(bytes).catch((error) => {
          expect([name, error.code]).toEqual([
            name,
            expect.stringMatching(/^frame-(?:bad-magic|truncated-header|version-unsupported)$/),
          ]);
        });
        if (graph === undefined) continue;
        expect([name, graph.problems]).toEqual([name, wanted]);
        expect([name, graph.marked.length > 0]).toEqual([name, wanted.length > 0]);
        if (kind === 'valid') {
          const errors = graph.marked.filter(({ severity }) => severity === 'error');
          expect([name, errors]).toEqual([name, []]);
        }
        for (const { code } of graph.coreOps.flatMap((op) => op.problems)) codes.add(code);
      }
    }
    // Number of codes about pairs that a file of the corpus has.
    expect(codes.size).toBe(14);
  }, 60_000);

  it('has a link for every edge layer of a valid model, and no marked link', async () => {
    const kinds = new Set<string>();
    for (const [seed, layout] of (['classic', 'partial', 'ops', 'ops-partial'] as const).entries()) {
      const bytes = smithBytes({ seed, layout, contexts: 4, with: ['inter-context', 'ddr', 'mux'] });
      const { coreOps, links, marked } = await drawn(bytes);
      expect(marked).toEqual([]);
      expect(coreOps.length).toBeGreaterThan(0);
      for (const { kind, from, to } of links) {
        kinds.add(kind);
        expect([kind, from === null, to === null].slice(1).filter(Boolean).length).toBe(
          kind === 'boundary' ? 1 : 0,
        );
      }
      if (layout !== 'classic') continue;
      const model = fromBinary(ProtoMDLMdlSchema, bytes);
      for (const [g, group] of model.networkGroups.entries()) {
        const op = coreOps[g]!;
        expect(op.path).toBe(`network_groups[${g}]`);
        const nodes = op.nodes.filter(({ kind }) => kind === 'context');
        expect(nodes.map(({ operations, edgeLayers }) => [operations, edgeLayers])).toEqual(
          group.contexts.map(({ operations, metadata }) => [operations.length, metadata!.edgeLayers.length]),
        );
        const ends = op.links.flatMap(({ from, to }) => [from, to]).filter((end) => end !== null);
        const names = new Set(ends.map(({ path, name }) => `${path} ${name}`));
        const wanted = group.contexts.flatMap(({ metadata }, c) =>
          metadata!.edgeLayers.map(({ edge }, e) => {
            const path = `network_groups[${g}].contexts[${c}].metadata.edge_layers[${e}]`;
            return `${path} ${edge.value!.name}`;
          }),
        );
        expect(names).toEqual(new Set(wanted));
      }
    }
    expect([...kinds].sort()).toEqual(['boundary', 'ddr', 'intermediate']);
  });

  it('links the reader of data to its writer', async () => {
    const base = (sys: number, bytes: number) =>
      lenRecord(2, concat(varintRecord(8, sys), varintRecord(9, bytes), varintRecord(10, 2)));
    const peer = (type: number, context: number, sys: number) =>
      lenRecord(
        5,
        concat(
          varintRecord(3, type),
          varintRecord(4, context),
          varintRecord(7, sys),
          lenRecord(8, concat(varintRecord(1, context), varintRecord(3, sys))),
        ),
      );
    const layer = (out: boolean, name: string, sys: number, info: Uint8Array, bytes = 8) =>
      lenRecord(
        2,
        concat(
          varintRecord(1, out ? 1 : 0),
          lenRecord(3, concat(lenRecord(1, name), base(sys, bytes))),
          info,
        ),
      );
    const host = new Uint8Array(0);
    const contexts = [
      [
        layer(false, 'in', 0, host),
        layer(true, 'a', 1, peer(1, 1, 0)),
        layer(true, 'lost', 2, peer(1, 9, 0)),
        layer(true, 'wait', 3, peer(2, 0, 4)),
        layer(false, 'back', 4, peer(2, 0, 3)),
      ],
      [
        layer(false, 'a', 0, peer(1, 0, 1)),
        layer(false, 'again', 1, peer(1, 0, 1), 9),
        layer(false, 'gone', 2, peer(1, 0, 7)),
        layer(true, 'out', 3, host),
      ],
    ];
    const bytes = lenRecord(
      2,
      concat(...contexts.map((layers) => lenRecord(3, lenRecord(3, concat(...layers))))),
    );
    const { coreOps } = await drawn(bytes);
    const [{ links, nodes }] = coreOps as [(typeof coreOps)[number]];
    expect(links.map((link) => `${shown(link, nodes)}: ${link.problem}`).sort()).toEqual([
      'boundary 1:3 -> host: null',
      'boundary host -> 0:0: null',
      'ddr 0:3 -> 0:4: null',
      'intermediate 0:1 -> 1:0: null',
      'intermediate 0:1 -> 1:1: inter-context-size-mismatch',
      'intermediate 0:2 -> ?: connected-context-index-range',
      'intermediate ? -> 1:2: inter-context-source-missing',
    ]);
  });

  it('links a writer and a reader through the cache between them', async () => {
    const layer = (out: boolean, cache: number) =>
      lenRecord(
        2,
        concat(
          varintRecord(1, out ? 1 : 0),
          lenRecord(3, lenRecord(2, varintRecord(8, cache))),
          lenRecord(5, concat(varintRecord(3, 3), varintRecord(9, cache))),
        ),
      );
    const context = (...layers: Uint8Array[]) => lenRecord(3, lenRecord(3, concat(...layers)));
    const group = concat(context(layer(true, 5)), context(layer(false, 5), layer(false, 6)));
    const { coreOps } = await drawn(lenRecord(2, group));
    const { links, nodes } = coreOps[0]!;
    expect(links.map((link) => shown(link, nodes))).toEqual(['cache 0:5 -> 1:5', 'cache ? -> 1:6']);
  });

  it('marks the links that a generated fault breaks', async () => {
    for (const code of ['inter-context-source-missing', 'ddr-pair-mismatch', 'connected-sys-index-range']) {
      for (let seed = 0; seed < 5; seed++) {
        const made = await smithInvalid(code, { seed, framing: 'bare' });
        const graph = await drawn(made.bytes);
        expect([code, seed, graph.problems]).toEqual([code, seed, await found(made.bytes)]);
        expect(graph.marked.some(({ severity }) => severity === 'error')).toBe(true);
      }
    }
  });

  it('is limited to one core operation on request', async () => {
    const bytes = smithBytes({ seed: 2, groups: 3, contexts: 2 });
    const { coreOps } = await contextGraph(memorySource(bytes));
    expect(coreOps.length).toBe(3);
    const one = await contextGraph(memorySource(bytes), 'network_groups[1]');
    expect(one.coreOps).toEqual([coreOps[1]]);
    expect((await contextGraph(memorySource(bytes), 'network_groups[9]')).coreOps).toEqual([]);
  });

  it('names the error that ends a context, and no warning before it', async () => {
    const overwritten = lenRecord(2, concat(lenRecord(4, ''), lenRecord(3, '')));
    const cut = concat(lenRecord(3, overwritten), Uint8Array.of(0x1a, 0x7f));
    const { coreOps } = await contextGraph(memorySource(lenRecord(2, lenRecord(3, cut))));
    expect(coreOps[0]!.nodes.map(({ problem }) => problem)).toEqual(['wire-truncated']);
  });

  it('never throws for mutants, and has a limited size', async () => {
    let broken = 0;
    for (const { name, bytes } of await mutants(2)) {
      const graph = await contextGraph(windowed(bytes)).catch((error) => {
        expect([name, error.code]).toEqual([
          name,
          expect.stringMatching(/^frame-(?:bad-magic|truncated-header|version-unsupported)$/),
        ]);
      });
      for (const { nodes } of graph?.coreOps ?? []) broken += nodes.filter(({ problem }) => problem).length;
    }
    expect(broken).toBeGreaterThan(0);
    const layer = lenRecord(2, '');
    const many = lenRecord(
      2,
      lenRecord(3, lenRecord(3, concat(...Array.from({ length: 20_000 }, () => layer)))),
    );
    const graph = await contextGraph(memorySource(many));
    expect([graph.isCut, graph.coreOps[0]!.nodes[0]!.edgeLayers]).toEqual([true, 20_000]);
    expect(graph.coreOps[0]!.links.length).toBe(16_384);
    const contexts = lenRecord(2, concat(...Array.from({ length: 5000 }, () => lenRecord(3, ''))));
    const wide = await contextGraph(memorySource(contexts));
    expect([wide.isCut, wide.coreOps[0]!.nodes.length]).toEqual([true, 4096]);
  });
});
