import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Excerpt } from '../show/report/reporter.js';

/** Reads bytes of a regular file for the hex dumps of a report. */
interface Excerpts {
  readonly excerpt: Excerpt;
  close(): void;
}

/**
 * Returns a reader of excerpts from a file. The file is opened at the first excerpt, because most files have
 * no findings and need no excerpt.
 */
export function excerptsOf(path: string): Excerpts {
  let fd: number | undefined;
  let failed = false;
  const open = (): number | undefined => {
    if (fd !== undefined || failed) return fd;
    try {
      // With O_NONBLOCK, opening does not wait for a writer if a FIFO has replaced the file.
      fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      if (fstatSync(fd).isFile()) return fd;
      closeSync(fd);
    } catch {
      // The file has disappeared after its validation, so that the report has no bytes of the file.
    }
    fd = undefined;
    failed = true;
    return undefined;
  };
  return {
    excerpt(offset, length) {
      const file = open();
      if (file === undefined) return undefined;
      try {
        const bytes = new Uint8Array(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      } catch {
        return undefined;
      }
    },
    close() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}
