import type { Finding } from '../../base/diagnostics/diagnostic.js';
import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { TYPE_BYTES } from '../../base/schema/table.js';
import type { ScanHandler } from '../scan/handler.js';
import { entryOf, type Plan } from '../scan/plan.js';
import type { Scanner } from '../scan/scanner.js';
import { planOf } from '../scan/unroll.js';
import { type CoreOpTally, OpenCoreOp } from './core-op-tally.js';

/**
 * Maximum number of contexts listed per file; further contexts are only counted. A file of empty contexts can
 * have millions.
 */
const MAX_CONTEXTS_LISTED = 4096;

/** Maximum number of listed groups, and of listed core operations. */
export const MAX_GROUPS_LISTED = 256;

/** Elements that hold a core operation, each with the path to the core operation inside. */
const CORE_OPS: readonly { readonly element: string; readonly within: string }[] = [
  { element: 'ProtoMDLNetworkGroup', within: '' },
  { element: 'ProtoMDLPartialNetworkGroup', within: 'network_group' },
  { element: 'ProtoMDLOp', within: 'core_op' },
  { element: 'ProtoMDLPartialCoreOp', within: 'core_op' },
];

const MAX_PROBLEMS = 3;

/** A member of the oneof `action` and its blob, as entries of the plan; 0 for a member without a blob. */
interface ActionKind {
  readonly kind: string;
  readonly member: number;
  readonly blob: number;
  readonly blobName: string;
}

interface Entries {
  readonly plan: Plan;
  readonly actionType: number;
  readonly contextType: number;
  readonly groupType: number;
  /** By type of element: path of the core operation in the element. */
  readonly coreOps: ReadonlyMap<number, string>;
  readonly coreOpTypes: readonly number[];
  readonly kinds: readonly ActionKind[];
  readonly mapping: number;
  readonly operations: number;
  readonly edgeLayers: number;
}

/**
 * Depth of a scan: with `outline` operations are skipped, so that neither actions nor the bytes of their
 * blobs are counted.
 */
export type TallyDepth = 'all' | 'outline';

const cached: { [depth in TallyDepth]?: Entries } = {};

function entries(depth: TallyDepth): Entries {
  cached[depth] ??= makeEntries(depth);
  return cached[depth];
}

function makeEntries(depth: TallyDepth): Entries {
  const isOutline = depth === 'outline';
  const blobs = isOutline ? [] : actionBlobs();
  const plan = planOf(MDL, {
    leave: ['ProtoMDLMdl', 'ProtoMDLContext', 'ProtoMDLAction', ...CORE_OPS.map(({ element }) => element)],
    opaque: isOutline ? ['ProtoMDLOperation'] : [],
    bounds: [
      { field: 'ProtoMDLMdl.mapping', max: -1 },
      ...blobs.flatMap(({ field }) => (field === undefined ? [] : [{ field, max: -1 }])),
    ],
  });
  const typeOf = (name: string) => MDL.messages.findIndex(({ typeName }) => typeName === name);
  const groupType = typeOf('ProtoMDLNetworkGroup');
  return {
    plan,
    actionType: typeOf('ProtoMDLAction'),
    contextType: typeOf('ProtoMDLContext'),
    groupType,
    coreOps: new Map(CORE_OPS.map(({ element, within }) => [typeOf(element), within])),
    coreOpTypes: [groupType, typeOf('ProtoMDLCoreOp')],
    kinds: blobs.map(({ kind, name }) => ({
      kind,
      member: entryOf(plan, 'ProtoMDLAction', kind),
      blob: name === '' ? 0 : entryOf(plan, 'ProtoMDLAction', `${kind}.${name}`),
      blobName: `${kind}.${name}`,
    })),
    mapping: entryOf(plan, 'ProtoMDLMdl', 'mapping'),
    operations: entryOf(plan, 'ProtoMDLContext', 'operations'),
    edgeLayers: entryOf(plan, 'ProtoMDLContext', 'metadata.edge_layers'),
  };
}

/** Returns the members of the oneof `action`, each with its blob field. */
function actionBlobs(): { kind: string; name: string; field?: string }[] {
  const members = messageByName(MDL, 'ProtoMDLAction')?.fields.filter(({ oneof }) => oneof >= 0) ?? [];
  return members.map(({ name: kind, message }) => {
    const type = MDL.messages[message];
    const blob = type?.fields.find((field) => field.type === TYPE_BYTES);
    return blob === undefined
      ? { kind, name: '' }
      : { kind, name: blob.name, field: `${type?.typeName}.${blob.name}` };
  });
}

const NO_NUMBERS: readonly number[] = [];

/**
 * Counts during a scan: actions by kind, contexts, and bytes of the message by kind. Blobs are counted by
 * their length and not read; memory does not grow with the number of actions.
 */
export class Tally implements ScanHandler {
  /** By path of the core operation: its counts. */
  readonly coreOps = new Map<string, CoreOpTally>();
  /** By name of the field: bytes of blobs. Fields that the schema does not have are also counted. */
  readonly bytes = new Map<string, number>();
  /** Problems that kept the scan from reading everything. */
  readonly problems: string[] = [];
  /** Numbers of unknown fields of network groups, by group, in file order. */
  readonly unknownFields: (readonly number[])[] = [];
  groupCount = 0;

