import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { SEVERITIES, type Severity } from '../../base/diagnostics/diagnostic.js';
import type { Source } from '../../base/source/source.js';
import { type Turn, Yielder } from '../../base/source/yielder.js';
import type { EdgeFacts } from '../../check/rules/facts/edge.js';
import { type EdgeContext, type EdgeCoreOp, type EdgeFile, gatherEdges } from './core-op-edges.js';
import { endOf, type GraphLink, linksOf, type OpenEnd } from './graph-link.js';
import { type PairingProblem, pairingProblems } from './pairing.js';

/** Options for reading a file. */
export interface GraphOptions {
  /** Framing of the file: a bare message, or with a header (default: detected). */
  readonly framing?: FramingMode;
  /** Called from time to time, to let other work run. An error that it throws ends the reading. */
  readonly turn?: Turn;
}

/** A context, or a preliminary configuration. */
export interface GraphNode {
  /** Kind of the node. */
  readonly kind: 'context' | 'preliminary';
  /** Index in `contexts`; -1 for a preliminary configuration. */
  readonly position: number;
  /** Path as in findings: schema names with indices. */
  readonly path: string;
  /** Absolute offset of the first record. */
  readonly offset: number;
  /** Size of all records in bytes. */
  readonly bytes: number;
  /** Name of the context, cut and not escaped. Compilers leave the name empty. */
  readonly name: string;
  /** Number of operations. */
  readonly operations: number;
  /** Number of edge layers, including layers beyond the limit. */
  readonly edgeLayers: number;
  /**
   * Code of the first unreadable part, after which edge layers may be missing; null for a readable context.
   */
  readonly problem: string | null;
}

/** Contexts of one core operation, and the links between them. */
export interface CoreOpGraph {
  /** Path of the core operation: `network_groups[0]`, or deeper in layouts of later releases. */
  readonly path: string;
  /** Absolute offset of the core operation's record. */
  readonly offset: number;
  /** The preliminary configuration, followed by the contexts in order. */
  readonly nodes: readonly GraphNode[];
  /** Links; an edge layer is in at most one link. */
  readonly links: readonly GraphLink[];
  /** The first thousand findings of the rules about pairs. */
  readonly problems: readonly PairingProblem[];
}

/** Contexts of a file, and the links between them. */
export interface ContextGraph {
  /** Core operations in file order. */
  readonly coreOps: readonly CoreOpGraph[];
  /** True if a limit was exceeded: more than 4096 contexts, 16,384 edge layers, or 4 MB of edge layers. */
  readonly isCut: boolean;
}

/**
 * Returns the contexts of a file with the links between their edge layers, and with the findings of
 * validation about pairs that do not match. Operations are skipped; broken parts are left out. The source is
 * not closed.
 * @param path path of the core operation: `network_groups[0]`, or deeper in later layouts; empty for all core
 * operations
 * @throws ProtomdlError `frame-…`, and the codes of the source; any error from `turn`
 */
export async function contextGraph(
  input: Source,
  path = '',
  options: GraphOptions = {},
): Promise<ContextGraph> {
  const { coreOps, isCut, turns } = await edgesOf(input, path, options);
  const graphs: CoreOpGraph[] = [];
  for (const op of coreOps) {
    if (path !== '' && op.path !== path) continue;
    graphs.push(graphOf(op));
    if (turns.isDue) await turns.take();
  }
  return { coreOps: graphs, isCut };
}

/** Collects the contexts and their edge layers, without findings. @throws the errors of `contextGraph` */
export async function edgesOf(
  input: Source,
  path: string,
  options: GraphOptions,
): Promise<EdgeFile & { readonly turns: Yielder }> {
  const turns = new Yielder(options.turn);
  const opened = await openMessage(turns.through(input), options.framing);
  const file = await gatherEdges(opened.source, opened.from, opened.end, path);
  return { ...file, turns };
}

function graphOf(op: EdgeCoreOp): CoreOpGraph {
  const { start, contexts, path, offset } = op;
  const nodes: GraphNode[] = [];
  if (start !== undefined) {
    nodes.push({ ...start, kind: 'preliminary', position: -1, name: '', edgeLayers: 0, problem: null });
  }
  const before = nodes.length;
  for (const context of contexts) nodes.push(contextNode(context));
  const marks = new Marks(contexts);
  const problems = pairingProblems(op, (at, other, code, severity) =>
    marks.add(at, other, { code, severity }),
  );
  const end = (open: OpenEnd | undefined) =>
    open === undefined ? null : endOf(open.edge, before + open.context);
  const links = linksOf(contexts).map(({ kind, from, to }): GraphLink => {
    const mark = marks.of(from?.edge, to?.edge);
    return {
      kind,
      from: end(from),
      to: end(to),
      problem: mark?.code ?? null,
      severity: mark?.severity ?? null,
    };
  });
  return { path, offset, nodes, links, problems };
}

function contextNode(context: EdgeContext): GraphNode {
  const { path, offset, length, position, label, operationCount, edgeCount, problem } = context;
  return {
    kind: 'context',
    position,
    path,
    offset,
    bytes: length,
    name: label,
    operations: operationCount,
    edgeLayers: edgeCount,
    problem,
  };
}

interface Mark {
  readonly code: string;
  readonly severity: Severity;
}

/**
 * Assigns findings to edge layers: the offset of a finding is at the record of a layer, or inside of the
 * record.
 */
class Marks {
  #sorted: readonly EdgeFacts[] | undefined;
  readonly #own = new Map<EdgeFacts, Mark>();
  /** Findings about two mismatched layers, by the layer that comes first in the file. */
  readonly #pairs = new Map<EdgeFacts, Map<EdgeFacts, Mark>>();

  constructor(private readonly contexts: readonly EdgeContext[]) {}

  add(offset: number, other: number | undefined, mark: Mark): void {
    const edge = this.#at(offset);
    if (edge === undefined) return;
    if (other === undefined) {
      this.#own.set(edge, heavier(this.#own.get(edge), mark) as Mark);
      return;
    }
    const second = this.#at(other);
    if (second === undefined) return;
    const pairs = this.#pairs.get(edge) ?? new Map<EdgeFacts, Mark>();
    this.#pairs.set(edge, pairs.set(second, mark));
  }

  /** Returns the most severe finding about a link: about one end, or about both ends together. */
  of(from: EdgeFacts | undefined, to: EdgeFacts | undefined): Mark | undefined {
    const own = heavier(from && this.#own.get(from), to && this.#own.get(to));
    if (from === undefined || to === undefined) return own;
    return heavier(own, this.#pairs.get(from)?.get(to) ?? this.#pairs.get(to)?.get(from));
  }

  #at(offset: number): EdgeFacts | undefined {
    this.#sorted ??= this.contexts.flatMap(({ edges }) => edges).sort((a, b) => a.offset - b.offset);
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as EdgeFacts).offset <= offset) low = middle + 1;
      else high = middle;
    }
    const edge = sorted[low - 1];
    return edge !== undefined && offset < edge.offset + edge.length ? edge : undefined;
  }
}

/** Returns the more severe of two findings; the first for equal severities. */
function heavier(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return SEVERITIES.indexOf(b.severity) < SEVERITIES.indexOf(a.severity) ? b : a;
}
