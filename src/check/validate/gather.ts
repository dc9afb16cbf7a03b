import type { Report } from '../../base/diagnostics/diagnostic.js';
import type { OpaqueRecord, ScanHandler, TextRecord } from '../../read/scan/handler.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { CheckedContext } from '../rules/facts/context.js';
import { EdgeFacts } from '../rules/facts/edge.js';
import { readEdge } from '../rules/facts/edge-reader.js';
import {
  MAX_CHECKED_CONTEXTS,
  MAX_CHECKED_LAYERS,
  MAX_LAYER_BYTES,
} from '../rules/facts/gathering-limits.js';
import { FusedFacts, type LayerFacts } from '../rules/facts/layer.js';
import { visitLayers } from '../rules/facts/layer-reader.js';
import { type GatheredKind, type ReferenceBudget, referenceBudget } from '../rules/facts/references.js';
import type { Rule } from '../rules/index.js';
import { ActionGatherer } from './action-gatherer.js';
import { ContextGatherer } from './context-gatherer.js';
import { elementRules } from './element-rules.js';
import { FileGatherer, type GatheredFile } from './file-gatherer.js';
import { NameReader } from './name-reader.js';
import { IDS_PLACED, type PlacedReferences } from './reference-fields.js';
import { ReferenceGatherer } from './reference-gatherer.js';
import { NO_RULES } from './rule-choice.js';
import { Scopes } from './scopes.js';
import type { ValidationPlan } from './subscription.js';
import { UnchosenParts } from './unchosen-parts.js';
import { NO_LIMITS, type PointerLimits, WordsGatherer } from './words-gatherer.js';

/** A context that was not scanned with the rest of the file, and the list to which its facts are added. */
export interface ClosedContext extends OpaqueRecord {
  readonly position: number;
  readonly list: CheckedContext[];
}

type Leave = (scanner: Scanner) => void;
type LeavePart = readonly [type: number, leave: Leave];
type EdgeRule = NonNullable<Rule['edge']>;
type LayerRule = NonNullable<Rule['layer']>;

/**
 * Handler of a scan. The handler runs the rules that check one record, and gathers facts for the other rules.
 * One handler serves many files, because its parts depend only on the plan.
 */
export class Gatherer implements ScanHandler {
  report: Report = () => {};
  budget: ReferenceBudget = referenceBudget(0);
  /** True if the scan may stop as soon as it is certain that the scan must be repeated. */
  mayStop = false;
  /** References whose places the next scan must find; set if this scan was stopped. */
  wanted: PlacedReferences | undefined;
  /** True if all bytes are in memory, so that windows stay unchanged as long as the facts are used. */
  hasAllBytes = false;
  /** Index in `contexts` of a context that is scanned separately. */
  position = 0;
  closed: ClosedContext[] = [];
  /** Kinds of which the scan may have gathered more values than a parser keeps. */
  readonly replacedKinds = new Set<GatheredKind>();

