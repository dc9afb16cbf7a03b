import { refusedSettings, type SmithSettings } from './settings.js';

/** Tolerance for the size of a file: a hundredth. */
const TOLERANCE = 100;
/** Number of actions with which the average size of an action is measured. */
const SAMPLE = 20_000;
/**
 * Maximum number of measurements, each of which makes the file once. Three corrections suffice if the size is
 * nearly linear.
 */
const ATTEMPTS = 6;
/** The size of a configuration write is a multiple of 8 bytes, at least this many. */
const LEAST_BLOB = 16;

interface Grown {
  readonly blobs: { readonly count: number; readonly last: number };
  readonly actions: number;
}

/**
 * Returns the size of a file with `blobs` configuration writes and `actions` actions. `last` is the size of
 * the last write; 0 if the last write is like the others.
 */
type Measure = (blobs: number, last: number, actions: number) => number;

/**
 * Computes the number of configuration writes or actions for the target size.
 * @throws ProtomdlError `smith-option` if the rest of the file is larger than the target size, or the size
 * cannot be adjusted finely enough
 */
export function grow(settings: SmithSettings, measure: Measure): Grown {
  return settings.grows === 'blobs' ? growBlobs(settings, measure) : growActions(settings, measure);
}

function growBlobs({ targetBytes: target = 0, blob, actions }: SmithSettings, measure: Measure): Grown {
  const empty = measure(0, 0, actions);
  let count = Math.max(0, Math.round((target - empty) / (blob + 16)));
  for (let attempt = 0; attempt < ATTEMPTS && count > 0; attempt++) {
    const size = measure(count, 0, actions);
    const steps = Math.round((target - size) / ((size - empty) / count));
    if (steps === 0) break;
    count = Math.max(0, count + steps);
  }
  if (count === 0) return closeEnough({ blobs: { count, last: 0 }, actions }, target, empty);
  // The size of the last write is adjusted to reach the target size.
  const plain = measure(count - 1, 0, actions);
  const first = Math.max(LEAST_BLOB, Math.round((target - plain - 16) / 8) * 8);
  const firstSize = measure(count, first, actions);
  const last = Math.max(LEAST_BLOB, first + Math.round((target - firstSize) / 8) * 8);
  const size = measure(count, last, actions);
  if (isClose(size, target)) return { blobs: { count, last }, actions };
  // The size of a padded file grows in steps, so the correction may have skipped the best size.
  if (measure(count, LEAST_BLOB, actions) > target) {
    const fewer = bisected(0, count, target, (count) => measure(count, 0, actions));
    return closeEnough({ blobs: { count: fewer.at, last: 0 }, actions }, target, fewer.size);
  }
  const longer = bisected(LEAST_BLOB / 8, Math.max(first, last) / 8, target, (eighths) =>
    measure(count, 8 * eighths, actions),
  );
  return closeEnough({ blobs: { count, last: 8 * longer.at }, actions }, target, longer.size);
}

/**
 * Finds a number from `low` to `high` whose size is closest to the target. The size must grow with the
 * number.
 */
function bisected(low: number, high: number, target: number, sizeAt: (at: number) => number) {
  let nearest = { at: low, size: Number.POSITIVE_INFINITY };
  for (;;) {
    const at = Math.floor((low + high) / 2);
    const size = sizeAt(at);
    if (Math.abs(target - size) < Math.abs(target - nearest.size)) nearest = { at, size };
    if (low >= high || isClose(size, target)) return nearest;
    if (size < target) low = at + 1;
    else high = at;
  }
}

function growActions({ targetBytes: target = 0, blobs }: SmithSettings, measure: Measure): Grown {
  const none = { count: blobs, last: 0 };
  const empty = measure(blobs, 0, 0);
  let actions = Math.min(SAMPLE, Math.max(0, Math.round((target - empty) / 20)));
  let size = actions === 0 ? empty : measure(blobs, 0, actions);
  for (let attempt = 0; attempt < ATTEMPTS && actions > 0; attempt++) {
    if (Math.abs(target - size) * 2 * TOLERANCE <= target) break;
    actions = Math.max(1, Math.round((actions * (target - empty)) / Math.max(1, size - empty)));
    size = measure(blobs, 0, actions);
  }
  return closeEnough({ blobs: none, actions }, target, size);
}

function isClose(size: number, target: number): boolean {
  return Math.abs(target - size) * TOLERANCE <= target;
}

function closeEnough(grown: Grown, target: number, size: number): Grown {
  if (isClose(size, target)) return grown;
  throw refusedSettings(`${target} bytes cannot be met within a hundredth: the nearest is ${size}`);
}
