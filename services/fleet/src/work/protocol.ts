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
  /** True: objects that the storage denies do not stop the order, however many there are. */
  readonly takesDenials: boolean;
  /** Objects under way at a time. */
  readonly atOnce: number;
  /**
   * Shared with the thread: [0] grows whenever something goes on, [1] set asks it to stop after what is under way; then
   * the state of each object.
   */
  readonly shared: SharedArrayBuffer;
}

/** Objects in a row that the storage denies, after which the run waits: a policy that was changed denies all. */
export const MAX_DENIED = 32;

export function deniedInARow(count: number, last: string): string {
  return `${count} objects in a row are denied: ${last}`;
}

export const BEAT = 0;
export const STOP = 1;
export const FIRST_STATE = 2;

/** States of an object. What was begun and has no answer when a thread dies may be what it died of. */
export const WAITING = 0;
export const BEGUN = 1;
export const ENDED = 2;

export type ThreadAnswer =
  | { readonly kind: 'results'; readonly results: readonly ObjectResult[] }
  /** Objects that cannot be read now, by their place in the order. */
  | { readonly kind: 'not-now'; readonly index: number; readonly message: string }
  /** Objects that the storage denies. */
  | { readonly kind: 'denied'; readonly index: number; readonly message: string }
  /** Nothing of the source can be read: the run has to wait. */
  | { readonly kind: 'hold'; readonly message: string }
  /** The process lacks what no object needs: it has to end. */
  | { readonly kind: 'shortage'; readonly message: string }
  | { readonly kind: 'done' };
