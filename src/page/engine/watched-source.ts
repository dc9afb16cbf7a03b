import type { Source } from '../../base/source/source.js';

const PROGRESS_MS = 100;

/** The same source, which tells a few times a second how many bytes of it were read so far. */
export function watchedSource(source: Source, onProgress: (read: number) => void): Source {
  let read = 0;
  let told = performance.now();
  const count = (bytes: number): number => {
    read += bytes;
    const now = performance.now();
    if (now - told >= PROGRESS_MS) {
      told = now;
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
