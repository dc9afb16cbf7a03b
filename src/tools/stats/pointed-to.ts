import { numberOf } from '../../base/wire/value.js';
import type { StatsScope } from './counters.js';
import { POINTER_FIELDS, RESOURCE_FIELDS } from './ids.js';
import { WordClaims } from './words.js';

const [POINTER_OFFSET, POINTER_SIZE, POINTER_CHANNEL] = POINTER_FIELDS;
const [RESOURCE_OFFSET, RESOURCE_SIZE] = RESOURCE_FIELDS;
const MAX_NAME = 200;

/** Collects references from actions and resources to bytes after the message. */
export class PointedTo {
  readonly claims = new WordClaims();
  name = '';
  #offset = 0;
  #size = 0;
  #channel = 0;

  /** @param hasWords false for a bare message, which ends the file */
  constructor(readonly hasWords: boolean) {}

  begin(): void {
    this.#offset = 0;
    this.#size = 0;
    this.#channel = 0;
    this.name = '';
  }

  /** Takes a number in halves; the last value of a field counts. */
  number(id: number, lo: number, hi: number): void {
    switch (id) {
      case POINTER_OFFSET:
      case RESOURCE_OFFSET:
        this.#offset = numberOf(lo, hi);
        break;
      case POINTER_SIZE:
        this.#size = lo >>> 0;
        break;
      case RESOURCE_SIZE:
        this.#size = numberOf(lo, hi);
        break;
      case POINTER_CHANNEL:
        this.#channel = lo >>> 0;
        break;
    }
  }

  /** Ends the action. @param scope the context or group that contains the action */
  pointer(scope: StatsScope | undefined): void {
    const isContext = scope !== undefined && scope.kind !== 'group';
    const size = this.#size;
    if (isContext) {
      scope.words.count++;
      scope.words.bytes += size;
    }
    if (!this.hasWords) return;
    const kind = isContext && scope.kind === 'preliminary' ? 'preliminary' : 'context';
    this.claims.add({ kind, path: isContext ? scope.path : '' }, this.#channel, this.#offset, size);
  }

  /** Ends the resource. */
  resource(path: string): void {
    if (!this.hasWords) return;
    this.claims.add({ kind: 'resource', path }, -1, this.#offset, this.#size, this.name.slice(0, MAX_NAME));
  }
}
