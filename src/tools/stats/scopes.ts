import type { Place } from '../query/place.js';
import type { Counters } from './counters.js';

/** Groups and contexts with a row of their own; more of them are counted, and summed up. */
export const MAX_GROUPS = 256;
export const MAX_CONTEXTS = 4096;

/** Longest name that is kept. */
const MAX_NAME = 200;

export type ScopeKind = 'group' | 'context' | 'preliminary';

/** A stretch of the file that has a row of its own, with sums of what is in it. */
export class Scope {
  name = '';
  /** What its actions point to after the message. */
  words = { count: 0, bytes: 0 };

  constructor(
    readonly kind: ScopeKind,
    readonly place: Place,
    /** Depth on the tape of the message. */
    readonly depth: number,
    readonly offset: number,
    /** All of it but what is in a scope within; complete when it is closed. */
    readonly counters: Counters,
  ) {}

  rename(name: string): void {
    this.name = name.slice(0, MAX_NAME);
  }
}
