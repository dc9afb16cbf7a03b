import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import {
  type Arc,
  arcAt,
  boxAt,
  hasRoomFor,
  layGraph,
  pitchFor,
  pointOn,
} from '../../src/page/views/graph/arcs.js';
import {
  bundlesOf,
  drawnOf,
  endsOf,
  fanned,
  HOST,
  mostLines,
  touches,
} from '../../src/page/views/graph/bundles.js';
import { bundleLines, listedLinks, nodeLines, sideTitle } from '../../src/page/views/graph/link-words.js';
import { type ContextGraph, type CoreOpGraph, contextGraph } from '../../src/show/inspect/graph.js';
import type { GraphLink, LinkEnd } from '../../src/show/inspect/graph-link.js';
import { corpusFiles } from '../inspect/files.js';

let graphs: CoreOpGraph[];
beforeAll(async () => {
  const answers: ContextGraph[] = [];
  for (const { bytes } of [...corpusFiles('valid', 130_000), ...corpusFiles('invalid', 4000)]) {
    const answer = await contextGraph(memorySource(bytes)).catch(() => undefined);
    if (answer !== undefined) answers.push(answer);
  }
  graphs = answers.flatMap(({ coreOps }) => coreOps);
});

const KINDS = ['boundary', 'intermediate', 'ddr', 'cache', 'unknown'] as const;
const NODES = 30;
const end = (node: number): LinkEnd => ({
  node,
  path: `network_groups[0].contexts[${node}].metadata.edge_layers[0]`,
  offset: node * 100,
  bytes: 50,
  name: `layer ${node}`,
  layer: 'info',
  sysIndex: 1,
  networkIndex: 0,
  shape: { height: 1, width: 2, features: 3 },
  paddedShape: { height: 1, width: 2, features: 4 },
  format: { number: 0, name: null },
  transferBytes: 10,
});
const side = fc.option(fc.nat({ max: NODES - 1 }).map(end));
const link: fc.Arbitrary<GraphLink> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    from: side,
    to: side,
    problem: fc.option(fc.constant('ddr-pair-count')),
  })
  .filter(({ from, to }) => from !== null || to !== null)
  .map((made) => ({ ...made, severity: made.problem === null ? null : ('error' as const) }));
const graph: fc.Arbitrary<CoreOpGraph> = fc.array(link, { maxLength: 60 }).map((links) => ({
  path: 'network_groups[0]',
  offset: 0,
  links,
  problems: [],
  nodes: Array.from({ length: NODES }, (_, position) => ({
    kind: 'context' as const,
    position,
    path: `network_groups[0].contexts[${position}]`,
    offset: position * 100,
    bytes: 100,
    name: '',
    operations: 1,
    edgeLayers: 2,
    problem: null,
  })),
}));
const SIZE = { width: 760 };
const SCALE = { pitch: 60, top: 0 };

