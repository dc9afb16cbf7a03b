import type { RecordWriter } from '../../base/wire/record-writer.js';
import type { Random } from '../random.js';
import type { Ids } from './action-writer.js';
import type { Edge } from './edges.js';
import type { Feature } from './features.js';

/** A written trigger, kept for the lists of triggers in a context's metadata. */
export interface Trigger {
  readonly id: number;
  /** Field number of the oneof's member. */
  readonly member: number;
  /** Values of the member's fields, from field number 1 on. */
  readonly values: readonly number[];
}

const LCU = 2;
const NONE = 3;
const SENT = 4;
const RECEIVED = 5;
const NMS = 6;
const DMA_IDLE = 7;

export function writeTrigger(writer: RecordWriter, field: number, { id, member, values }: Trigger): void {
  writer.begin(field).scalar(1, id).begin(member);
  for (const [i, value] of values.entries()) writer.scalar(i + 1, value);
  writer.end().end();
}

export function noneTrigger(ids: Ids): Trigger {
  return { id: ids.trigger++, member: NONE, values: [] };
}

/** Makes random triggers that a context supports. */
export class TriggerSmith {
  readonly #members: readonly number[];

  constructor(
    private readonly random: Random,
    uses: ReadonlySet<Feature>,
    private readonly ids: Ids,
    private readonly inputs: readonly Edge[],
    private readonly outputs: readonly Edge[],
  ) {
    // Nearly all triggers in compiled models wait for layer controllers.
    const members = [LCU, LCU, LCU, LCU, LCU, LCU, NONE];
    if (outputs.length > 0) members.push(SENT);
    if (uses.has('triggers')) members.push(NMS, ...(outputs.length > 0 ? [DMA_IDLE] : []));
    if (inputs.length > 0 && uses.has('received-trigger')) members.push(RECEIVED);
    this.#members = members;
  }

  next(): Trigger {
    const member = this.random.one(this.#members);
    return { id: this.ids.trigger++, member, values: this.#values(member) };
  }

  #values(member: number): readonly number[] {
    const { random } = this;
    switch (member) {
      case LCU:
        return [random.below(8), random.below(16)];
      case SENT:
      case DMA_IDLE:
        return [random.one(this.outputs).sys];
      case RECEIVED:
        return [random.one(this.inputs).sys];
      case NMS:
        return Array.from({ length: 6 }, () => random.below(256));
      default:
        return [];
    }
  }
}
