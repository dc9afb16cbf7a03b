import type { Place } from '../query/place.js';
import type { Counters } from './counters.js';

/** Limits for groups and contexts with a row of their own; others are only counted and summed. */
export const MAX_GROUPS = 256;
export const MAX_CONTEXTS = 4096;

/** Longest name that is kept. */
const MAX_NAME = 200;

export type ScopeKind = 'group' | 'context' | 'preliminary';

/** A stretch of the file that has a row of its own, with sums of its content. */
export class Scope {
  name = '';
  /** Words after the message that its actions point to. */
  words = { count: 0, bytes: 0 };

  constructor(
    readonly kind: ScopeKind,
    readonly place: Place,
    /** Depth of the message on the tape. */
    readonly depth: number,
    readonly offset: number,
    /** All of it except for nested scopes; complete when it is closed. */
    readonly counters: Counters,
  ) {}

  rename(name: string): void {
    this.name = name.slice(0, MAX_NAME);
  }
}
