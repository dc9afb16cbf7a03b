import type { Scanner } from '../../read/scan/scanner.js';
import { isWriteLayout } from '../rules/action/write-data.js';
import { type FactPlace, factPlace } from '../rules/facts/fact-place.js';
import { MAX_WRITE_RUN } from '../rules/facts/gathering-limits.js';
import {
  addReference,
  type GatheredKind,
  inputValue,
  type NoteKind,
  type ReferenceBudget,
  unplaced,
} from '../rules/facts/references.js';
import type { IdRange, IdRanges } from '../rules/facts/unique-ids.js';
import { placeAt, ScannedElement, valueAt } from './element.js';
import type { OpenScope, Scopes } from './scopes.js';
import type { ValidationPlan } from './subscription.js';
import { CoreOpIds, TRIGGER_ID } from './unique-ids.js';
import { WriteRuns } from './write-runs.js';

const INPUT = 'allow_input_dataflow';
const WRITE = 'write_data_ccw';
const WRITE_DATA = `${WRITE}.data`;
const SEQUENCER = 'enable_sequencer';
const LEGACY_FLAG = `${SEQUENCER}.initial_l3_info.includes_initial_l3_info`;

/** Names of the sets of ids that should be unique, as in the subscriptions of rules. */
export const TRIGGER_IDS = 'trigger-id';
const ACTION_IDS = 'action-id';

type Leaving = readonly [type: number, leave: (scanner: Scanner) => void];

/**
 * Gathers facts about operations that rules check later: input actions, unusual writes, unique ids, lists of
 * triggers.
 */
export class ActionGatherer {
  readonly #operation: ScannedElement;
  readonly #action: ScannedElement;
  readonly #listsIds: boolean;
  /** Numbers of the sets of ids that should be unique; -1 for a set that no rule checks. */
  readonly #triggerIds: number;
  readonly #actionIds: number;
  readonly #triggerId: number;
  readonly #actionId: number;
  readonly #input: number;
  readonly #inputSysIndex: number;
  readonly #inputConnection: number;
  readonly #write: number;
  readonly #sequencer: number;
  readonly #listsWrites: boolean;
  readonly #seesHeads: boolean;
  readonly #placesLegacy: boolean;
  // State of the last configuration write whose head was read:
  #malformed = false;
  #headLength = 0;
  // State of the current run of consecutive writes, regardless of their channels:
  #runOperation = -1;
  #runAction = -1;
  #run = 0;
  readonly #place = [0, 0, 0, 0, 0, 0];

  constructor(
    private readonly plan: ValidationPlan,
    private readonly scopes: Scopes,
    private readonly budget: () => ReferenceBudget,
  ) {
    this.#operation = new ScannedElement(plan, 'ProtoMDLOperation');
    this.#action = new ScannedElement(plan, 'ProtoMDLAction');
    this.#listsIds = plan.placed.has('unique-ids');
    this.#triggerIds = plan.plan.distinct.indexOf(TRIGGER_IDS);
    this.#actionIds = plan.plan.distinct.indexOf(ACTION_IDS);
    this.#triggerId = plan.entry('ProtoMDLOperation', 'trigger.unique_id');
    this.#actionId = plan.entry('ProtoMDLAction', 'unique_id');
    this.#input = plan.entry('ProtoMDLAction', INPUT);
    this.#inputSysIndex = plan.entry('ProtoMDLAction', `${INPUT}.sys_index`);
    this.#inputConnection = plan.entry('ProtoMDLAction', `${INPUT}.connection_type`);
    this.#write = plan.entry('ProtoMDLAction', WRITE);
    this.#sequencer = plan.entry('ProtoMDLAction', SEQUENCER);
    this.#seesHeads = plan.plan.entryText[plan.entry('ProtoMDLAction', WRITE_DATA)] !== 0;
    this.#placesLegacy = plan.placed.has('legacy-l3');
    this.#listsWrites = this.#seesHeads && plan.placed.has('write-runs');
  }

  start(): void {
    this.#runOperation = -1;
    this.#run = 0;
  }