describe('links that are drawn as one', () => {
  it('are all links, each once, with their ends and bytes', () => {
    fc.assert(
      fc.property(graph, fc.boolean(), (of, onlyProblems) => {
        const bundles = bundlesOf(of, onlyProblems);
        const wanted = [...of.links.keys()].filter((at) => !onlyProblems || of.links[at]?.problem !== null);
        expect(bundles.flatMap(({ links }) => links).sort((a, b) => a - b)).toEqual(wanted);
        for (const { kind, from, to, links, bytes, problemCount, problem } of bundles) {
          const own = links.map((at) => of.links[at] as GraphLink);
          for (const each of own) expect([each.kind, ...endsOf(each)]).toEqual([kind, from, to]);
          expect(bytes).toBe(10 * own.length);
          expect(problemCount).toBe(own.filter((each) => each.problem !== null).length);
          expect(problem !== null).toBe(problemCount > 0);
        }
        expect(new Set(bundles.map(({ kind, from, to }) => `${kind} ${from} ${to}`)).size).toBe(
          bundles.length,
        );
      }),
    );
  });

  it('are one line for each stream of the host, where it is fanned out and there are not too many', () => {
    fc.assert(
      fc.property(graph, (of) => {
        const folded = bundlesOf(of, false);
        const spread = fanned(of, folded);
        const linksOf = (bundles: readonly { links: readonly number[] }[]) =>
          bundles.flatMap(({ links }) => links).sort((a, b) => a - b);
        expect(linksOf(spread)).toEqual(linksOf(folded));
        for (const { kind, links, problem, bytes } of spread) {
          if (kind === 'boundary') expect(links.length === 1 || links.length > 12).toBe(true);
          expect(bytes).toBe(10 * links.length);
          expect(problem).toBe(
            links.map((at) => of.links[at]?.problem).find((each) => each !== null) ?? null,
          );
        }
        const lines = mostLines(spread);
        const pitch = pitchFor(lines);
        expect(hasRoomFor(lines, pitch)).toBe(true);
        // No two arcs of one side end at the same place, and all end at their box.
        const { boxes, arcs } = layGraph(NODES, spread, SIZE, { pitch, top: 0 });
        const ends = arcs
          .filter(({ bundle }) => bundle.kind === 'boundary')
          .map(({ from, to, bundle }) => {
            const [y, node] = bundle.to === HOST ? [from.y, bundle.from] : [to.y, bundle.to];
            const box = boxes[node ?? -1];
            expect(box !== undefined && y > box.y && y < box.y + box.height).toBe(true);
            return `${bundle.from} ${bundle.to} ${y}`;
          });
        expect(new Set(ends).size).toBe(ends.length);
      }),
    );
  });

  it('are those that do not fit, and the thickest, where there are too many to draw', () => {
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 30 }), (of, most) => {
        const all = bundlesOf(of, false);
        const drawn = drawnOf(all, most);
        expect(drawn).toHaveLength(Math.min(most, all.length));
        const left = all.filter((bundle) => !drawn.includes(bundle));
        for (const { problem, links } of left) {
          for (const shown of drawn) {
            if (shown.problem === null) expect(problem).toBeNull();
            if ((shown.problem === null) === (problem === null)) {
              expect(shown.links.length).toBeGreaterThanOrEqual(links.length);
            }
          }
        }
      }),
    );
  });

  it('have the host at one end where they are at the boundary, and nothing where a context is missing', () => {
    const one = { from: end(3), to: null, problem: null, severity: null };
    expect(endsOf({ ...one, kind: 'boundary' })).toEqual([3, HOST]);
    expect(endsOf({ ...one, kind: 'intermediate' })).toEqual([3, null]);
    expect(endsOf({ ...one, from: null, to: end(4), kind: 'boundary' })).toEqual([HOST, 4]);
    expect([sideTitle([], HOST), sideTitle([], null), sideTitle([], 5)]).toEqual(['host', 'none', 'none']);
  });

  it('are marked as wrong in files with such findings, and in no valid one', () => {
    const wrong = graphs.flatMap((of) => bundlesOf(of, true).map((bundle) => bundleLines(of, bundle)));
    expect(wrong.length).toBeGreaterThan(10);
    for (const lines of wrong) expect(lines.some((line) => line.startsWith('does not fit: '))).toBe(true);
    for (const of of graphs) {
      for (const [at, node] of of.nodes.entries())
        expect(nodeLines(node, bundlesOf(of, false), at).length).toBeGreaterThan(2);
    }
  });
});

