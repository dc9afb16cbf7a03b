/** Replaces values by 0, by 1, or by the smallest interesting value; and normalises their encoding. */
import { TYPE_DOUBLE, TYPE_FLOAT } from '../../base/schema/table.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { bitsOf } from '../../read/tree/make.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode, Style } from '../../read/tree/record.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt-queue.js';
import { replacing } from './structure.js';
import type { ReductionCandidate, Subject } from './subject.js';

/**
 * Maximum number of values for a search of the smallest interesting value, which takes up to 64 checks for
 * each value.
 */
const MAX_SEARCHED = 40;

export function numberAttempts(root: MessageNode): Attempt[] {
  const records = [...walkTree(root, ({ message }) => message !== undefined)];
  const numbers = records.filter(({ payload }) => 'bits' in payload);
  const isSearched = numbers.length <= MAX_SEARCHED;
  return [
    ...numbers.flatMap((record) => new Value(record, isSearched).attempts()),
    ...records.flatMap(styleAttempts),
  ];
}

class Value {
  readonly #isFloat: boolean;

  constructor(
    private record: RecordNode,
    private readonly isSearched: boolean,
  ) {
    const { field, isKnown } = record;
    this.#isFloat = isKnown && (field?.type === TYPE_FLOAT || field?.type === TYPE_DOUBLE);
  }

  attempts(): Attempt[] {
    const { bits, field } = this.record;
    const one = this.#isFloat && field !== undefined ? bitsOf(field, 1) : 1n;
    if (bits === 0n || (this.#isFloat && bits === one)) return [];
    if (bits === 1n) return [this.#set(0n)];
    const search = (): Attempt[] => (this.isSearched && !this.#isFloat ? this.#between(1n, bits) : []);
    return [this.#set(0n, () => [this.#set(one, search)])];
  }

  /** Makes attempts to find the smallest interesting value: `enough` is interesting, `few` is not. */
  #between(few: bigint, enough: bigint): Attempt[] {
    if (enough - few <= 1n) return [];
    const middle = (few + enough) >> 1n;
    return [
      this.#set(
        middle,
        () => this.#between(middle, enough),
        () => this.#between(few, middle),
      ),
    ];
  }

  #set(bits: bigint, failed: () => Attempt[] = () => [], worked: () => Attempt[] = () => []): Attempt {
    return {
      weight: 0,
      candidate: (subject) =>
        swapped(
          subject,
          this.record,
          (copy) => copy.setBits(bits),
          (copy) => {
            this.record = copy;
          },
        ),
      failed,
      worked,
    };
  }
}

/**
 * Makes attempts to write a record in the shortest encoding, and to replace a false length by the true length
 * plus 1.
 */
function styleAttempts(first: RecordNode): Attempt[] {
  let record = first;
  const style = record.writtenStyle;
  const plain = (wanted: Style): Attempt => ({
    weight: 1,
    candidate: (subject) =>
      swapped(
        subject,
        record,
        (copy) => copy.setStyle(wanted),
        (copy) => {
          record = copy;
        },
      ),
  });
  const { claim } = style;
  const attempts: Attempt[] = [];
  if (style.tagWidth !== undefined || style.lengthWidth !== undefined || style.valueWidth !== undefined) {
    attempts.push(plain(claim === undefined ? {} : { claim }));
  }
  if (claim !== undefined && record.wireType === WIRE_LEN) {
    const { message } = record;
    const least = (message?.size ?? record.bytes.length) + 1;
    if (BigInt(claim) > BigInt(least)) attempts.push(plain({ claim: least }));
  }
  return attempts;
}

async function swapped(
  subject: Subject,
  record: RecordNode,
  change: (copy: RecordNode) => void,
  adopted: (copy: RecordNode) => void,
): Promise<ReductionCandidate> {
  const style = record.writtenStyle;
  const copy = record.clone();
  copy.setStyle(style);
  change(copy);
  const candidate = await subject.edited(replacing([record], () => copy));
  return {
    bytes: candidate.bytes,
    adopt: async () => {
      await candidate.adopt();
      adopted(copy);
    },
  };
}
