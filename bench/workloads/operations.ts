import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import {
  disableLcu,
  enableLcu,
  enableSequencer,
  type Ids,
  TRIGGER,
  trigger,
  waitForModule,
  waitForSequencer,
} from './actions.js';
import { FIRST_OUTPUT, NETWORKS } from './edges.js';
import type { Random } from './random.js';
import type { ModelSink } from './sink.js';

/** Maximum number of operations in a context for rules and loaders of old releases. */
const MAX_OPERATIONS = 255;
const CLUSTERS = 8;
const LCUS = 16;

/**
 * Kinds of actions and their frequencies, as counted in compilers' files without the configuration writes.
 * Actions of a kind come in runs, as in the compilers' files.
 */
const KINDS = [
  { weight: 2125, run: 24, write: disableNext },
  { weight: 2125, run: 24, write: enableNext },
  { weight: 568, run: 3, write: waitForModuleNext },
  { weight: 261, run: 1, write: waitForSequencerNext },
  { weight: 217, run: 1, write: enableSequencerNext },
] as const;
const RUN_WEIGHTS = KINDS.map(({ weight, run }) => weight / run);

/** Kind and frequency of faults in a workload: one at the end of every n-th operation or action. */
export interface Flaws {
  readonly of: 'operation' | 'action';
  readonly period: number;
  readonly write: (writer: RecordWriter, ids: Ids, index: number) => void;
}

export function operationsPerContext(actions: number, contexts: number): number {
  const most = MAX_OPERATIONS - 1; // one more operation, at the start of the context, allows its inputs
  return Math.max(1, Math.min(most, Math.round(actions / contexts / 6)));
}

/**
 * Writes operations as compilers do: most operations are short, some have hundreds of actions; nearly all
 * wait for a layer controller, and the last operations wait for an output.
 */
export class OperationWriter {
  #operations = 0;
  #actions = 0;
  #flaws = 0;

  constructor(
    private readonly random: Random,
    private readonly flaws?: Flaws,
  ) {}

  /** Writes `count` operations with about `actions` actions in all into the open context. */
  writeContext(sink: ModelSink, ids: Ids, count: number, actions: number): void {
    const mean = actions / count;
    for (let i = 0; i < count; i++) {
      const waits = i >= count - NETWORKS.length ? FIRST_OUTPUT + count - 1 - i : undefined;
      sink.write((writer) => {
        writer.begin(2);
        this.#trigger(writer, ids, waits);
        this.#writeActions(writer, ids, this.#length(mean));
        writer.end();
      });
    }
  }

  /**
   * Returns a quarter of the mean with a probability of 3/4, and a larger number otherwise, so that the mean
   * is kept.
   */
  #length(mean: number): number {
    const long = this.random.chance(0.25);
    const length = long ? mean * (2 + 2.5 * (this.random.below(1001) / 1000)) : mean / 4;
    return Math.max(1, Math.round(length));
  }

  #trigger(writer: RecordWriter, ids: Ids, waitsFor: number | undefined): void {
    const { random } = this;
    if (waitsFor !== undefined) trigger(writer, ids, TRIGGER.allDataWasSent, waitsFor);
    else trigger(writer, ids, TRIGGER.lcu, random.below(CLUSTERS), random.below(LCUS));
  }

  #writeActions(writer: RecordWriter, ids: Ids, count: number): void {
    const { random, flaws } = this;
    for (let left = count; left > 0; ) {
      const { run, write } = KINDS[random.pick(RUN_WEIGHTS)]!;
      const length = Math.min(left, 1 + random.below(2 * run - 1));
      for (let i = 0; i < length; i++) {
        write(writer, ids, random);
        if (flaws?.of === 'action' && ++this.#actions % flaws.period === 0) this.#flaw(writer, ids, flaws);
      }
      left -= length;
    }
    if (flaws?.of === 'operation' && ++this.#operations % flaws.period === 0) this.#flaw(writer, ids, flaws);
  }

  #flaw(writer: RecordWriter, ids: Ids, flaws: Flaws): void {
    flaws.write(writer, ids, this.#flaws++);
  }
}

function disableNext(writer: RecordWriter, ids: Ids, random: Random): void {
  disableLcu(writer, ids, random.below(CLUSTERS), random.below(LCUS));
}

function enableNext(writer: RecordWriter, ids: Ids, random: Random): void {
  enableLcu(writer, ids, random.below(CLUSTERS), random.below(LCUS), random.below(NETWORKS.length));
}

function waitForModuleNext(writer: RecordWriter, ids: Ids, random: Random): void {
  waitForModule(writer, ids, random.below(32));
}

function waitForSequencerNext(writer: RecordWriter, ids: Ids, random: Random): void {
  waitForSequencer(writer, ids, random.below(CLUSTERS));
}

function enableSequencerNext(writer: RecordWriter, ids: Ids, random: Random): void {
  enableSequencer(writer, ids, random.below(CLUSTERS), () => random.bits());
}
