import type { Reach } from '../../base/container/layout.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { Subscription } from '../../read/scan/subscription.js';
import type { FactPlace } from '../rules/facts/fact-place.js';
import type { PointerFacts, WordsFacts } from '../rules/facts/file.js';
import { MAX_REFERENCE_PLACES } from '../rules/facts/gathering-limits.js';
import { ScannedElement } from './element.js';
import { placedFrom } from './reference-fields.js';
import type { ValidationPlan } from './subscription.js';

const POINTER = 'write_data_ccw_ptr';
const WRITE = 'write_data_ccw';

/**
 * Subscription for pointers past the limit. Other pointers are not announced, because newer compilers write
 * thousands of pointers, one for each piece of a layer.
 */
export const POINTER_SUBSCRIPTION: Subscription = {
  sums: [{ of: 'ProtoMDLActionWriteDataCcwPtr', fields: ['offset', 'size'] }],
};

/** Limits of pointers, in bytes from the zero point. Pointers beyond a limit are noted. */
export interface PointerLimits {
  /** A pointer past this limit is wrong. */
  readonly words: number;
  /**
   * End of the file: a pointer past this limit is wrong because the file is truncated. The limit is -1 if the
   * size of the file is not known, so that every pointer is announced.
   */
  readonly available: number;
}

/** Limits for messages without a container, or with an unknown container. */
export const NO_LIMITS: PointerLimits = {
  words: Number.POSITIVE_INFINITY,
  available: Number.POSITIVE_INFINITY,
};

/** Returns the largest end up to which pointers are not announced. */
export function soundPointer({ words, available }: PointerLimits): number {
  return Math.min(words, available);
}

/** @param fileSize size of the file in bytes; undefined for a stream of unknown size */
export function pointerLimits(
  version: number,
  { zeroPoint, words }: Reach,
  fileSize: number | undefined,
): PointerLimits {
  if (version === 0) return { words: -1, available: -1 };
  if (zeroPoint === undefined) return NO_LIMITS;
  return { words, available: fileSize === undefined ? -1 : fileSize - zeroPoint };
}

/** Notes the places of configuration words in actions, if they may be wrong. */
export class WordsGatherer {
  /** Furthest end of a pointer within the words; -1 without pointers. */
  reached = -1;
  readonly #action: ScannedElement;
  // Names are looked up once, because a file may have a million pointers.
  readonly #pointerBit: number;
  readonly #offset: number;
  readonly #size: number;
  readonly #listsWrites: boolean;
  #limits = NO_LIMITS;
  #keep = 0;
  #beyond: { count: number; readonly first: PointerFacts[] } = { count: 0, first: [] };
  #embedded: { count: number; readonly first: FactPlace[] } = { count: 0, first: [] };
  #furthest: PointerFacts | undefined;

  constructor(private readonly plan: ValidationPlan) {
    this.#action = new ScannedElement(plan, 'ProtoMDLAction');
    this.#pointerBit = plan.plan.entryBit[plan.entry('ProtoMDLAction', POINTER)] as number;
    this.#offset = plan.entry('ProtoMDLAction', `${POINTER}.offset`);
    this.#size = plan.entry('ProtoMDLAction', `${POINTER}.size`);
    this.#listsWrites = placedFrom(plan.placed, 'cfg-channel-index') === 0;
  }

  /** @param keep maximum number of places to keep for faults */
  start(limits: PointerLimits, keep: number): void {
    this.#limits = limits;
    this.#keep = Math.min(keep, MAX_REFERENCE_PLACES);
    this.reached = -1;
    this.#beyond = { count: 0, first: [] };
    this.#embedded = { count: 0, first: [] };
    this.#furthest = undefined;
  }

  /** Returns the handlers for the end of messages, by type. */
  leaving(): readonly (readonly [type: number, leave: (scanner: Scanner) => void])[] {
    return [[this.plan.typeNames.indexOf('ProtoMDLAction'), (scanner) => this.#leave(scanner)]];
  }

  get facts(): WordsFacts {
    return {
      beyond: this.#beyond,
      furthest: this.#furthest,
      embedded: this.#listsWrites ? this.#embedded : undefined,
    };
  }

  #leave(scanner: Scanner): void {
    if ((scanner.nodeMask(0) & this.#pointerBit) !== 0) {
      const offset = scanner.kept(this.#offset) ? scanner.value(this.#offset) : 0;
      const end = offset + (scanner.kept(this.#size) ? scanner.value(this.#size) : 0);
      if (end > Math.min(this.reached, this.#limits.words)) this.#point(this.#action.at(scanner), end);
    } else if (this.#listsWrites) {
      this.#write(this.#action.at(scanner));
    }
  }

  #write(action: ScannedElement): void {
    if (!action.has(WRITE)) return;
    this.#embedded.count++;
    if (this.#embedded.first.length < this.#keep) this.#embedded.first.push(action.place(WRITE));
  }

  #point(action: ScannedElement, end: number): void {
    const { words, available } = this.#limits;
    if (end > words) {
      this.#beyond.count++;
      if (this.#beyond.first.length < this.#keep) this.#beyond.first.push({ ...action.place(POINTER), end });
    } else if (end > this.reached) {
      this.reached = end;
      if (end > available) this.#furthest = { ...action.place(POINTER), end };
    }
  }
}
