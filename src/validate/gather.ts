import type { Collector } from '../diagnostics/collector.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { EdgeLayerView, viewOf } from '../model/index.js';
import {
  addGathered,
  addReference,
  type ContextFacts,
  type EdgeFacts,
  type FileFacts,
  type GroupFacts,
  MAX_CONTEXTS,
  MAX_EDGES,
  MAX_GROUPS,
  newReferences,
  type Place,
  type ReferenceBudget,
  type ReferenceKind,
  type References,
  referenceBudget,
} from '../rules/facts.js';
import { RULES } from '../rules/index.js';
import type { OpaqueRecord, ScanHandler, Scanner } from '../scan/index.js';
import { edgeFactsOf } from './edge-facts.js';
import { ScannedElement } from './element.js';
import { REFERENCE_FIELDS } from './reference-fields.js';
import type { ValidationPlan } from './subscription.js';

/** A context that was not scanned with the rest, and the list that its facts belong in. */
export interface ClosedContext extends OpaqueRecord {
  readonly position: number;
  readonly list: ContextFacts[];
}

/** Fields of a network group that belong to later layouts. */
const NEWER_LAYOUT_FIELDS = { first: 7, last: 11 };

/** A reference field as entries of a plan. */
interface ReferenceEntry {
  readonly kind: ReferenceKind;
  /** Where the reference counts as soon as its message is there. */
  readonly message: number | undefined;
  readonly scalar: number;
}

function referenceEntries(plan: ValidationPlan, element: string): readonly ReferenceEntry[] {
  return REFERENCE_FIELDS.filter((field) => field.element === element).map(
    ({ kind, path, field, counts }) => ({
      kind,
      message:
        counts === 'with-message' && plan.placed.get(kind) === 0 ? plan.entry(element, path) : undefined,
      scalar: plan.entry(element, `${path}.${field}`),
    }),
  );
}

/** The rules about elements of one type. */
interface JudgedElement {
  readonly element: ScannedElement;
  readonly checks: ((element: ScannedElement, report: Report) => void)[];
}

function judgedElements(plan: ValidationPlan): ReadonlyMap<number, JudgedElement> {
  const judged = new Map<number, JudgedElement>();
  for (const { elements } of RULES) {
    for (const [typeName, check] of Object.entries(elements ?? {})) {
      const type = plan.typeNames.indexOf(typeName);
      const before = judged.get(type) ?? { element: new ScannedElement(plan, typeName), checks: [] };
      before.checks.push(check);
      judged.set(type, before);
    }
  }
  return judged;
}

/**
 * Listens to a scan: runs the rules that look at one record, and gathers what the others need. The contexts
 * of a group end before the group does, so what is open is kept aside and handed up.
 */
export class Gatherer implements ScanHandler {
  readonly report: Report;
  /** Complete once the scan is done. */
  file: FileFacts | undefined;
  readonly budget: ReferenceBudget;
  /** Contexts that the plan leaves closed. */
  readonly closed: ClosedContext[] = [];

  readonly #elementRules: ReadonlyMap<number, JudgedElement>;
  readonly #leave: ReadonlyMap<number, (scanner: Scanner) => void>;
  readonly #extensions = new Set<number>();
  readonly #optionalExtensions = new Set<number>();
  #groups: GroupFacts[] = [];
  #groupCount = 0;
  #contexts: ContextFacts[] = [];
  #contextCount = 0;
  /** In all groups. */
  #contextsKept = 0;
  #edges: EdgeFacts[] = [];
  #edgeCount = 0;
  #edgesKept = 0;
  #newerLayout: Place | undefined;
  readonly #operationReferences: readonly ReferenceEntry[];
  readonly #actionReferences: readonly ReferenceEntry[];
  readonly #contextIndex: number;
  #contextReferences: References | undefined;
  #groupReferences: References | undefined;
  readonly #contextType: number;
  readonly #groupType: number;