  readonly #elementRules: ReturnType<typeof elementRules>;
  readonly #edgeRules: readonly EdgeRule[];
  readonly #layerRules: readonly LayerRule[];
  /** Handlers for the end of messages, by type. */
  readonly #leave: readonly (readonly Leave[])[];
  readonly #files: FileGatherer;
  readonly #contexts: ContextGatherer;
  readonly #scopes: Scopes;
  readonly #actions: ActionGatherer;
  readonly #words: WordsGatherer;
  readonly #names: NameReader;
  readonly #parts = new UnchosenParts();
  readonly #partType: number;
  readonly #fusedType: number;
  readonly #sets: readonly string[];
  #alone: CheckedContext | undefined;
  /** The current layer. The object is reused for every layer, and remembered facts are copies. */
  readonly #held = {
    offset: 0,
    length: 0,
    bytes: NO_BYTES as Uint8Array,
    start: 0,
    end: 0,
    list: '',
    index: 0,
    depth: 0,
  };
  #layersKept = 0;
  #layerBytes = 0;

  constructor(plan: ValidationPlan) {
    const indexOf = (typeName: string) => plan.typeNames.indexOf(typeName);
    this.#elementRules = elementRules(plan);
    this.#edgeRules = plan.rules.flatMap(({ edge }) => edge ?? []);
    this.#layerRules = plan.rules.flatMap(({ layer }) => layer ?? []);
    this.#files = new FileGatherer(plan);
    this.#scopes = new Scopes(plan, this.#files);
    this.#contexts = new ContextGatherer(plan, this.#scopes);
    this.#actions = new ActionGatherer(plan, this.#scopes, () => this.budget);
    this.#words = new WordsGatherer(plan);
    this.#names = new NameReader([...this.#files.names(), ...this.#contexts.names()]);
    this.#sets = plan.plan.sets;
    this.#fusedType = indexOf('ProtoMDLEdgeLayerFused');
    this.#partType = indexOf('ProtoMdlEdge');
    const references = new ReferenceGatherer(plan, this.#scopes, () => this.budget);
    // Without rules, nothing reads the facts.
    const parts: readonly LeavePart[] =
      plan.rules === NO_RULES
        ? []
        : [
            ...this.#files.leaving(),
            ...references.leaving(),
            ...this.#actions.leaving(),
            ...this.#words.leaving(),
            [indexOf('ProtoMDLContext'), (scanner) => this.#leaveContext(scanner)],
          ];
    this.#leave = inTurn(plan.typeNames.length, parts);
  }

  /**
   * Starts a file.
   * @param keep maximum number of places to keep for one wrong reference
   * @param limits limits of pointers past the message
   */
  start(report: Report, keep: number, limits: PointerLimits = NO_LIMITS): void {
    this.report = report;
    this.budget = referenceBudget(keep);
    this.closed = [];
    this.hasAllBytes = false;
    this.mayStop = false;
    this.wanted = undefined;
    this.replacedKinds.clear();
    this.#layersKept = 0;
    this.#layerBytes = 0;
    this.#files.start(this.budget);
    this.#contexts.start();
    this.#scopes.start();
    this.#actions.start();
    this.#words.start(limits, keep);
    this.#names.start();
    this.#parts.start(report);
  }

  /** Drops all JavaScript references to the file. */
  release(): void {
    this.report = () => {};
    this.#parts.start(this.report);
    this.closed = [];
    this.#files.start(this.budget);
    this.#contexts.start();
    this.#scopes.start();
  }

  /** Returns the facts of the file after the scan; undefined if the end of the root was not reached. */
  takeFile(): GatheredFile | undefined {
    const { file } = this.#files;
    this.#files.file = undefined;
    this.#parts.flush();
    this.#held.bytes = NO_BYTES;
    if (file === undefined) return undefined;
    file.words = this.#words.facts;
    if (this.#names.dropped) file.hasMoreEntries = true;
    return file;
  }

  /**
   * Furthest end of the words that a pointer refers to, in bytes from the zero point; -1 without pointers.
   */
  get reached(): number {
    return this.#words.reached;
  }

  leave(scanner: Scanner): void {
    const type = scanner.message;
    this.#elementRules[type]?.run(scanner, type === this.#partType ? this.#parts.at(scanner) : this.report);
    const leave = this.#leave[type] as readonly Leave[];
    for (let i = 0; i < leave.length; i++) (leave[i] as Leave)(scanner);
    if (this.mayStop && this.#actions.hasSeenEnough(scanner)) {
      this.wanted = IDS_PLACED;
      scanner.stop();
    }
  }

  record(scanner: Scanner, bytes: Uint8Array, start: number, end: number): void {
    if (this.#files.graph.record(scanner, bytes, start, end)) return;
    const { frames, span } = scanner;
    const depth = frames.depthBase + frames.depth;
    const index = frames.index[frames.depth] as number;
    const fused = scanner.message === this.#fusedType;
    const holds = this.#mayHold(end - start);
    // Fused layers that cannot be held are dropped, because rules check them only at the end of the file.
    if (fused && !holds) return;
    const list = fused ? this.#files.fusedList(scanner) : this.#contexts.edgeList(scanner);
    const { offset, length } = span;
    const isCopied = holds && !this.hasAllBytes;
    // The bytes are copied, because the window that holds them will be reused.
    const held = this.#held;
    held.offset = offset;
    held.length = length;
    held.bytes = isCopied ? bytes.slice(start, end) : bytes;
    held.start = isCopied ? 0 : start;
    held.end = held.start + end - start;
    held.list = list;
    held.index = index;
    held.depth = depth;
    if (fused) {
      this.#files.addFused(scanner, new FusedFacts(held));
      return;
    }
    const read = readEdge(held);
    const edge = read?.edge ?? new EdgeFacts(held);
    for (let i = 0; i < this.#edgeRules.length; i++) (this.#edgeRules[i] as EdgeRule)(edge, this.report);
    if (read?.tensor !== undefined) this.#checkLayer(read.tensor);
    else if (read === undefined && this.#layerRules.length > 0) {
      visitLayers(edge, edge.view, (layer) => this.#checkLayer(layer));
    }
    this.#parts.settle(edge);
    if (holds) this.#contexts.addEdge(edge);
  }

  #checkLayer(layer: LayerFacts): void {
    for (let i = 0; i < this.#layerRules.length; i++) (this.#layerRules[i] as LayerRule)(layer, this.report);
  }

  text(scanner: Scanner, record: TextRecord): void {
    this.#names.read(scanner, record);
  }

  value(scanner: Scanner, entry: number, value: number, again: boolean): void {
    this.#actions.value(scanner, entry, value, again);
  }

  replaced(set: number): void {
    this.replacedKinds.add(this.#sets[set] as GatheredKind);
  }

  head(scanner: Scanner, _entry: number, bytes: Uint8Array, start: number, length: number): boolean {
    return this.#actions.head(scanner, bytes, start, length);
  }

  opaque(scanner: Scanner, record: OpaqueRecord): void {
    const open = this.#files.around(scanner, scanner.frames.depth);
    this.closed.push({ ...record, position: open.contextCount++, list: open.contexts });
  }

  /**
   * Returns the facts of the context that was scanned separately; undefined if the end of the context was not
   * reached.
   */
  takeContext(): CheckedContext | undefined {
    this.#parts.flush();
    const context = this.#alone;
    this.#alone = undefined;
    return context;
  }

  #leaveContext(scanner: Scanner): void {
    this.#parts.flush();
    const { depth } = scanner.frames;
    if (depth === 0) {
      this.#alone = this.#contexts.facts(scanner, this.position, this.budget);
      return;
    }
    const open = this.#files.around(scanner, depth - 1);
    const position = open.contextCount++;
    // Beyond the limit, no facts are built, because a hostile file has millions of contexts.
    if (this.#files.contextsKept === MAX_CHECKED_CONTEXTS) {
      this.#contexts.forget();
      return;
    }
    this.#files.contextsKept++;
    open.contexts.push(this.#contexts.facts(scanner, position, this.budget));
  }

  /** True if the limits allow a layer's bytes to be kept. Layers that are not kept are still counted. */
  #mayHold(bytes: number): boolean {
    if (this.#layersKept >= MAX_CHECKED_LAYERS || this.#layerBytes + bytes > MAX_LAYER_BYTES) return false;
    this.#layersKept++;
    this.#layerBytes += bytes;
    return true;
  }
}

const NO_BYTES = new Uint8Array(0);

/** Returns the handlers for the end of messages, by type, in the order of `parts`. */
function inTurn(types: number, parts: readonly LeavePart[]): Leave[][] {
  const all: Leave[][] = Array.from({ length: types }, () => []);
  for (const [type, leave] of parts) all[type]?.push(leave);
  return all;
}
