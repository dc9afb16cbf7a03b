import type { Event, Snapshot } from '../api/types.js';

/** A part of the page's data: read from the snapshot, kept up to date by events. */
export interface Part {
  load(snapshot: Snapshot): void;
  /** Handlers by type of event. */
  readonly on: Readonly<Record<string, (event: Event) => void>>;
}
