import type { Source } from '../../source/source.js';

const PROGRESS_MS = 100;

export interface Watch {
  /** Told how many bytes were read so far, a few times a second. */
  readonly onProgress?: (read: number) => void;
  /** Lets others do something, when it is time for that. */
  readonly turn?: () => Promise<void> | undefined;
}

/** The same source, which tells what is read of it and lets others have a turn between two reads. */
export function watchedSource(source: Source, { onProgress, turn }: Watch): Source {
  let read = 0;
  let told = performance.now();
  const count = (bytes: number): number => {
    read += bytes;
    if (onProgress === undefined) return bytes;
    const now = performance.now();
    if (now - told >= PROGRESS_MS) {
      told = now;
      onProgress(read);
    }
    return bytes;
  };
  const readNow = (offset: number, target: Uint8Array): number | Promise<number> => {
    const bytes = source.read(offset, target);
    return typeof bytes === 'number' ? count(bytes) : bytes.then(count);
  };
  return {
    get size() {
      return source.size;
    },
    randomAccess: source.randomAccess,
    ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
    read(offset, target) {
      const pause = turn?.();
      return pause === undefined ? readNow(offset, target) : pause.then(() => readNow(offset, target));
    },
    close: () => source.close(),
  };
}
