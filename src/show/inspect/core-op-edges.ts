import { isProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import type { Turns } from '../../base/source/turns.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { OK, WIRE_PROBLEMS, type WireProblem } from '../../base/wire/problem.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { PairContext, PairCoreOp } from '../../check/rules/context/peer.js';
import { EdgeFacts } from '../../check/rules/facts/edge.js';
import { readEdge } from '../../check/rules/facts/edge-reader.js';
import {
  MAX_CHECKED_CONTEXTS,
  MAX_CHECKED_LAYERS,
  MAX_CORE_OPS,
  MAX_LAYER_BYTES,
} from '../../check/rules/facts/gathering-limits.js';
import type { HeldFields } from '../../check/rules/facts/held-record.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MAX_WHOLE_PAYLOAD, MORE, PROBLEM, VALUE } from '../../read/tape/step.js';
import { CONTEXT, tableNamed } from '../../tools/disasm/context-head.js';
import { QueryPlace } from '../../tools/query/place.js';

const OPERATION = tableNamed('ProtoMDLOperation');
const PRELIMINARY = tableNamed('ProtoMDLPreliminaryConfig');
const METADATA = tableNamed('ProtoMDLContextMetadata');
const EDGE_LAYER = tableNamed('ProtoMDLEdgeLayer');
const GROUP = tableNamed('ProtoMDLNetworkGroup');
const CORE_OP = tableNamed('ProtoMDLCoreOp');

/** Limit for the bytes of a context's name; compilers leave it empty. */
const MAX_NAME = 256;
/** Steps of the tape between checks of the clock. */
const LOOK_EVERY = 4096;

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** A context, reduced to its edge layers. */
export interface EdgeContext extends Open<PairContext> {
  edges: EdgeFacts[];
  /** Path of the list of edge layers. */
  readonly layers: string;
  operationCount: number;
  /** Name of the context, cut to the limit; empty if the context has no name. */
  label: string;
  /** Code of the first unreadable part. */
  problem: string | null;
}

/** A preliminary configuration, which has no edge layers. */
export interface EdgePreliminary {
  readonly path: string;
  readonly offset: number;
  bytes: number;
  operations: number;
}

export interface EdgeCoreOp extends Open<PairCoreOp> {
  readonly path: string;
  readonly offset: number;
  contexts: EdgeContext[];
  start: EdgePreliminary | undefined;
}

/** Result of `gatherEdges`. */
export interface EdgeFile {
  /** Core operations with contexts or a preliminary configuration, in file order. */
  readonly coreOps: readonly EdgeCoreOp[];
  /** True if some items exceeded the limits. */
  readonly isCut: boolean;
}

/**
 * Collects the edge layers of a message as rules about pairs require them, and skips everything else, such as
 * operations. The limits are those of the rules.
 * @param wanted path of the only core operation to read; empty for all
 * @throws any error of the source and of the turns
 */
export async function gatherEdges(
  source: Source,
  from: number,
  end: number,
  wanted: string,
  turns: Turns,
): Promise<EdgeFile> {
  const gatherer = new EdgeGatherer(source, from, end, wanted);
  await gatherer.run(turns);
  const coreOps = gatherer.coreOps.filter(
    ({ contexts, start }) => contexts.length > 0 || start !== undefined,
  );
  return { coreOps, isCut: gatherer.isCut };
}

class EdgeGatherer {
  readonly coreOps: EdgeCoreOp[] = [];
  isCut = false;

  readonly #tape: Tape;
  readonly #size: number;
  readonly #places: QueryPlace[] = [new QueryPlace(undefined, '', -1)];
  /**
   * Core operations by depth of their message; a message in several records continues with its earlier
   * content.
   */
  readonly #opsAt: (EdgeCoreOp | undefined)[] = new Array(MAX_DEPTH + 2).fill(undefined);
  readonly #opOf = new Map<QueryPlace, EdgeCoreOp>();
  #context: EdgeContext | undefined;
  #contextDepth = 0;
  /** The open edge layer, and a flag for unreadable content. Layers that are kept are copied. */
  #layer: Open<HeldFields> | undefined;
  readonly #anyLayer = {
    offset: 0,
    length: 0,
    bytes: NO_BYTES,
    start: 0,
    end: 0,
    list: '',
    index: 0,
    depth: 0,
  };
  #isLayerBroken = false;
  readonly #kept = new KeptBytes();
  #contextsKept = 0;
  #layersKept = 0;
  #layerBytes = 0;

  constructor(
    source: Source,
    from: number,
    end: number,
    private readonly wanted: string,
  ) {
    this.#size = source.size ?? Number.POSITIVE_INFINITY;
    this.#tape = new Tape(source, from, end, {
      wants: ({ message, field }) => message === METADATA && field.name === 'name',
      entersCut: true,
    });
  }

  async run(turns: Turns): Promise<void> {
    const tape = this.#tape;
    let untilLook = LOOK_EVERY;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        await tape.fill();
      } else if (step === ENTER) {
        const waiting = this.#enter();
        if (waiting !== undefined) await waiting;
      } else if (step === LEAVE) this.#leave();
      else if (step === PROBLEM) this.#fault(tape.problem);
      else if (step === VALUE || step === BYTES) this.#value(step);
      if (--untilLook === 0) {
        untilLook = LOOK_EVERY;
        if (turns.isDue) await turns.take();
      }
    }
  }

  #enter(): Promise<void> | undefined {
    const tape = this.#tape;
    const { entry, depth } = tape;
    if (entry?.child === undefined) return undefined;
    const { table } = entry.child;
    if (this.#layer !== undefined) return undefined;
    const around = this.#places[depth - 1] as QueryPlace;
    this.#opsAt[depth] = this.#opsAt[depth - 1];
    if (table === OPERATION) {
      if (this.#context !== undefined) this.#context.operationCount++;
      else {
        const { start } = this.#opsAt[depth] as EdgeCoreOp;
        if (start !== undefined) start.operations++;
      }
      tape.skip();
    } else if (table === EDGE_LAYER && this.#context !== undefined) {
      this.#context.edgeCount++;
      return this.#beginLayer(this.#context, around.count(entry.id));
    } else if (table === METADATA) {
      this.#places[depth] = around.enter(entry);
    } else if (table === CONTEXT && this.#isPastLast()) {
      // A hostile file has tens of thousands, so no path is computed for contexts beyond the limit.
      (this.#opsAt[depth] as EdgeCoreOp).contextCount++;
      tape.skip();
    } else if (ON_THE_WAY.has(table.typeName)) {
      const place = around.enter(entry);
      const { path } = place;
      if (!isBeside(path, this.wanted)) {
        tape.skip();
        return undefined;
      }
      this.#places[depth] = place;
      if (table === GROUP || table === CORE_OP) this.#opsAt[depth] = this.#coreOp(place, path);
      else if (table === PRELIMINARY) this.#preliminary(this.#opsAt[depth] as EdgeCoreOp, path);
      else if (table === CONTEXT) this.#beginContext(this.#opsAt[depth] as EdgeCoreOp, path);
    } else tape.skip();
    return undefined;
  }

  /**
   * True if the context just entered exceeds the limit. A truncated context is processed anyway, to report
   * the truncation.
   */
  #isPastLast(): boolean {
    const { valueOffset, length } = this.#tape;
    const isThere = valueOffset + length <= this.#size;
    return this.#contextsKept > MAX_CHECKED_CONTEXTS && this.wanted === '' && isThere;
  }

  #coreOp(place: QueryPlace, path: string): EdgeCoreOp {
    // Elements of lists are not merged, and hostile files have tens of thousands.
    const isElement = place.index >= 0;
    const known = isElement ? undefined : this.#opOf.get(place);
    if (known !== undefined) return known;
    const { offset } = this.#tape;
    const op: EdgeCoreOp = { path, offset, broken: false, contexts: [], contextCount: 0, start: undefined };
    if (!isElement) this.#opOf.set(place, op);
    if (this.coreOps.length < MAX_CORE_OPS) this.coreOps.push(op);
    else this.isCut = true;
    return op;
  }

  #preliminary(op: EdgeCoreOp, path: string): void {
    const { offset } = this.#tape;
    op.start ??= { path, offset, bytes: 0, operations: 0 };
    op.start.bytes += this.#end() - offset;
  }

  #beginContext(op: EdgeCoreOp, path: string): void {
    const { offset, depth } = this.#tape;
    const position = op.contextCount++;
    this.#context = newContext(path, offset, this.#end() - offset, position);
    this.#contextDepth = depth;
    if (++this.#contextsKept <= MAX_CHECKED_CONTEXTS) op.contexts.push(this.#context);
    else this.isCut = true;
  }

  #beginLayer(context: EdgeContext, index: number): Promise<void> | undefined {
    const tape = this.#tape;
    const { offset, length, depth } = tape;
    const isRoom = this.#layersKept < MAX_CHECKED_LAYERS && this.#layerBytes + length <= MAX_LAYER_BYTES;
    const isThere = this.#end() === tape.valueOffset + length;
    if (!isRoom || !isThere || length > MAX_WHOLE_PAYLOAD) {
      if (isThere) this.isCut = true;
      else this.#lose(context, 'wire-truncated');
      tape.skip();
      return undefined;
    }
    this.#layersKept++;
    this.#layerBytes += length;
    const layer = this.#anyLayer;
    layer.offset = offset;
    layer.list = context.layers;
    layer.index = index;
    layer.depth = depth;
    const waiting = tape.bring();
    if (waiting !== undefined) return waiting.then(() => this.#keep(layer));
    this.#keep(layer);
    return undefined;
  }

  #keep(layer: Open<HeldFields>): void {
    const { window, payloadStart, length } = this.#tape;
    layer.start = this.#kept.keep(window, payloadStart, length);
    layer.end = layer.start + length;
    layer.bytes = this.#kept.bytes;
    this.#layer = layer;
    this.#isLayerBroken = false;
  }

  #leave(): void {
    const { depth } = this.#tape;
    const layer = this.#layer;
    const context = this.#context;
    if (layer !== undefined) {
      if (depth >= layer.depth) return;
      this.#layer = undefined;
      if (context !== undefined && !this.#isLayerBroken) this.#addLayer(context, layer);
    } else if (context !== undefined && depth < this.#contextDepth) this.#context = undefined;
  }

  #addLayer(context: EdgeContext, layer: Open<HeldFields>): void {
    layer.length = this.#tape.position - layer.offset;
    try {
      context.edges.push(readEdge(layer)?.edge ?? new EdgeFacts(layer));
    } catch (error) {
      if (!isProtomdlError(error)) throw error;
      this.#lose(context, error.code);
    }
  }

  #value(step: typeof VALUE | typeof BYTES): void {
    const context = this.#context;
    const tape = this.#tape;
    const { entry, depth } = tape;
    if (context === undefined || entry === undefined || this.#layer !== undefined) return;
    if (step === VALUE) {
      if (depth !== this.#contextDepth || entry.field.name !== 'context_index') return;
      const { offset, valueOffset, length, lo } = tape;
      const path = `${context.path}.context_index`;
      context.index = { offset, length: valueOffset + length - offset, path, value: lo >>> 0 };
    } else if (entry.message === METADATA && entry.field.name === 'name' && tape.hasPayload) {
      const at = tape.payloadStart;
      context.label = decodeUtf8(tape.window, at, at + Math.min(tape.length, MAX_NAME));
    }
  }

  /** Registers a breakage: the open messages may have more content than is known. */
  #fault(problem: WireProblem): void {
    const code = problem === OK ? 'wire-truncated' : WIRE_PROBLEMS[problem][0];
    const context = this.#context;
    this.#isLayerBroken = true;
    if (context !== undefined) this.#lose(context, code);
    else {
      const op = this.#opsAt[this.#tape.depth];
      if (op !== undefined) op.broken = true;
    }
  }

  #lose(context: EdgeContext, code: string): void {
    context.lost = true;
    context.problem ??= code;
  }

  /** Returns the end of the message that the tape has entered, limited to the existing bytes. */
  #end(): number {
    const { valueOffset, length } = this.#tape;
    return Math.min(valueOffset + length, this.#size);
  }
}

