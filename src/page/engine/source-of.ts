import { wrap } from 'comlink';
import { blobChanged } from '../../base/source/blob.js';
import { fileReaderSource } from '../../base/source/file-reader.js';
import { openHttpNow } from '../../base/source/http-sync.js';
import { type Pace, readingAhead } from '../../base/source/read-ahead.js';
import type { Source } from '../../base/source/source.js';
import type { Crossing, HostedFile, HostedPort } from './opened.js';

/** A request passes through the page and at least two processes; its length hardly matters. */
const HOSTED_PACE: Pace = { least: 128 * 1024, most: 2 * 1024 * 1024, reach: 512 * 1024 };

/**
 * Opens a source: a synchronous one, which only workers can have, except for hosted files. @throws ProtomdlError with
 * a `source-*` code
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