  constructor(
    private readonly plan: ValidationPlan,
    collector: Collector,
    keep: number,
  ) {
    this.budget = referenceBudget(keep);
    this.report = collector.report;
    const indexOf = (typeName: string) => plan.typeNames.indexOf(typeName);
    this.#contextType = indexOf('ProtoMDLContext');
    this.#groupType = indexOf('ProtoMDLNetworkGroup');
    this.#elementRules = judgedElements(plan);
    this.#operationReferences = referenceEntries(plan, 'ProtoMDLOperation');
    this.#contextIndex = plan.entry('ProtoMDLContext', 'context_index');
    this.#actionReferences = referenceEntries(plan, 'ProtoMDLAction');
    this.#leave = new Map<number, (scanner: Scanner) => void>([
      [indexOf('ProtoMDLMdl'), (scanner) => this.#leaveFile(scanner)],
      [this.#groupType, (scanner) => this.#leaveGroup(scanner)],
      [this.#contextType, (scanner) => this.#leaveContext(scanner)],
      [indexOf('ProtoMDLOperation'), (scanner) => this.#leaveOperation(scanner)],
      [indexOf('ProtoMDLAction'), (scanner) => this.#leaveAction(scanner)],
      [indexOf('ProtoMDLEdgeLayer'), () => {}],
      [
        indexOf('ProtoMDLExtension'),
        (scanner) => this.#leaveExtension(scanner, 'ProtoMDLExtension', this.#extensions),
      ],
      [
        indexOf('ProtoMDLOptionalExtension'),
        (scanner) => this.#leaveExtension(scanner, 'ProtoMDLOptionalExtension', this.#optionalExtensions),
      ],
    ]);
  }

  leave(scanner: Scanner): void {
    const type = scanner.message;
    const judged = this.#elementRules.get(type);
    if (judged !== undefined) {
      judged.element.at(scanner);
      for (const check of judged.checks) check(judged.element, this.report);
    }
    this.#leave.get(type)?.(scanner);
  }

  record(scanner: Scanner, bytes: Uint8Array, start: number, end: number): void {
    const { frames, base, span } = scanner;
    const depth = frames.depthBase + frames.depth;
    const path = scanner.path();
    const edge = viewOf(EdgeLayerView, bytes, start, end, base, span, path, depth);
    for (const rule of RULES) rule.edge?.(edge, this.report);
    this.#edgeCount++;
    if (this.#edgesKept >= MAX_EDGES) return;
    this.#edgesKept++;
    this.#edges.push(edgeFactsOf(edge, path));
  }

  unknown(scanner: Scanner, number: number, _wireType: number, offset: number, length: number): void {
    if (scanner.message !== this.#groupType || this.#newerLayout !== undefined) return;
    if (number < NEWER_LAYOUT_FIELDS.first || number > NEWER_LAYOUT_FIELDS.last) return;
    const path = scanner.path();
    this.#newerLayout = { offset, length, path: `${path}.#${number}` };
  }

  opaque(_scanner: Scanner, record: OpaqueRecord): void {
    const position = this.#contextCount++;
    this.closed.push({ ...record, position, list: this.#contexts });
  }

  /** The facts of a context that was scanned on its own. The next one has this position. */
  takeContext(position: number): ContextFacts | undefined {
    const [context] = this.#contexts;
    this.#contexts = [];
    this.#contextCount = position;
    return context;
  }

  // ── what is open becomes part of what lies around it ──────────────────────────────────────────────

  #leaveFile(scanner: Scanner): void {
    this.file = {
      ...scanner.span,
      path: '',
      broken: scanner.broken,
      headerVersion: this.#value(scanner, 'ProtoMDLMdl', 'header.version'),
      extensions: this.#extensions,
      optionalExtensions: this.#optionalExtensions,
      groups: this.#groups,
      groupCount: this.#groupCount,
    };
  }

  #leaveGroup(scanner: Scanner): void {
    this.#groupCount++;
    if (this.#groups.length < MAX_GROUPS) this.#groups.push(this.#groupFacts(scanner));
    this.#contexts = [];
    this.#contextCount = 0;
    this.#newerLayout = undefined;
    this.#groupReferences = undefined;
  }

  #groupFacts(scanner: Scanner): GroupFacts {
    const name = 'ProtoMDLNetworkGroup';
    return {
      ...scanner.span,
      path: scanner.path(),
      broken: scanner.broken,
      networkCount: scanner.count(this.plan.entry(name, 'networks_names')),
      cfgChannelCount: this.#value(scanner, name, 'network_group_metadata.cfg_channels_count'),
      newerLayout: this.#newerLayout,
      contexts: this.#contexts,
      contextCount: this.#contextCount,
      references: this.#takeReferences(scanner, this.#groupReferences),
    };
  }

  #leaveContext(scanner: Scanner): void {
    const position = this.#contextCount++;
    if (this.#contextsKept < MAX_CONTEXTS) {
      this.#contextsKept++;
      this.#contexts.push(this.#contextFacts(scanner, position));
    }
    this.#edges = [];
    this.#edgeCount = 0;
    this.#contextReferences = undefined;
  }

  #contextFacts(scanner: Scanner, position: number): ContextFacts {
    const entry = this.#contextIndex;
    const path = scanner.path();
    const index = scanner.has(entry)
      ? { ...scanner.spanOf(entry), path: scanner.path(entry), value: scanner.value(entry) }
      : { ...scanner.span, path, value: 0 };
    return {
      ...scanner.span,
      path,
      broken: scanner.broken,
      lost: scanner.lost,
      position,
      index,
      edges: this.#edges,
      edgeCount: this.#edgeCount,
      references: this.#takeReferences(scanner, this.#contextReferences),
    };
  }

  #leaveOperation(scanner: Scanner): void {
    for (const reference of this.#operationReferences) this.#refer(scanner, reference);
  }

  #leaveAction(scanner: Scanner): void {
    for (const reference of this.#actionReferences) this.#refer(scanner, reference);
  }

  #leaveExtension(scanner: Scanner, typeName: string, types: Set<number>): void {
    if (types.size < MAX_CONTEXTS) types.add(this.#value(scanner, typeName, 'type_index'));
  }

  // ── references ────────────────────────────────────────────────────────────────────────────────────

  /** What was referred to in the element that ends: the references that have a place, and those that do not. */
  #takeReferences(scanner: Scanner, placed: References | undefined): References {
    const references = placed ?? newReferences();
    for (const kind of scanner.plan.sets) {
      addGathered(references, kind as ReferenceKind, scanner.gathered(kind), this.budget);
    }
    return references;
  }

  #refer(scanner: Scanner, { kind, message, scalar }: ReferenceEntry): void {
    if (scanner.kept(scalar)) this.#add(scanner, kind, scanner.value(scalar), scalar);
    else if (message !== undefined && scanner.has(message)) this.#add(scanner, kind, 0, message);
  }

  #add(scanner: Scanner, kind: ReferenceKind, value: number, entry: number): void {
    const references = this.#openReferences(scanner);
    addReference(references, kind, value, this.budget, () => ({
      ...scanner.spanOf(entry),
      path: scanner.path(entry),
    }));
  }

  #openReferences(scanner: Scanner): References {
    if (this.#isInContext(scanner)) {
      this.#contextReferences ??= newReferences();
      return this.#contextReferences;
    }
    this.#groupReferences ??= newReferences();
    return this.#groupReferences;
  }

  #isInContext(scanner: Scanner): boolean {
    for (let depth = scanner.frames.depth; depth >= 0; depth--) {
      if (scanner.frames.message(depth)?.index === this.#contextType) return true;
    }
    return false;
  }

  #value(scanner: Scanner, typeName: string, field: string): number {
    const entry = this.plan.entry(typeName, field);
    return scanner.kept(entry) ? scanner.value(entry) : 0;
  }
}
