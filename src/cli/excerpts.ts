import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Excerpt } from '../show/report/reporter.js';

/** Bytes of a regular file for the report's hex, and a way to close the file. */
interface Excerpts {
  readonly excerpt: Excerpt;
  close(): void;
}

/** Opened at the first excerpt: most files have no findings and need no excerpt. */
export function excerptsOf(path: string): Excerpts {
  let fd: number | undefined;
  let failed = false;
  const open = (): number | undefined => {
    if (fd !== undefined || failed) return fd;
    try {
      // Does not wait for a writer, in case a FIFO has replaced the file.
      fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      if (fstatSync(fd).isFile()) return fd;
      closeSync(fd);
    } catch {
      // The file was validated and has disappeared since. The report omits its bytes.
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
