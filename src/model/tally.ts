import type { Finding } from '../diagnostics/diagnostic.js';
import { entryOf, type Plan, planOf, type ScanHandler, type Scanner } from '../scan/index.js';
import { MDL } from '../schema/mdl.gen.js';
import type { ActionCount, ContextSummary } from './summary.js';

/** Members of the oneof `action`, and the field of each that is a blob. */
const ACTIONS: readonly { readonly kind: string; readonly blob?: string }[] = [
  { kind: 'write_data', blob: 'data' },
  { kind: 'write_data_ccw', blob: 'data' },
  { kind: 'write_compressed_data', blob: 'data' },
  { kind: 'enable_sequencer' },
  { kind: 'wait_for_seqeuncer' },
  { kind: 'disable_lcu' },
  { kind: 'enable_lcu' },
  { kind: 'none' },
  { kind: 'allow_input_dataflow' },
  { kind: 'wait_for_module_config_done' },
];

/** Contexts that are listed; more are only counted. A file of empty contexts can have millions. */
export const MAX_CONTEXTS_LISTED = 4096;

/** Groups that are listed; the same holds for them. */
export const MAX_GROUPS_LISTED = 256;

/** Kinds of actions told apart: the known ones, and some that later schemas may add. */
const MAX_KINDS = 64;

/** Problems that are kept: the first ones say enough. */
const MAX_PROBLEMS = 3;

/** What one group's part of the file holds. */
export interface GroupTally {
  readonly contexts: readonly ContextSummary[];
  readonly contextCount: number;
  /** Most frequent first. */
  readonly actions: readonly ActionCount[];
}

interface Entries {
  readonly plan: Plan;
  readonly actionType: number;
  readonly contextType: number;
  readonly groupType: number;
  readonly kinds: readonly { readonly kind: string; readonly member: number; readonly blob: number }[];
  readonly mapping: number;
  readonly operations: number;
  readonly edgeLayers: number;
}

let cached: Entries | undefined;

function entries(): Entries {
  cached ??= makeEntries();
  return cached;
}

function makeEntries(): Entries {
  const plan = planOf(MDL, {
    leave: ['ProtoMDLMdl', 'ProtoMDLNetworkGroup', 'ProtoMDLContext', 'ProtoMDLAction'],
    bounds: [
      { field: 'ProtoMDLMdl.mapping', max: -1 },
      { field: 'ProtoMDLActionWriteData.data', max: -1 },
      { field: 'ProtoMDLActionWriteDataCcw.data', max: -1 },
      { field: 'ProtoMDLActionWriteCompressedData.data', max: -1 },
    ],
  });
  const typeOf = (name: string) => MDL.messages.findIndex(({ typeName }) => typeName === name);
  return {
    plan,
    actionType: typeOf('ProtoMDLAction'),
    contextType: typeOf('ProtoMDLContext'),
    groupType: typeOf('ProtoMDLNetworkGroup'),
    kinds: ACTIONS.map(({ kind, blob }) => ({
      kind,
      member: entryOf(plan, 'ProtoMDLAction', kind),
      blob: blob === undefined ? 0 : entryOf(plan, 'ProtoMDLAction', `${kind}.${blob}`),
    })),
    mapping: entryOf(plan, 'ProtoMDLMdl', 'mapping'),
    operations: entryOf(plan, 'ProtoMDLContext', 'operations'),
    edgeLayers: entryOf(plan, 'ProtoMDLContext', 'metadata.edge_layers'),
  };
}

/**
 * Listens to a scan and counts: actions by kind, contexts, and what the bytes of the message are. Blobs are
 * counted by their length and not read; memory does not grow with the number of actions.
 */
export class Tally implements ScanHandler {
  /** By network group, in file order. */
  readonly groups: GroupTally[] = [];
  /** Bytes of blobs by the field that holds them, and of fields that the schema does not know. */
  readonly bytes = new Map<string, number>();
  /** What kept the scan from seeing everything. */
  readonly problems: string[] = [];
  /** Numbers of unknown fields of network groups: a newer layout. By group. */
  readonly newerFields: (readonly number[])[] = [];
  groupCount = 0;

