import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { SEVERITIES, type Severity } from '../../base/diagnostics/diagnostic.js';
import type { Source } from '../../base/source/source.js';
import { type Turn, Turns } from '../../base/source/turns.js';
import type { EdgeFacts } from '../../check/rules/facts/edge.js';
import { type EdgeContext, type EdgeCoreOp, type EdgeFile, gatherEdges } from './core-op-edges.js';
import { endOf, type GraphLink, linksOf, type OpenEnd } from './graph-link.js';
import { type PairingProblem, pairingProblems } from './pairing.js';

/** Options for reading a file. */
export interface GraphOptions {
  /** Says that the file is a bare message or has a header; detected by default. */
  readonly framing?: FramingMode;
  /** Called from time to time: lets other work run, or ends the reading by throwing. */
  readonly turn?: Turn;
}

/** A context, or a preliminary configuration. */
export interface GraphNode {
  /** A context, or a preliminary configuration. */
  readonly kind: 'context' | 'preliminary';
  /** Index in `contexts`; -1 for a preliminary configuration. */
  readonly position: number;
  /** Schema names with indices. */
  readonly path: string;
  /** Absolute offset of its first record. */
  readonly offset: number;
  /** Size of its records in bytes. */
  readonly bytes: number;
  /** Name of the context, cut; not escaped. Compilers leave it empty. */
  readonly name: string;
  /** Number of operations. */
  readonly operations: number;
  /** Number of all edge layers, including those beyond the limit. */
  readonly edgeLayers: number;
  /** Code of the first unreadable part, in which case edge layers may be missing. */
  readonly problem: string | null;
}

/** Contexts of one core operation, and the links between them. */
export interface CoreOpGraph {
  /** `network_groups[0]`, or deeper in layouts of later releases. */
  readonly path: string;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Preliminary configuration first, then contexts in their order. */
  readonly nodes: readonly GraphNode[];
  /** At most one for each edge layer. */
  readonly links: readonly GraphLink[];
  /** Findings of rules about the pairs, the first thousand. */
  readonly problems: readonly PairingProblem[];
}

/** Contexts of a file, and the links between them. */
export interface ContextGraph {
  /** In file order. */
  readonly coreOps: readonly CoreOpGraph[];
  /** True if a limit was exceeded: more than 4096 contexts, 16,384 edge layers, or 4 MB of edge layers. */
  readonly isCut: boolean;
}

/**
 * Returns contexts and the edge layers between them, with the findings of validation about pairs that do not
 * match. One pass, which skips operations. Broken parts are left out. The source is not closed.
 * @param path path of the core operation: `network_groups[0]`, or deeper in later layouts; empty for all of
 * them
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

/**
 * Collects the content of the graph: contexts and their edge layers, before rules are applied. @throws the
 * errors of `contextGraph`
 */
export async function edgesOf(
  input: Source,
  path: string,
  options: GraphOptions,
): Promise<EdgeFile & { readonly turns: Turns }> {
  const turns = new Turns(options.turn);
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

/** Assigns findings to edge layers: a finding refers to a layer's record, or to something inside. */
class Marks {
  #sorted: readonly EdgeFacts[] | undefined;
  readonly #own = new Map<EdgeFacts, Mark>();
  /** Findings about two layers that do not match, by the first of the two in the file. */
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

  /** Returns the finding about a link: about either end, or about both together. */
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

/** Returns the first of two findings with equal severity. */
function heavier(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return SEVERITIES.indexOf(b.severity) < SEVERITIES.indexOf(a.severity) ? b : a;
}