const NO_BYTES = new Uint8Array(0);

/**
 * Payloads kept for reading again. Short ones share an array, because allocating an array takes longer than
 * processing the layer.
 */
class KeptBytes {
  /** Array of the last payload. */
  bytes = NO_BYTES;
  #used = 0;

  /** @returns its start in `bytes` */
  keep(from: Uint8Array, start: number, length: number): number {
    if (this.#used + length > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(SHARED_BYTES, length));
      this.#used = 0;
    }
    const at = this.#used;
    this.#used += length;
    if (length > 0) this.bytes.set(from.subarray(start, start + length), at);
    return at;
  }
}

const SHARED_BYTES = 16_384;

/** Messages on the way to contexts. */
const ON_THE_WAY = new Set([
  'ProtoMDLNetworkGroup',
  'ProtoMDLPartialNetworkGroup',
  'ProtoMDLOp',
  'ProtoMDLCoreOp',
  'ProtoMDLPartialCoreOp',
  'ProtoMDLPreliminaryConfig',
  'ProtoMDLContext',
]);

/** True if one path is a prefix of the other. */
function isBeside(path: string, wanted: string): boolean {
  return wanted === '' || path === wanted || path.startsWith(`${wanted}.`) || wanted.startsWith(`${path}.`);
}

function newContext(path: string, offset: number, length: number, position: number): EdgeContext {
  return {
    path,
    offset,
    length,
    broken: false,
    lost: false,
    position,
    index: { path, offset, length, value: 0 },
    operationCount: 0,
    edges: [],
    layers: `${path}.metadata.edge_layers`,
    edgeCount: 0,
    label: '',
    problem: null,
  };
}