  readonly #entries = entries();
  #contexts: ContextSummary[] = [];
  #contextCount = 0;
  #contextActions = 0;
  #actions = new Map<string, { count: number; bytes: number }>();
  #unknownAction = 0;
  #groupFields = new Set<number>();

  get plan(): Plan {
    return this.#entries.plan;
  }

  readonly report = (finding: Finding): void => {
    // The codes after which something of the file has not been seen; the rest is for validation.
    const { code, offset } = finding;
    if (
      code !== 'wire-truncated' &&
      code !== 'message-nesting-too-deep' &&
      !code.startsWith('wire-invalid-')
    ) {
      if (code !== 'wire-varint-overflow') return;
    }
    if (this.problems.length < MAX_PROBLEMS) {
      this.problems.push(
        `${code} at ${offset} (0x${offset.toString(16)}); what lies behind it is not counted`,
      );
    }
  };

  unknown(scanner: Scanner, number: number, _wireType: number, _offset: number, length: number): void {
    this.#add('unknown fields', length);
    const type = scanner.message;
    if (type === this.#entries.actionType) this.#unknownAction = number;
    else if (type === this.#entries.groupType && this.#groupFields.size < 64) this.#groupFields.add(number);
  }

  leave(scanner: Scanner): void {
    const { actionType, contextType, groupType, mapping } = this.#entries;
    const type = scanner.message;
    if (type === actionType) this.#leaveAction(scanner);
    else if (type === contextType) this.#leaveContext(scanner);
    else if (type === groupType) this.#leaveGroup();
    else if (scanner.frames.depth === 0 && scanner.kept(mapping))
      this.#add('mapping', scanner.value(mapping));
  }

  #leaveAction(scanner: Scanner): void {
    const { frames, plan } = scanner;
    const holder = plan.nodeMessage[frames.node[Math.max(0, frames.depth - 2)] as number];
    // The others belong to the preliminary configuration.
    if (holder === this.#entries.contextType) this.#contextActions++;
    let kind =
      this.#unknownAction === 0 ? 'unset' : `field ${this.#unknownAction} (not in the specification)`;
    this.#unknownAction = 0;
    for (const candidate of this.#entries.kinds) {
      if (!scanner.has(candidate.member)) continue;
      kind = candidate.kind;
      if (candidate.blob !== 0 && scanner.kept(candidate.blob)) {
        this.#add(`${kind}.data`, scanner.value(candidate.blob));
      }
      break;
    }
    if (this.#actions.size >= MAX_KINDS && !this.#actions.has(kind)) kind = 'other fields';
    const known = this.#actions.get(kind);
    const { length } = scanner.span;
    if (known === undefined) this.#actions.set(kind, { count: 1, bytes: length });
    else {
      known.count++;
      known.bytes += length;
    }
  }

  #leaveContext(scanner: Scanner): void {
    this.#contextCount++;
    if (this.#contexts.length < MAX_CONTEXTS_LISTED) {
      this.#contexts.push({
        operations: scanner.count(this.#entries.operations),
        actions: this.#contextActions,
        edgeLayers: scanner.has(this.#metadataOf()) ? scanner.count(this.#entries.edgeLayers) : 0,
        bytes: scanner.span.length,
      });
    }
    this.#contextActions = 0;
  }

  #metadataOf(): number {
    const { plan, edgeLayers } = this.#entries;
    return plan.nodeParent[plan.entryNode[edgeLayers] as number] as number;
  }

  #leaveGroup(): void {
    this.groupCount++;
    if (this.groups.length < MAX_GROUPS_LISTED) this.#keepGroup();
    this.#contexts = [];
    this.#contextCount = 0;
    this.#contextActions = 0;
    this.#actions = new Map();
    this.#groupFields = new Set();
  }

  #keepGroup(): void {
    const actions = [...this.#actions].map(([kind, { count, bytes }]) => ({ kind, count, bytes }));
    actions.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
    this.groups.push({ contexts: this.#contexts, contextCount: this.#contextCount, actions });
    this.newerFields.push([...this.#groupFields].sort((a, b) => a - b));
  }

  #add(kind: string, bytes: number): void {
    this.bytes.set(kind, (this.bytes.get(kind) ?? 0) + bytes);
  }
}
