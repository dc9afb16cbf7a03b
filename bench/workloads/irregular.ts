import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import { TRIGGER } from './actions.js';
import { FIRST_OUTPUT, NETWORKS } from './edges.js';
import { writeModel } from './model.js';
import { operationsPerContext } from './operations.js';
import { Random } from './random.js';
import type { ModelGenerator } from './sink.js';

type Fill = (writer: RecordWriter) => void;

/**
 * Fields that neither the specification nor later releases have. Actions use all field numbers whose tags
 * have one byte.
 */
const UNKNOWN_FIELDS = [15, 61] as const;
const UNKNOWN_IN_ACTIONS = [61, 62] as const;
const UNKNOWN_SHARE = 0.01;

/**
 * Fields of the leaf messages and the bits of their values. Indices stay within the range of the hardware.
 */
const LEAVES = [
  {
    member: 7,
    fields: [
      [1, 4],
      [2, 3],
      [5, 32],
    ],
  },
  {
    member: 8,
    fields: [
      [1, 4],
      [2, 3],
      [3, 16],
      [4, 32],
      [5, 32],
      [6, 1],
    ],
  },
  {
    member: 5,
    fields: [
      [1, 3],
      [2, 19],
      [3, 32],
      [6, 32],
      [7, 32],
      [8, 32],
      [9, 32],
      [10, 32],
    ],
  },
  { member: 11, fields: [[1, 8]] },
  { member: 6, fields: [[1, 3]] },
] as const;
const LEAF_WEIGHTS = [5, 5, 1, 2, 1];

/**
 * Returns a model with the same kinds of messages as the metadata-heavy model, but with random fields, in
 * random order, with values of random width. One field in a hundred is unknown.
 */
export function irregularModel(actions: number, contexts: number): ModelGenerator {
  return (sink) => {
    const random = new Random(2);
    const scatter = new Scatter(random);
    const operations = operationsPerContext(actions, contexts);
    const mean = actions / contexts / operations;
    writeModel(sink, {
      groups: 1,
      contexts,
      operations: (context) => {
        for (let i = 0; i < operations; i++) {
          context.write((writer) => scatter.operation(writer, 1 + random.below(2 * mean)));
        }
      },
    });
  };
}

class Scatter {
  readonly #ids: WideIds;

  constructor(private readonly random: Random) {
    this.#ids = new WideIds(random);
  }

  operation(writer: RecordWriter, actions: number): void {
    const before = this.random.below(actions + 1);
    writer.begin(2);
    for (let i = 0; i < before; i++) this.#action(writer);
    this.#trigger(writer);
    for (let i = before; i < actions; i++) this.#action(writer);
    writer.end();
  }

  #trigger(writer: RecordWriter): void {
    const { random } = this;
    const id = this.#ids.next();
    const lcu = random.chance(0.9);
    this.#message(writer, 1, [
      (inner) => inner.uint(1, id),
      (outer) =>
        lcu
          ? this.#leaf(outer, TRIGGER.lcu, [
              [1, 3],
              [2, 4],
            ])
          : outer
              .begin(TRIGGER.allDataWasSent)
              .uint(1, FIRST_OUTPUT + random.below(NETWORKS.length))
              .end(),
    ]);
  }

  #action(writer: RecordWriter): void {
    const { member, fields } = LEAVES[this.random.pick(LEAF_WEIGHTS)]!;
    const id = this.#ids.next();
    const fills: Fill[] = [(inner) => inner.uint(1, id), (inner) => this.#leaf(inner, member, fields)];
    this.#message(writer, 2, fills, UNKNOWN_IN_ACTIONS);
  }

  #leaf(writer: RecordWriter, member: number, fields: readonly (readonly [number, number])[]): void {
    const { random } = this;
    const fills: Fill[] = [];
    for (const [number, bits] of fields) {
      if (random.chance(0.75)) {
        const value = random.ofAnyWidth(bits);
        fills.push((inner) => inner.uint(number, value));
      }
    }
    this.#message(writer, member, fills);
  }

  /** Writes a message of these fields in random order, occasionally with an unknown field. */
  #message(
    writer: RecordWriter,
    field: number,
    fills: Fill[],
    numbers: readonly number[] = UNKNOWN_FIELDS,
  ): void {
    const { random } = this;
    for (let known = fills.length; known > 0; known--) {
      if (random.chance(UNKNOWN_SHARE)) fills.push((inner) => this.#unknown(inner, numbers));
    }
    for (let i = fills.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [fills[i], fills[j]] = [fills[j]!, fills[i]!];
    }
    writer.begin(field);
    for (const fill of fills) fill(writer);
    writer.end();
  }

  #unknown(writer: RecordWriter, numbers: readonly number[]): void {
    const { random } = this;
    const number = numbers[random.below(numbers.length)]!;
    switch (random.below(4)) {
      case 0:
        writer.uint(number, random.ofAnyWidth(32));
        break;
      case 1:
        writer.float(number, 1.5);
        break;
      case 2:
        writer.double(number, 1.5);
        break;
      default:
        writer.string(number, 'unknown');
    }
  }
}

/** Identities of any width, each used once: every width has its own counter. */
class WideIds {
  /**
   * Next identity of each width. Identities below 96 belong to the regular parts of the model: about two
   * actions and one trigger in each context.
   */
  readonly #next = [96, 1 << 7, 1 << 14, 1 << 21, 1 << 28];

  constructor(private readonly random: Random) {}

  next(): number {
    let width = this.random.below(this.#next.length);
    while (width < 4 && this.#next[width]! >= 2 ** (7 * (width + 1))) width++;
    return this.#next[width]!++;
  }
}