  /** Returns the handlers for the end of messages, by type. */
  leaving(): readonly Leaving[] {
    const type = (typeName: string) => this.plan.typeNames.indexOf(typeName);
    return [
      [type('ProtoMDLOperation'), (scanner) => this.#leaveOperation(scanner)],
      [type('ProtoMDLAction'), (scanner) => this.#leaveAction(scanner)],
      this.#listed('ProtoMDLClusterEndGuarantee', 'trigger', 'cluster-end-trigger'),
      this.#listed('ProtoMDLOrderedTrigger', 'triggers', 'ordered-trigger'),
    ];
  }

  /** Handles the head of a configuration write; see ScanHandler.head. */
  head(scanner: Scanner, bytes: Uint8Array, start: number, length: number): boolean {
    const { frames } = scanner;
    // The levels are, from the inside: write_data_ccw, the action, the operation.
    const operation = frames.startAbs[frames.depth - 2] as number;
    const action = frames.index[frames.depth - 1] as number;
    const isSame = operation === this.#runOperation && action === this.#runAction;
    const goesOn = operation === this.#runOperation && action === this.#runAction + 1;
    // A second data field replaces the first, and does not count as another write.
    if (!isSame) this.#run = goesOn ? this.#run + 1 : 1;
    this.#runOperation = operation;
    this.#runAction = action;
    if (this.#run === MAX_WRITE_RUN + 1) {
      this.#note(this.scopes.at(scanner, frames.depth - 3), 'long-write-run', 0, () =>
        unplaced('write-runs'),
      );
    }
    this.#headLength = length;
    this.#malformed = !isWriteLayout(bytes, start, length);
    return this.#malformed;
  }

  /** Takes a unique id from the scan. */
  value(scanner: Scanner, entry: number, id: number, again: boolean): void {
    const { frames } = scanner;
    const { depth, index } = frames;
    const ofAction = entry === this.#actionId;
    if (!ofAction && entry !== this.#triggerId) return;
    const { offset, length } = scanner.spanOf(entry);
    const action = ofAction ? (index[depth] as number) : TRIGGER_ID;
    const ids = this.#ids(scanner, depth - 1, action, offset, length, true);
    (ofAction ? ids.actions : ids.triggers).add(id, this.#place, again);
  }

  /** True if this scan does not list ids one by one, but a later scan certainly has to list the ids. */
  hasSeenEnough(scanner: Scanner): boolean {
    const { distinct } = scanner;
    return (
      this.#triggerIds >= 0 &&
      !(distinct.areDistinct(this.#triggerIds) && distinct.areDistinct(this.#actionIds))
    );
  }

  #leaveOperation(scanner: Scanner): void {
    const operation = this.#operation.at(scanner);
    if (operation.broken || !operation.has('trigger') || operation.has('trigger.unique_id')) return;
    const { depth } = scanner.frames;
    if (this.#listsIds) {
      const { offset, length } = operation.span('trigger');
      this.#ids(scanner, depth, TRIGGER_ID, offset, length, false).triggers.add(0, this.#place, false);
    } else if (this.#triggerIds >= 0) {
      scanner.distinct.take(this.#triggerIds, 0);
    }
  }

  #leaveAction(scanner: Scanner): void {
    if (scanner.broken) return;
    const { entryBit } = this.plan.plan;
    // All fields below are fields of the action itself.
    const mask = scanner.nodeMask(0);
    const action = this.#action.at(scanner);
    if ((mask & (entryBit[this.#actionId] as number)) === 0) this.#absentId(scanner, action);
    if ((mask & (entryBit[this.#input] as number)) !== 0) this.#takeInput(scanner);
    else if ((mask & (entryBit[this.#write] as number)) !== 0) this.#takeWrite(scanner, action);
    else if ((mask & (entryBit[this.#sequencer] as number)) !== 0 && action.value(LEGACY_FLAG) === 0) {
      const scope = this.scopes.at(scanner, scanner.frames.depth - 2);
      // The note gets a place only if all notes of this kind get a place.
      this.#note(scope, 'legacy-l3', 0, () =>
        this.#placesLegacy ? action.place(SEQUENCER) : unplaced('legacy-l3'),
      );
    }
  }

  #absentId(scanner: Scanner, action: ScannedElement): void {
    const { depth, index } = scanner.frames;
    if (this.#listsIds) {
      const { offset, length } = action.span();
      const ids = this.#ids(scanner, depth - 1, index[depth] as number, offset, length, false);
      ids.actions.add(0, this.#place, false);
    } else if (this.#actionIds >= 0) {
      scanner.distinct.take(this.#actionIds, 0);
    }
  }

  /**
   * Returns the ids of the core op around the operation at `depth`, and sets `#place` to the place of the id.
   */
  #ids(
    scanner: Scanner,
    depth: number,
    action: number,
    offset: number,
    length: number,
    written: boolean,
  ): CoreOpIds {
    const { frames } = scanner;
    const scope = this.scopes.at(scanner, depth - 1);
    const open = this.scopes.coreOpAt(scanner, depth - 1);
    open.ids ??= new CoreOpIds();
    scope.list ??= open.ids.list(frames.listPath(depth));
    const place = this.#place;
    place[0] = offset;
    place[1] = length;
    place[2] = scope.list;
    place[3] = frames.index[depth] as number;
    place[4] = action;
    place[5] = written ? 1 : 0;
    return open.ids;
  }

  #takeInput(scanner: Scanner): void {
    const { frames } = scanner;
    const sysIndex = this.#inputSysIndex;
    const connection = this.#inputConnection;
    const scope = this.scopes.at(scanner, frames.depth - 2);
    const value = inputValue(valueAt(scanner, sysIndex), valueAt(scanner, connection));
    this.#note(scope, 'input', value, () => this.#inputPlace(scanner, sysIndex));
    this.#note(scope, 'input-connection', value, () => this.#inputPlace(scanner, connection));
    const operation = frames.startAbs[frames.depth - 1] as number;
    const index = frames.index[frames.depth] as number;
    const goesOn = operation === scope.inputOperation && index === scope.inputAction + 1;
    const first = scope.inputOperation < 0;
    scope.inputOperation = operation;
    scope.inputAction = index;
    if (!goesOn) this.#note(scope, 'input-run', first ? 0 : 1, () => placeAt(scanner, 0));
  }

  /**
   * Returns the place of a field of an input action or, for an absent field, the place of the message around
   * the field.
   */
  #inputPlace(scanner: Scanner, entry: number): FactPlace {
    return placeAt(scanner, scanner.has(entry) ? entry : this.#input);
  }

  #takeWrite(scanner: Scanner, action: ScannedElement): void {
    if (!this.#seesHeads) return;
    const { frames } = scanner;
    const scope = this.scopes.at(scanner, frames.depth - 2);
    const hasData = action.has(WRITE_DATA);
    // The last head belongs to this action, because actions are not nested.
    const length = hasData ? this.#headLength : 0;
    if (length === 0) {
      this.#note(scope, 'empty-write', 0, () => action.place(hasData ? WRITE_DATA : WRITE));
    } else if (this.#malformed) {
      this.#note(scope, 'malformed-write', length, () => action.place(WRITE_DATA));
    }
    if (!this.#listsWrites) return;
    scope.writeRuns ??= new WriteRuns(scope.references, this.budget());
    const operation = frames.startAbs[frames.depth - 1] as number;
    const channel = action.value(`${WRITE}.cfg_channel_index`);
    const index = frames.index[frames.depth] as number;
    scope.writeRuns.add(operation, index, channel, length, () => action.place());
  }

  /** Returns the handler for the elements of a list that refers to triggers by their ids. */
  #listed(typeName: string, trigger: string, kind: NoteKind): Leaving {
    const element = new ScannedElement(this.plan, typeName);
    const leave = (scanner: Scanner): void => {
      element.at(scanner);
      if (element.broken) return;
      // The list is in the metadata of a context, so the context is two levels above the element.
      const scope = this.scopes.at(scanner, scanner.frames.depth - 2);
      if (kind === 'cluster-end-trigger') {
        const cluster = element.reference('cluster_index');
        this.#note(scope, 'cluster-end', cluster.value, () => factPlace(cluster));
      }
      if (!element.has(trigger)) return;
      const id = element.reference(`${trigger}.unique_id`);
      this.#note(scope, kind, id.value, () => factPlace(id));
    };
    return [this.plan.typeNames.indexOf(typeName), leave];
  }

  #note(
    { references }: OpenScope,
    kind: NoteKind | GatheredKind,
    value: number,
    place: () => FactPlace,
  ): void {
    addReference(references, kind, value, this.budget(), place);
  }
}

/**
 * Returns the ranges of ids in the ending element, which is a core op, or a context that is scanned
 * separately.
 */
export function idRanges({ plan, distinct }: Scanner): IdRanges {
  const range = (name: string): IdRange => {
    const set = plan.distinct.indexOf(name);
    return set < 0
      ? NO_RANGE
      : { distinct: distinct.areDistinct(set), least: distinct.least(set), greatest: distinct.greatest(set) };
  };
  return { triggers: range(TRIGGER_IDS), actions: range(ACTION_IDS) };
}

const NO_RANGE: IdRange = { distinct: true, least: undefined, greatest: undefined };
