import type { Source } from '../../base/source/source.js';

const PROGRESS_MS = 100;

/** Wraps a source; reports a few times a second how many bytes were read. */
export function watchedSource(source: Source, onProgress: (read: number) => void): Source {
  let read = 0;
  let last = performance.now();
  const count = (bytes: number): number => {
    read += bytes;
    const now = performance.now();
    if (now - last >= PROGRESS_MS) {
      last = now;
      onProgress(read);
    }
    return bytes;
  };
  return {
    get size() {
      return source.size;
    },
    randomAccess: source.randomAccess,
    ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
    read(offset, target) {
      const bytes = source.read(offset, target);
      return typeof bytes === 'number' ? count(bytes) : bytes.then(count);
    },
    close: () => source.close(),
  };
}
