import type { Collector } from '../diagnostics/collector.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { EdgeLayerView, viewOf } from '../model/index.js';
import {
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
  type ReferenceKind,
  type References,
} from '../rules/facts.js';
import { RULES } from '../rules/index.js';
import type { OpaqueRecord, ScanHandler, Scanner } from '../scan/index.js';
import { edgeFactsOf } from './edge-facts.js';
import { ScannedElement } from './element.js';
import type { ValidationPlan } from './subscription.js';

/** A context that was not scanned with the rest, and the list that its facts belong in. */
export interface ClosedContext extends OpaqueRecord {
  readonly position: number;
  readonly list: ContextFacts[];
}

/** Fields of a network group that belong to later layouts. */
const NEWER_LAYOUT_FIELDS = { first: 7, last: 11 };

/**
 * Listens to a scan: runs the rules that look at one record, and gathers what the others need. The contexts
 * of a group end before the group does, so what is open is kept aside and handed up.
 */
export class Gatherer implements ScanHandler {
  readonly report: Report;
  /** Complete once the scan is done. */
  file: FileFacts | undefined;
  /** Contexts that the plan leaves closed. */
  readonly closed: ClosedContext[] = [];

  readonly #elementRules: ReadonlyMap<number, readonly ((element: ScannedElement, report: Report) => void)[]>;
  readonly #leave: ReadonlyMap<number, (scanner: Scanner) => void>;
  readonly #extensions = new Set<number>();
  readonly #optionalExtensions = new Set<number>();
  #groups: GroupFacts[] = [];
  #groupCount = 0;
  #contexts: ContextFacts[] = [];
  #contextCount = 0;
  #edges: EdgeFacts[] = [];
  #edgeCount = 0;
  #edgesKept = 0;
  #newerLayout: Place | undefined;
  #contextReferences: References;
  #groupReferences: References;
  readonly #contextType: number;
  readonly #groupType: number;

  constructor(
    private readonly plan: ValidationPlan,
    collector: Collector,
    private readonly keep: number,
  ) {
    this.report = collector.report;
    this.#contextReferences = newReferences();
    this.#groupReferences = newReferences();
    const indexOf = (typeName: string) => plan.typeNames.indexOf(typeName);
    this.#contextType = indexOf('ProtoMDLContext');
    this.#groupType = indexOf('ProtoMDLNetworkGroup');
    const elementRules = new Map<number, ((element: ScannedElement, report: Report) => void)[]>();
    for (const { elements } of RULES) {
      for (const [typeName, check] of Object.entries(elements ?? {})) {
        const type = indexOf(typeName);
        elementRules.set(type, [...(elementRules.get(type) ?? []), check]);
      }
    }
    this.#elementRules = elementRules;
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
    const rules = this.#elementRules.get(type);
    if (rules !== undefined) {
      const element = new ScannedElement(scanner, this.plan, this.plan.typeNames[type] as string);
      for (const check of rules) check(element, this.report);
    }
    this.#leave.get(type)?.(scanner);
  }

  record(scanner: Scanner, bytes: Uint8Array, start: number, end: number): void {
    const { frames, base, span } = scanner;
    const depth = frames.depthBase + frames.depth;
    const edge = viewOf(EdgeLayerView, bytes, start, end, base, span, scanner.path(), depth);
    for (const rule of RULES) rule.edge?.(edge, this.report);
    this.#edgeCount++;
    if (this.#edgesKept >= MAX_EDGES) return;
    this.#edgesKept++;
    this.#edges.push(edgeFactsOf(edge));
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
    const group: GroupFacts = {
      ...scanner.span,
      path: scanner.path(),
      broken: scanner.broken,
      networkCount: scanner.count(this.plan.entry('ProtoMDLNetworkGroup', 'networks_names')),
      cfgChannelCount: this.#value(
        scanner,
        'ProtoMDLNetworkGroup',
        'network_group_metadata.cfg_channels_count',
      ),
      newerLayout: this.#newerLayout,
      contexts: this.#contexts,
      contextCount: this.#contextCount,
      references: this.#groupReferences,
    };
    this.#groupCount++;
    if (this.#groups.length < MAX_GROUPS) this.#groups.push(group);
    this.#contexts = [];
    this.#contextCount = 0;
    this.#newerLayout = undefined;
    this.#groupReferences = newReferences();
  }

  #leaveContext(scanner: Scanner): void {
    const entry = this.plan.entry('ProtoMDLContext', 'context_index');
    const path = scanner.path();
    const set = scanner.has(entry);
    const index = set
      ? { ...scanner.spanOf(entry), path: scanner.path(entry), value: scanner.value(entry) }
      : { ...scanner.span, path, value: 0 };
    const position = this.#contextCount++;
    if (this.#contexts.length < MAX_CONTEXTS) {
      this.#contexts.push({
        ...scanner.span,
        path,
        broken: scanner.broken,
        lost: scanner.lost,
        position,
        index,
        edges: this.#edges,
        edgeCount: this.#edgeCount,
        references: this.#contextReferences,
      });
    }
    this.#edges = [];
    this.#edgeCount = 0;
    this.#contextReferences = newReferences();
  }

  #leaveOperation(scanner: Scanner): void {
    this.#refer(
      scanner,
      'ProtoMDLOperation',
      'sent-shmifo',
      'trigger.trigger_all_data_was_sent',
      'shmifo_index',
    );
    this.#refer(scanner, 'ProtoMDLOperation', 'sent-shmifo', 'trigger.trigger_dma_idle', 'shmifo_index');
    this.#refer(
      scanner,
      'ProtoMDLOperation',
      'received-shmifo',
      'trigger.trigger_all_data_was_received',
      'shmifo_index',
    );
  }

  #leaveAction(scanner: Scanner): void {
    this.#refer(scanner, 'ProtoMDLAction', 'input-sys-index', 'allow_input_dataflow', 'sys_index');
    this.#referSet(scanner, 'ProtoMDLAction', 'network-index', 'enable_lcu.network_index');
    this.#referSet(scanner, 'ProtoMDLAction', 'cfg-channel-index', 'write_data_ccw.cfg_channel_index');
  }

  #leaveExtension(scanner: Scanner, typeName: string, types: Set<number>): void {
    if (types.size < MAX_CONTEXTS) types.add(this.#value(scanner, typeName, 'type_index'));
  }

  // ── references ────────────────────────────────────────────────────────────────────────────────────

  /** A reference that counts as soon as the message that makes it is there; its index is 0 when absent. */
  #refer(scanner: Scanner, typeName: string, kind: ReferenceKind, message: string, field: string): void {
    const entry = this.plan.entry(typeName, message);
    if (!scanner.has(entry)) return;
    const scalar = this.plan.entry(typeName, `${message}.${field}`);
    const at = scanner.kept(scalar) ? scalar : entry;
    this.#add(scanner, kind, at === scalar ? scanner.value(scalar) : 0, at);
  }

  /** A reference that only counts where its value is not 0, or was written more than once. */
  #referSet(scanner: Scanner, typeName: string, kind: ReferenceKind, field: string): void {
    const entry = this.plan.entry(typeName, field);
    if (scanner.kept(entry)) this.#add(scanner, kind, scanner.value(entry), entry);
  }

  #add(scanner: Scanner, kind: ReferenceKind, value: number, entry: number): void {
    const references = this.#isInContext(scanner) ? this.#contextReferences : this.#groupReferences;
    addReference(references, kind, value, this.keep, () => ({
      ...scanner.spanOf(entry),
      path: scanner.path(entry),
    }));
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
