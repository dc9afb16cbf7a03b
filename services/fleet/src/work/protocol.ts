import type { SourceSettings } from '../objects/listing.js';
import type { ObjectResult } from '../results/result.js';
import type { Known } from '../runs/known.js';
import type { RunSettings } from '../runs/settings.js';

/** An object of an order. An order is a request to a thread. */
export interface ThreadObject {
  readonly objectId: number;
  readonly uri: string;
  readonly etag: string;
  readonly size: number;
  /** The object's entry in the run's baseline. */
  readonly known?: Known | undefined;
}

export interface ThreadOrder {
  readonly source: SourceSettings;
  readonly settings: RunSettings;
  /** Text of the run's settings file, and the time at which ignores are checked for expiry. */
  readonly config: string;
  readonly madeMs: number;
  readonly objects: readonly ThreadObject[];
  /** True if denied objects never stop the order, regardless of their number. */
  readonly takesDenials: boolean;
  /** Number of simultaneous objects. */
  readonly atOnce: number;
  /**
   * Memory that is shared with the thread, as an array of cells. The thread increments cell 0 on any
   * progress. Cell 1 tells the thread to stop after the current objects. The other cells have the states of
   * the objects.
   */
  readonly shared: SharedArrayBuffer;
}

/** Number of consecutive denied objects after which the run is held. A changed policy denies all objects. */
export const MAX_DENIED = 32;

export function deniedInARow(count: number, last: string): string {
  return `${count} objects in a row are denied: ${last}`;
}

export const BEAT = 0;
export const STOP = 1;
export const FIRST_STATE = 2;

/** States of an object. If a thread dies, the cause may be an object that was begun and not ended. */
export const WAITING = 0;
export const BEGUN = 1;
export const ENDED = 2;

export type ThreadAnswer =
  | { readonly kind: 'results'; readonly results: readonly ObjectResult[] }
  /** An object that cannot be read for a temporary reason; `index` is its position in the order. */
  | { readonly kind: 'not-now'; readonly index: number; readonly message: string }
  /** An object that the storage denies. */
  | { readonly kind: 'denied'; readonly index: number; readonly message: string }
  /** No object of the source can be read, so the run must be held. */
  | { readonly kind: 'hold'; readonly message: string }
  /** The process lacks memory or files, whatever the object is, so the process must end. */
  | { readonly kind: 'shortage'; readonly message: string }
  | { readonly kind: 'done' };
