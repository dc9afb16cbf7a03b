/** A clock. Tests inject a clock that stands still. */
export interface Clock {
  /** Returns the time in milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that moves only on request. */
export class ManualClock implements Clock {
  #ms: number;

  constructor(ms = Date.UTC(2026, 0, 1)) {
    this.#ms = ms;
  }

  now(): number {
    return this.#ms;
  }

  set(ms: number): void {
    this.#ms = ms;
  }

  advance(ms: number): void {
    this.#ms += ms;
  }
}
