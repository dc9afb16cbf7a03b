import type { SourceSettings } from '../objects/listing.js';
import type { ObjectResult } from '../results/result.js';
import type { Known } from '../runs/known.js';
import type { RunSettings } from '../runs/settings.js';

/** An object of an order, which is a request to a thread. */
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
  /** Text of the run's file of settings, and the time that decides which ignores have expired. */
  readonly config: string;
  readonly madeMs: number;
  readonly objects: readonly ThreadObject[];
  /** True if denied objects never stop the order, regardless of their number. */
  readonly takesDenials: boolean;
  /** Number of simultaneous objects. */
  readonly atOnce: number;
  /**
   * Cells that are shared with the thread. The thread increments cell 0 on any progress, cell 1 requests a
   * stop after the current objects, and the next cells contain the states of the objects.
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

/** States of an object. If a thread dies, an object that was begun and not ended may be the cause. */
export const WAITING = 0;
export const BEGUN = 1;
export const ENDED = 2;

export type ThreadAnswer =
  | { readonly kind: 'results'; readonly results: readonly ObjectResult[] }
  /** An object that cannot be read now, by index in the order. */
  | { readonly kind: 'not-now'; readonly index: number; readonly message: string }
  /** An object that the storage denies. */
  | { readonly kind: 'denied'; readonly index: number; readonly message: string }
  /** No object of the source can be read: the run has to wait. */
  | { readonly kind: 'hold'; readonly message: string }
  /** The process lacks a resource, independent of the object: it has to end. */
  | { readonly kind: 'shortage'; readonly message: string }
  | { readonly kind: 'done' };
