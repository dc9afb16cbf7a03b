import type { Finding } from '../../base/diagnostics/diagnostic.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { PairContext, PairCoreOp } from '../../check/rules/context/peer.js';
import { CORE_OP_POSITIONS } from '../../check/rules/facts/core-op.js';
import { EdgeFacts } from '../../check/rules/facts/edge.js';
import { readEdge } from '../../check/rules/facts/edge-reader.js';
import {
  MAX_CHECKED_CONTEXTS,
  MAX_CHECKED_LAYERS,
  MAX_CORE_OPS,
  MAX_LAYER_BYTES,
} from '../../check/rules/facts/gathering-limits.js';
import { ScannedElement } from '../../check/validate/element.js';
import { drive } from '../../read/scan/drive.js';
import type { ScanHandler, TextRecord } from '../../read/scan/handler.js';
import { entryOf, type Plan } from '../../read/scan/plan.js';
import { Scanner } from '../../read/scan/scanner.js';
import { planOf } from '../../read/scan/unroll.js';

/** Maximum number of bytes of a context's name, which compilers leave empty. */
const MAX_NAME = 256;
/** Limit for the faults that are remembered until the context with the fault ends. */
const MAX_FAULTS = 64;

export interface EdgeContext extends PairContext {
  readonly operationCount: number;
  /** Name of the context, cut to the limit; empty if the context has no name. */
  readonly label: string;
  /** Code of the first unreadable part. */
  readonly problem: string | null;
}

/** A preliminary configuration, which has no edge layers. */
interface EdgePreliminary {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly operations: number;
}

export interface EdgeCoreOp extends PairCoreOp {
  readonly path: string;
  readonly offset: number;
  readonly contexts: readonly EdgeContext[];
  readonly start: EdgePreliminary | undefined;
}

export interface EdgeFile {
  /** Core operations with contexts or a preliminary configuration, in file order. */
  readonly coreOps: readonly EdgeCoreOp[];
  /** True if some content was omitted because of a limit. */
  readonly isCut: boolean;
}

/**
 * Collects the edge layers of a message as rules about pairs require them, by a scan that skips operations.
 * The limits are those of the rules.
 * @param wanted path of the only core operation to read; empty for all
 * @throws any error of the source
 */
export async function gatherEdges(
  source: Source,
  from: number,
  end: number,
  wanted: string,
): Promise<EdgeFile> {
  const size = source.size ?? Number.POSITIVE_INFINITY;
  const gatherer = new EdgeGatherer(wanted, size, source.bytes !== undefined);
  const scanner = new Scanner(gatherer.plan, gatherer);
  scanner.findings.errorsOnly = true;
  scanner.start(0, from, end, size);
  await drive(scanner, source, Math.min(end, size));
  const { coreOps, isCut } = gatherer;
  return { coreOps: coreOps.sort((a, b) => a.offset - b.offset), isCut };
}

let made: Plan | undefined;

function edgePlan(): Plan {
  made ??= planOf(MDL, {
    leave: ['ProtoMDLContext', ...CORE_OP_POSITIONS.map(({ element }) => element)],
    retain: ['ProtoMDLEdgeLayer'],
    opaque: ['ProtoMDLOperation'],
    bounds: [{ field: 'ProtoMDLContext.context_index', max: -1 }],
    text: ['ProtoMDLContextMetadata.name'],
    emit: ['ProtoMDLNetworkGroup.preliminary_config', 'ProtoMDLCoreOp.preliminary_config'],
  });
  return made;
}

/** A core operation that the scan is in. */
class OpenCoreOp {
  readonly contexts: EdgeContext[] = [];
  contextCount = 0;
  /** Offset of the preliminary configuration's first record, and size of its records. */
  first = 0;
  bytes = 0;
}

class EdgeGatherer implements ScanHandler {
  readonly plan = edgePlan();
  readonly coreOps: EdgeCoreOp[] = [];
  isCut = false;

  readonly #context: ScannedElement;
  readonly #contextType: number;
  /** Elements that hold a core operation, by the type of the element. */
  readonly #holders: ReadonlyMap<number, ScannedElement>;
  /** Open core operations, by the depth of the element that holds the core operation. */
  readonly #open: (OpenCoreOp | undefined)[] = [];
  /** Faults since the last context. */
  #faults: Finding[] = [];
  #edges: EdgeFacts[] = [];
  #label = '';
  #contextsKept = 0;
  #layersKept = 0;
  #layerBytes = 0;

