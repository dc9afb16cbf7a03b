import type { Source } from '../source/source.js';
import { MAX_HEAD_BYTES } from '../wire/limits.js';
import { FIRST_READ, HOP_READ, MEMORY_WINDOW, MIN_HOP, MIN_WINDOW_SIZE, WINDOW_SIZE } from './limits.js';
import { DONE, type Scanner } from './scanner.js';

/** Sees every byte of the source once, in order: a checksum. The bytes are valid during the call only. */
export type Tap = (bytes: Uint8Array) => void;

export interface DriveOptions {
  /** Bytes of the window (default WINDOW_SIZE). Grows while a record must be seen whole. */
  readonly windowSize?: number;
  /** With a tap nothing is skipped: all bytes from `tapFrom` on pass through it as they are read. */
  readonly tap?: Tap;
  readonly tapFrom?: number;
}

/** One read that a drive asks for: fill `target` from `offset`; the answer is the number of bytes. */
interface ReadRequest {
  readonly offset: number;
  readonly target: Uint8Array;
}

/**
 * Feeds a scanner from a source until its message is done: keeps one window, moves it, skips what the
 * scanner skips. Synchronous as long as the source answers at once.
 * @param end absolute offset where the message's bytes end at the latest; infinite when not known
 * @throws ProtomdlError what the source throws
 */
export async function drive(
  scanner: Scanner,
  source: Source,
  end: number,
  options: DriveOptions = {},
): Promise<void> {
  if (source.bytes !== undefined && options.tap === undefined && options.windowSize === undefined) {
    driveMemory(scanner, source.bytes, end);
    return;
  }
  const steps = windows(scanner, source, end, options);
  let step = steps.next();
  while (!step.done) {
    const { offset, target } = step.value;
    const answer = source.read(offset, target);
    step = steps.next(typeof answer === 'number' ? answer : await answer);
  }
}

/** Bytes that are in memory are their own window; only their tail is copied, to have slack behind it. */
function driveMemory(scanner: Scanner, bytes: Uint8Array, end: number): void {
  const stop = Math.min(end, bytes.length);
  for (let from = scanner.keep; from < stop; from = scanner.keep) {
    const limit = Math.min(stop - from, MEMORY_WINDOW);
    if (scanner.run(bytes.subarray(from, from + limit), from, limit, false) === DONE) return;
    if (from + limit === stop) break;
  }
  const from = Math.min(scanner.keep, stop);
  const tail = new Uint8Array(stop - from + MAX_HEAD_BYTES);
  tail.set(bytes.subarray(from, stop));
  scanner.run(tail, from, stop - from, true);
}

/** A buffer for windows: in the accelerator's memory, where there is one, so that nothing has to be copied there. */
function windowOf({ accelerator }: Scanner, size: number): Uint8Array<ArrayBuffer> {
  return accelerator?.window(size) ?? new Uint8Array(size);
}

function* windows(
  scanner: Scanner,
  source: Source,
  end: number,
  options: DriveOptions,
): Generator<ReadRequest, void, number> {
  const size = Math.max(options.windowSize ?? WINDOW_SIZE, MIN_WINDOW_SIZE);
  const { tap } = options;
  let buffer = windowOf(scanner, size + MAX_HEAD_BYTES);
  let base = options.tapFrom ?? scanner.position;
  let filled = 0;
  let chunk = Math.min(size, FIRST_READ);
  for (;;) {
    // Move the window to the first byte that is still needed.
    const keep = scanner.keep;
    const gap = keep - (base + filled);
    if (gap < 0) {
      buffer.copyWithin(0, keep - base, filled);
      filled -= keep - base;
      base = keep;
      chunk = Math.min(chunk * 4, size);
    } else {
      base += filled;
      filled = 0;
      if (tap === undefined && gap >= MIN_HOP) {
        base = Math.min(keep, end);
        chunk = Math.min(size, HOP_READ);
      }
      while (base < Math.min(keep, end)) {
        const length = Math.min(keep - base, end - base, size);
        const read = yield { offset: base, target: buffer.subarray(0, length) };
        tap?.(buffer.subarray(0, read));
        base += read;
        if (read < length) break;
      }
    }
    const wanted = scanner.wanted + (scanner.position - keep);
    if (wanted + MAX_HEAD_BYTES > buffer.length) {
      const before = scanner.accelerator === undefined ? buffer : undefined;
      buffer = windowOf(scanner, wanted + 2 * MAX_HEAD_BYTES);
      if (before !== undefined) buffer.set(before.subarray(0, filled));
    }
    let last = base < keep || base + filled >= end;
    while (!last && filled < wanted) {
      const room = buffer.length - MAX_HEAD_BYTES - filled;
      const length = Math.min(Math.max(chunk, wanted - filled), room, end - base - filled);
      const read = yield { offset: base + filled, target: buffer.subarray(filled, filled + length) };
      tap?.(buffer.subarray(filled, filled + read));
      filled += read;
      last = read < length || base + filled >= end;
    }
    // A stream that ended inside what was skipped: only it knows where.
    if (last && filled === 0) base = Math.min(base, end, source.size ?? base);
    buffer.fill(0, filled, filled + MAX_HEAD_BYTES);
    if (scanner.run(buffer, base, filled, last) === DONE || last) return;
  }
}
