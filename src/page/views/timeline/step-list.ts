import type { Timeline } from '../../../show/inspect/timeline.js';
import { kindColour } from '../../../show/report/block-colours.js';

/** A kind of trigger or action in a context, with its numbers of steps and bytes. */
export interface Lane {
  /** Number of the kind in the timeline; the kinds of actions follow after the kinds of triggers. */
  readonly id: number;
  readonly isTrigger: boolean;
  /** Name of the kind, as in a disassembly. */
  readonly title: string;
  readonly colour: string;
  readonly count: number;
  /** Total size of the records; the records of operations are counted without their actions. */
  readonly bytes: number;
  readonly configuration: number;
}

/** A trigger, or an action of its operation. */
export interface ListedStep {
  readonly operation: number;
  /** Index among all actions; -1 for a trigger. */
  readonly action: number;
  readonly lane: Lane;
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly configuration: number;
}

/**
 * All triggers and actions of a context as one list: the trigger of an operation, its actions, then the
 * trigger of the next operation. A step object is created only on request.
 */
export class StepList {
  readonly count: number;
  /**
   * Lanes in the order of the legend: kinds of triggers, then kinds of actions, each the most frequent first.
   */
  readonly lanes: readonly Lane[];
  /** Number of bytes of configuration written before each action; the last entry is the total. */
  readonly written: Float64Array;
  readonly #lanes: readonly (Lane | undefined)[];
  readonly #triggerKinds: number;

  constructor(readonly timeline: Timeline) {
    const { operations, actions, triggerKinds } = timeline;
    this.count = operations.kind.length + actions.kind.length;
    this.#triggerKinds = triggerKinds.length;
    this.written = new Float64Array(actions.kind.length + 1);
    let sum = 0;
    for (let index = 0; index < actions.kind.length; index++) {
      sum += actions.configuration[index] as number;
      this.written[index + 1] = sum;
    }
    this.lanes = lanesOf(timeline);
    const byId: (Lane | undefined)[] = [];
    for (const lane of this.lanes) byId[lane.id] = lane;
    this.#lanes = byId;
  }

  laneOfTrigger(kind: number): Lane {
    return this.#lanes[kind] as Lane;
  }
  laneOfAction(kind: number): Lane {
    return this.#lanes[this.#triggerKinds + kind] as Lane;
  }

  stepOfOperation(operation: number): number {
    return operation + (this.timeline.operations.firstAction[operation] as number);
  }

  stepOfAction(action: number): number {
    return action + (this.timeline.actions.operation[action] as number) + 1;
  }

  operationOf(step: number): number {
    let low = 0;
    let high = this.timeline.operations.kind.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.stepOfOperation(middle) <= step) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  actionFrom(step: number): number {
    if (this.count === 0) return 0;
    const operation = this.operationOf(step);
    const { firstAction } = this.timeline.operations;
    return (firstAction[operation] as number) + Math.max(0, step - this.stepOfOperation(operation) - 1);
  }

  laneAt(step: number): Lane {
    const operation = this.operationOf(step);
    const action = this.#actionAt(step, operation);
    const { operations, actions } = this.timeline;
    return action < 0
      ? this.laneOfTrigger(operations.kind[operation] as number)
      : this.laneOfAction(actions.kind[action] as number);
  }

  at(step: number): ListedStep {
    const { operations, actions, list, path } = this.timeline;
    const operation = this.operationOf(step);
    const action = this.#actionAt(step, operation);
    const outer = `${path}.${list}[${operation}]`;
    const lane = this.laneAt(step);
    if (action < 0) {
      const [offset, bytes] = [operations.offset[operation] as number, operations.bytes[operation] as number];
      return { operation, action, lane, path: outer, offset, bytes, configuration: 0 };
    }
    return {
      operation,
      action,
      lane,
      path: `${outer}.actions[${action - (operations.firstAction[operation] as number)}]`,
      offset: actions.offset[action] as number,
      bytes: actions.bytes[action] as number,
      configuration: actions.configuration[action] as number,
    };
  }

  #actionAt(step: number, operation: number): number {
    const nth = step - this.stepOfOperation(operation);
    return nth === 0 ? -1 : (this.timeline.operations.firstAction[operation] as number) + nth - 1;
  }

  /** Returns the step at a path; -1 for a path outside of the list. */
  stepOfPath(path: string): number {
    const { path: own, list, operations, actions } = this.timeline;
    if (!path.startsWith(`${own}.${list}[`)) return -1;
    const match = /^\[(\d+)\](?:\.actions\[(\d+)\])?/.exec(path.slice(own.length + 1 + list.length));
    const operation = Number(match?.[1] ?? Number.NaN);
    if (!(operation < operations.kind.length)) return -1;
    if (match?.[2] === undefined) return this.stepOfOperation(operation);
    const action = (operations.firstAction[operation] as number) + Number(match[2]);
    const end = operations.firstAction[operation + 1] ?? actions.kind.length;
    return action < end ? this.stepOfAction(action) : -1;
  }

  /** Returns the indexes of the steps whose lanes are not hidden; undefined if all lanes are visible. */
  shown(hidden: ReadonlySet<number>): Uint32Array | undefined {
    if (!this.lanes.some(({ id }) => hidden.has(id))) return undefined;
    const { operations, actions } = this.timeline;
    const { firstAction, kind } = operations;
    const isHidden = Uint8Array.from({ length: this.#lanes.length }, (_, id) => Number(hidden.has(id)));
    const ofActions = isHidden.subarray(this.#triggerKinds);
    const steps = new Uint32Array(this.count);
    let length = 0;
    for (let operation = 0; operation < kind.length; operation++) {
      if (isHidden[kind[operation] as number] === 0) steps[length++] = this.stepOfOperation(operation);
      const end = firstAction[operation + 1] ?? actions.kind.length;
      for (let action = firstAction[operation] as number; action < end; action++) {
        if (ofActions[actions.kind[action] as number] === 0) steps[length++] = action + operation + 1;
      }
    }
    return steps.subarray(0, length);
  }
}

function lanesOf({ operations, actions, triggerKinds, actionKinds }: Timeline): Lane[] {
  const kinds = triggerKinds.length + actionKinds.length;
  const count = new Float64Array(kinds);
  const bytes = new Float64Array(kinds);
  const configuration = new Float64Array(kinds);
  for (let index = 0; index < operations.kind.length; index++) {
    const kind = operations.kind[index] as number;
    count[kind]!++;
    bytes[kind]! += operations.bytes[index] as number;
  }
  const own = actions.bytes;
  for (let index = 0; index < own.length; index++) {
    const kind = triggerKinds.length + (actions.kind[index] as number);
    count[kind]!++;
    bytes[kind]! += own[index] as number;
    bytes[operations.kind[actions.operation[index] as number] as number]! -= own[index] as number;
    configuration[kind]! += actions.configuration[index] as number;
  }
  const lanes = [...triggerKinds, ...actionKinds].map(({ mnemonic }, id): Lane => {
    const isTrigger = id < triggerKinds.length;
    return {
      id,
      isTrigger,
      title: isTrigger ? `on ${mnemonic}` : mnemonic,
      colour: kindColour(mnemonic),
      count: count[id] as number,
      bytes: Math.max(0, bytes[id] as number),
      configuration: configuration[id] as number,
    };
  });
  return lanes
    .filter((lane) => lane.count > 0)
    .sort((a, b) => Number(b.isTrigger) - Number(a.isTrigger) || b.count - a.count);
}