  /** @param hasAllBytes true if windows stay unchanged: all bytes are in memory */
  constructor(
    private readonly wanted: string,
    private readonly size: number,
    private readonly hasAllBytes: boolean,
  ) {
    const plan = { plan: this.plan, entry: (type: string, path: string) => entryOf(this.plan, type, path) };
    const typeOf = (name: string) => MDL.messages.findIndex(({ typeName }) => typeName === name);
    this.#context = new ScannedElement(plan, 'ProtoMDLContext');
    this.#contextType = typeOf('ProtoMDLContext');
    this.#holders = new Map(
      CORE_OP_POSITIONS.map(({ element, within }) => [
        typeOf(element),
        new ScannedElement(plan, element, within),
      ]),
    );
  }

  readonly report = (finding: Finding): void => {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push(finding);
  };

  record(scanner: Scanner, bytes: Uint8Array, start: number, end: number): void {
    const { frames, span } = scanner;
    const list = frames.listPath(frames.depth);
    if (!isBeside(list, this.wanted)) return;
    const size = end - start;
    if (this.#layersKept >= MAX_CHECKED_LAYERS || this.#layerBytes + size > MAX_LAYER_BYTES) return;
    this.#layersKept++;
    this.#layerBytes += size;
    const { hasAllBytes } = this;
    const from = hasAllBytes ? start : 0;
    const held = {
      offset: span.offset,
      length: span.length,
      bytes: hasAllBytes ? bytes : bytes.slice(start, end),
      start: from,
      end: from + size,
      list,
      index: frames.index[frames.depth] as number,
      depth: frames.depth,
    };
    this.#edges.push(readEdge(held)?.edge ?? new EdgeFacts(held));
  }

  text(_scanner: Scanner, { bytes, start, end }: TextRecord): void {
    this.#label = decodeUtf8(bytes, start, Math.min(end, start + MAX_NAME));
  }

  /** Adds up the records of a preliminary configuration, of which there may be several. */
  value(scanner: Scanner, entry: number): void {
    const { frames } = scanner;
    const open = this.#around(frames.elementDepth(frames.depth));
    const offset = scanner.offsetOf(entry);
    if (open.bytes === 0) open.first = offset;
    open.bytes += Math.min(scanner.endOf(entry), this.size) - offset;
  }

  leave(scanner: Scanner): void {
    const holder = this.#holders.get(scanner.message);
    if (holder !== undefined) this.#leaveHolder(scanner, holder.at(scanner));
    else if (scanner.message === this.#contextType) this.#leaveContext(scanner);
  }

  #around(element: number): OpenCoreOp {
    this.#open[element] ??= new OpenCoreOp();
    return this.#open[element];
  }

  #leaveContext(scanner: Scanner): void {
    const { frames } = scanner;
    const element = this.#context.at(scanner);
    const open = this.#around(frames.elementDepth(frames.depth - 1));
    const position = open.contextCount++;
    const [edges, label, faults] = [this.#edges, this.#label, this.#faults];
    this.#edges = [];
    this.#label = '';
    this.#faults = [];
    // A hostile file has tens of thousands of contexts, so no path is computed for contexts beyond the limit.
    if (this.#contextsKept >= MAX_CHECKED_CONTEXTS) {
      this.isCut = true;
      return;
    }
    const { offset, length, path } = element.place();
    if (!isBeside(path, this.wanted)) return;
    this.#contextsKept++;
    const { broken, lost } = element;
    const fault = faults.find((one) => one.offset >= offset);
    const edgeCount = element.count('metadata.edge_layers');
    if (!broken && !lost && edgeCount > edges.length) this.isCut = true;
    open.contexts.push({
      path,
      offset,
      length,
      broken,
      lost,
      position,
      index: element.reference('context_index'),
      operationCount: element.count('operations'),
      edges,
      edgeCount,
      label,
      problem: broken || lost ? (fault?.code ?? 'wire-truncated') : null,
    });
  }

  #leaveHolder({ frames: { depth } }: Scanner, element: ScannedElement): void {
    const open = this.#open[depth];
    this.#open[depth] = undefined;
    if (open === undefined || !element.has('')) return;
    const { contexts, contextCount, first, bytes } = open;
    const start = element.has('preliminary_config')
      ? {
          path: element.path('preliminary_config'),
          offset: first,
          bytes,
          operations: element.count('preliminary_config.operation'),
        }
      : undefined;
    if (contexts.length === 0 && start === undefined) return;
    if (this.coreOps.length >= MAX_CORE_OPS) {
      this.isCut = true;
      return;
    }
    const { offset, path } = element.place();
    this.coreOps.push({ path, offset, broken: element.broken, contexts, contextCount, start });
  }
}

/** True if one path is a prefix of the other. */
function isBeside(path: string, wanted: string): boolean {
  return wanted === '' || path === wanted || path.startsWith(`${wanted}.`) || wanted.startsWith(`${path}.`);
}
