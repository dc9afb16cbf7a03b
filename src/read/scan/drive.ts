import type { Source } from '../../base/source/source.js';
import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { MEMORY_WINDOW } from './limits.js';
import { DONE, type Scanner } from './scanner.js';
import { type DriveOptions, NO_READ, Windows } from './windows.js';

/**
 * Windows of the last scan, which the next scan reuses. When the last object of a class is collected, V8
 * drops the code compiled for the class, and compiling again takes longer than skipping over 256 MB.
 */
let resting: Windows | undefined;

/**
 * Feeds a scanner from a source until its message is complete, and skips the bytes that the scanner skips.
 * Runs synchronously while the source answers at once; returns no promise if the bytes are in memory.
 * @param end absolute offset of the latest end of the message's bytes; infinite when not known
 * @throws ProtomdlError if the source throws
 */
export function drive(
  scanner: Scanner,
  source: Source,
  end: number,
  options: DriveOptions = {},
): Promise<void> | undefined {
  if (source.bytes === undefined || options.tap !== undefined || options.windowSize !== undefined) {
    return driveWindows(scanner, source, end, options);
  }
  driveMemory(scanner, source.bytes, end);
  return undefined;
}

async function driveWindows(
  scanner: Scanner,
  source: Source,
  end: number,
  options: DriveOptions,
): Promise<void> {
  const windows = resting ?? new Windows();
  resting = undefined;
  windows.start(scanner, end, options);
  let read = windows.run(scanner, source, NO_READ);
  while (read !== undefined) read = windows.run(scanner, source, await read);
  windows.release();
  resting = windows;
}

/**
 * Scans bytes in memory, which are used as a window. Only their tail is copied, to have slack after the last
 * byte.
 */
function driveMemory(scanner: Scanner, bytes: Uint8Array, end: number): void {
  const stop = Math.min(end, bytes.length);
  for (let from = scanner.keep; from < stop; from = scanner.keep) {
    const limit = Math.min(stop - from, MEMORY_WINDOW);
    const window = limit === bytes.length ? bytes : bytes.subarray(from, from + limit);
    if (scanner.run(window, from, limit, false) === DONE) return;
    if (from + limit === stop) break;
  }
  const from = Math.min(scanner.keep, stop);
  const tail = new Uint8Array(stop - from + MAX_HEAD_BYTES);
  // The few bytes are copied one by one, because making a view takes longer.
  if (stop - from <= 2 * MAX_HEAD_BYTES)
    for (let i = from; i < stop; i++) tail[i - from] = bytes[i] as number;
  else tail.set(bytes.subarray(from, stop));
  scanner.run(tail, from, stop - from, true);
}
