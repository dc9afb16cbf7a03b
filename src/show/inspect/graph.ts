import type { FramingMode } from '../../base/container/detect.js';
import { openMessage } from '../../base/container/open.js';
import { SEVERITIES, type Severity } from '../../base/diagnostics/severity.js';
import type { Source } from '../../base/source/source.js';
import { type Turn, Turns } from '../../base/source/turns.js';
import type { EdgeFacts } from '../../check/rules/facts/edge.js';
import { type EdgeContext, type EdgeCoreOp, type EdgeFile, gatherEdges } from './core-op-edges.js';
import { endOf, type GraphLink, linksOf, type OpenEnd } from './graph-link.js';
import { type PairingProblem, pairingProblems } from './pairing.js';

/** How a file is looked at. */
export interface GraphOptions {
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
  /** Called now and then: gives others a turn, or ends it by throwing. */
  readonly turn?: Turn;
}

/** A context, or a preliminary configuration. */
export interface GraphNode {
  /** A context, or a preliminary configuration. */
  readonly kind: 'context' | 'preliminary';
  /** Position in `contexts`; -1 of a preliminary configuration. */
  readonly position: number;
  /** Schema names with indices. */
  readonly path: string;
  /** Of its record, or of the first one. */
  readonly offset: number;
  /** Bytes of its records. */
  readonly bytes: number;
  /** Of the context, cut; not escaped. Compilers leave it empty. */
  readonly name: string;
  /** How many it has. */
  readonly operations: number;
  /** All that there are, those that are not remembered included. */
  readonly edgeLayers: number;
  /** Code of the first thing in it that cannot be read; edge layers may be missing then. */
  readonly problem: string | null;
}

/** Contexts of one core operation, and what goes between them. */
export interface CoreOpGraph {
  /** `network_groups[0]`, or deeper in layouts of later releases. */
  readonly path: string;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Preliminary configuration first, then contexts in their order. */
  readonly nodes: readonly GraphNode[];
  /** At most one for each edge layer. */
  readonly links: readonly GraphLink[];
  /** What rules find about the pairs, the first thousand. */
  readonly problems: readonly PairingProblem[];
}

/** Contexts, and the tensors that pass from one to another. */
export interface ContextGraph {
  /** In file order. */
  readonly coreOps: readonly CoreOpGraph[];
  /** Whether there is more than is shown: contexts past 4096, edge layers past 16,384 or 4 MB together. */
  readonly isCut: boolean;
}

/**
 * Contexts and the edge layers between them, with what the rules of validation say about pairs that do not fit. One
 * pass, which hops over operations. What is broken is left out. The source is not closed.
 * @param path of the core operation: `network_groups[0]`, or deeper in later layouts; empty for all of them
 * @throws ProtomdlError `frame-…`, and the codes of the source; whatever `turn` throws
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

/** What the graph is made of: contexts and their edge layers, of which no rule has been asked. @throws as `contextGraph` */
export async function edgesOf(
  input: Source,
  path: string,
  options: GraphOptions,
): Promise<EdgeFile & { readonly turns: Turns }> {
  const turns = new Turns(options.turn);
  const opened = await openMessage(turns.through(input), options.framing);
  const file = await gatherEdges(opened.source, opened.from, opened.end, path, turns);
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

/** Which edge layers findings are about: a finding points at the record of one, or at something in it. */
class Marks {
  #sorted: readonly EdgeFacts[] | undefined;
  readonly #own = new Map<EdgeFacts, Mark>();
  /** Of two that do not fit, by the first of them in the file. */
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

  /** Of a link: what is wrong with either end, or with the two of them. */
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

/** The first of them where both weigh the same. */
function heavier(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return SEVERITIES.indexOf(b.severity) < SEVERITIES.indexOf(a.severity) ? b : a;
}