  readonly #entries: Entries;
  /** Open core operations by depth of the enclosing element. */
  readonly #open: (OpenCoreOp | undefined)[] = [];
  #contextsListed = 0;
  #unknownAction = 0;
  readonly #groupFields = new Set<number>();

  constructor(depth: TallyDepth = 'all') {
    this.#entries = entries(depth);
  }

  get plan(): Plan {
    return this.#entries.plan;
  }

  readonly report = (finding: Finding): void => {
    if (this.problems.length >= MAX_PROBLEMS) return;
    // These codes mean that part of the file was not read; other findings are for validation.
    const { code, offset } = finding;
    if (
      code !== 'wire-truncated' &&
      code !== 'message-nesting-too-deep' &&
      !code.startsWith('wire-invalid-')
    ) {
      if (code !== 'wire-varint-overflow') return;
    }
    this.problems.push(`${code} at ${offset} (0x${offset.toString(16)}); what lies after it is not counted`);
  };

  unknown(scanner: Scanner, number: number, _wireType: number, _offset: number, length: number): void {
    this.#add('unknown fields', length);
    const type = scanner.message;
    if (type === this.#entries.actionType) this.#unknownAction = number;
    else if (type === this.#entries.groupType && this.#groupFields.size < 64) this.#groupFields.add(number);
  }

  leave(scanner: Scanner): void {
    const { actionType, contextType, groupType, coreOps, mapping } = this.#entries;
    const type = scanner.message;
    if (type === actionType) this.#leaveAction(scanner);
    else if (type === contextType) this.#leaveContext(scanner);
    else if (scanner.frames.depth === 0) {
      if (scanner.kept(mapping)) this.#add('mapping', scanner.value(mapping));
    } else {
      const within = coreOps.get(type);
      if (within !== undefined) this.#leaveCoreOp(scanner, within);
      if (type === groupType) this.#leaveGroup();
    }
  }

  #leaveAction(scanner: Scanner): void {
    let kind = this.#unknownAction === 0 ? 'unset' : `field ${this.#unknownAction} (not in the schema)`;
    this.#unknownAction = 0;
    for (const candidate of this.#entries.kinds) {
      if (!scanner.has(candidate.member)) continue;
      kind = candidate.kind;
      if (candidate.blob !== 0 && scanner.kept(candidate.blob)) {
        this.#add(candidate.blobName, scanner.value(candidate.blob));
      }
      break;
    }
    const open = this.#coreOpAround(scanner);
    open?.addAction(kind, scanner.span.length);
    if (open !== undefined && this.#inContext) open.contextActions++;
  }

  #leaveContext(scanner: Scanner): void {
    const open = this.#coreOpAround(scanner);
    if (open === undefined) return;
    open.contextCount++;
    if (this.#contextsListed < MAX_CONTEXTS_LISTED) {
      this.#contextsListed++;
      open.contexts.push({
        operations: scanner.count(this.#entries.operations),
        actions: open.contextActions,
        edgeLayers: scanner.has(this.#metadataOf()) ? scanner.count(this.#entries.edgeLayers) : 0,
        bytes: scanner.span.length,
      });
    }
    open.contextActions = 0;
  }

  /** True if `#coreOpAround` passed a context on its way to the core operation. */
  #inContext = false;

  /** Returns the core operation around the current element. */
  #coreOpAround({ frames, plan }: Scanner): OpenCoreOp | undefined {
    const { contextType, coreOpTypes } = this.#entries;
    this.#inContext = false;
    for (let depth = frames.depth - 1; depth > 0; depth--) {
      const type = plan.nodeMessage[frames.node[depth] as number] as number;
      if (type === contextType) this.#inContext = true;
      else if (coreOpTypes.includes(type)) {
        const element = frames.elementDepth(depth);
        this.#open[element] ??= new OpenCoreOp();
        return this.#open[element];
      }
    }
    return undefined;
  }

  #metadataOf(): number {
    const { plan, edgeLayers } = this.#entries;
    return plan.nodeParent[plan.entryNode[edgeLayers] as number] as number;
  }

  #leaveCoreOp(scanner: Scanner, within: string): void {
    const { depth } = scanner.frames;
    const open = this.#open[depth];
    this.#open[depth] = undefined;
    if (open === undefined || this.coreOps.size >= MAX_GROUPS_LISTED) return;
    this.coreOps.set([scanner.path(), within].filter(Boolean).join('.'), open.tally());
  }

  #leaveGroup(): void {
    this.groupCount++;
    if (this.unknownFields.length < MAX_GROUPS_LISTED) {
      // Files may have tens of thousands of empty groups, which share one empty list.
      const isNone = this.#groupFields.size === 0;
      this.unknownFields.push(isNone ? NO_NUMBERS : [...this.#groupFields].sort((a, b) => a - b));
    }
    if (this.#groupFields.size > 0) this.#groupFields.clear();
  }

  #add(kind: string, bytes: number): void {
    this.bytes.set(kind, (this.bytes.get(kind) ?? 0) + bytes);
  }
}
