import { wrap } from 'comlink';
import { blobChanged } from '../../base/source/blob.js';
import { fileReaderSource } from '../../base/source/file-reader.js';
import { openHttpNow } from '../../base/source/http-sync.js';
import { type Pace, readingAhead } from '../../base/source/read-ahead.js';
import type { Source } from '../../base/source/source.js';
import type { Crossing, HostedFile, HostedPort } from './opened.js';

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

/**
 * Sizes of reads from a hosted file. A request passes through the page and at least two processes, so its
 * duration hardly depends on its size.
 */
const HOSTED_PACE: Pace = { least: 128 * 1024, most: 2 * 1024 * 1024, reach: 512 * 1024 };

/**
 * Opens a source for a file. The source of a hosted file is asynchronous; all other sources are synchronous,
 * and require a worker. @throws ProtomdlError with a `source-*` code
 */
export function pageSource(file: Crossing): Source {
  if ('blob' in file) return fileReaderSource(file.blob);
  return 'url' in file ? openHttpNow(file.url) : hostedSource(file);
}

function hostedSource({ size, port }: HostedPort): Source {
  const read = wrap<HostedFile['read']>(port);
  return readingAhead(size, HOSTED_PACE, async (offset, length) => {
    const bytes = new Uint8Array(await read(offset, length));
    if (bytes.length !== length) throw blobChanged(offset);
    return bytes;
  });
}
