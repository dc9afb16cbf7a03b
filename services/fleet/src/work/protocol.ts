import type { SourceSettings } from '../objects/listing.js';
import type { ObjectResult } from '../results/result.js';
import type { Known } from '../runs/known.js';
import type { RunSettings } from '../runs/settings.js';

/** Objects as a thread gets them. */
export interface ThreadObject {
  readonly objectId: number;
  readonly uri: string;
  readonly etag: string;
  readonly size: number;
  /** What the run's baseline has of it. */
  readonly known?: Known | undefined;
}

export interface ThreadOrder {
  readonly source: SourceSettings;
  readonly settings: RunSettings;
  /** Text of the run's file of settings, and the moment that decides which ignores have ended. */
  readonly config: string;
  readonly madeMs: number;
  readonly objects: readonly ThreadObject[];
  /** Objects under way at a time. */
  readonly atOnce: number;
  /** Whether a refusal of the storage is the object's result, however many there are in a row. */
  readonly takesRefusals: boolean;
  /**
   * Shared with the thread: [0] grows whenever something goes on, [1] set asks it to stop after what is under way; then
   * the state of each object.
   */
  readonly shared: SharedArrayBuffer;
}

export const BEAT = 0;
export const STOP = 1;
export const FIRST_STATE = 2;

/** States of an object. What was begun and has no answer when a thread dies may be what it died of. */
export const WAITING = 0;
export const BEGUN = 1;
export const ENDED = 2;

/** Why none of the other objects need be tried. */
export interface Stop {
  /** Whose fault it is: the run's, this worker's lack of what the run needs, or this machine's. */
  readonly of: 'run' | 'run-here' | 'worker';
  readonly message: string;
}

/** Why an object has no result. */
export type Put = 'not-now' | 'refused' | 'archived';

export type ThreadAnswer =
  | { readonly kind: 'results'; readonly results: readonly ObjectResult[] }
  /** An object that has no result, by its place in the order. */
  | { readonly kind: 'put'; readonly put: Put; readonly index: number; readonly message: string }
  | { readonly kind: 'stop'; readonly stop: Stop }
  | { readonly kind: 'done' };