describe('arcs', () => {
  /** True if a place is on the edge of a context's box. */
  const isOnEdge = (
    arc: Arc['from'],
    box: { x: number; y: number; width: number; height: number },
  ): boolean =>
    (arc.x === box.x || arc.x === box.x + box.width) && arc.y >= box.y && arc.y <= box.y + box.height;

  it('end at their contexts, at the host, or in nowhere', () => {
    fc.assert(
      fc.property(
        graph,
        fc.integer({ min: 300, max: 1600 }),
        fc.integer({ min: 6, max: 90 }),
        (of, width, pitch) => {
          const { boxes, arcs, hostLeft, hostRight } = layGraph(
            NODES,
            bundlesOf(of, false),
            { width },
            { pitch, top: 40 },
          );
          expect(boxes).toHaveLength(NODES);
          for (const { bundle, from, to } of arcs) {
            for (const [node, at, host] of [
              [bundle.from, from, hostLeft],
              [bundle.to, to, hostRight],
            ] as const) {
              if (node === HOST) expect(at.x).toBe(host);
              else if (node !== null) expect(isOnEdge(at, boxes[node] as never)).toBe(true);
              else expect(boxAt(boxes, at)).toBeUndefined();
            }
          }
        },
      ),
    );
  });

  it('stay between the host’s sides, and begin and end where they say', () => {
    fc.assert(
      fc.property(graph, fc.integer({ min: 360, max: 1600 }), (of, width) => {
        const { arcs, hostLeft, hostRight } = layGraph(NODES, bundlesOf(of, false), { width }, SCALE);
        for (const arc of arcs) {
          for (let share = 0; share <= 1; share += 0.05) {
            const { x } = pointOn(arc, share);
            expect(x).toBeGreaterThanOrEqual(hostLeft - 1e-6);
            expect(x).toBeLessThanOrEqual(hostRight + 1e-6);
          }
          expect(pointOn(arc, 0)).toEqual(arc.from);
          const last = pointOn(arc, 1);
          expect([last.x, last.y]).toEqual([arc.to.x, arc.to.y]);
        }
      }),
    );
  });

  it('follow the curve that is drawn', () => {
    const bundle = bundlesOf({ path: '', offset: 0, nodes: [], links: [], problems: [] }, false)[0] as never;
    const arc = { bundle, from: { x: 10, y: 0 }, to: { x: 10, y: 100 }, bulge: 40 };
    // A cubic curve's middle: an eighth of the ends, three eighths of the handles.
    expect(pointOn(arc, 0.5)).toEqual({ x: (10 + 3 * 50 + 3 * 50 + 10) / 8, y: 50 });
  });

  it('are found where they are', () => {
    fc.assert(
      fc.property(graph, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (of, share) => {
        const { arcs } = layGraph(NODES, bundlesOf(of, false), SIZE, SCALE);
        for (const arc of arcs) {
          const at = pointOn(arc, share);
          const found = arcAt(arcs, at);
          expect(found).toBeDefined();
          // If several arcs cross, another one may be on top.
          if (found !== arc) expect(arcAt([found as Arc], at)).toBe(found);
        }
        expect(arcAt(arcs, { x: -100, y: -100 })).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it('of boxes are below each other in order, and scroll', () => {
    const { boxes, height } = layGraph(200, [], SIZE, SCALE);
    for (const [index, box] of boxes.slice(1).entries()) {
      const before = boxes[index];
      expect(box.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
    }
    expect((boxes.at(-1)?.y ?? 0) + (boxes.at(-1)?.height ?? 0)).toBeLessThan(height);
    const down = layGraph(200, [], SIZE, { ...SCALE, top: 1000 });
    expect(down.boxes[50]?.y).toBe((boxes[50]?.y ?? 0) - 1000);
    expect(boxAt(boxes, { x: 380, y: (boxes[7]?.y ?? 0) + 2 })?.node).toBe(7);
  });
});

describe('the table of links', () => {
  it('has all of them, by who writes and then by who reads', () => {
    fc.assert(
      fc.property(graph, fc.boolean(), (of, onlyProblems) => {
        const listed = listedLinks(of, onlyProblems);
        expect(new Set(listed)).toEqual(
          new Set(of.links.filter(({ problem }) => !onlyProblems || problem !== null)),
        );
        const order = listed.map((each) => endsOf(each).map((node) => node ?? Number.MAX_SAFE_INTEGER));
        expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
        expect(bundlesOf(of, false).some((bundle) => touches(bundle, 0))).toBe(
          of.links.some((each) => endsOf(each).includes(0)),
        );
      }),
    );
  });
});
