import type { Event, Snapshot } from '../api/types.js';

/** A share of what the page knows: read from the snapshot, kept up to date by events. */
export interface Part {
  load(snapshot: Snapshot): void;
  /** By type of event. */
  readonly on: Readonly<Record<string, (event: Event) => void>>;
}
