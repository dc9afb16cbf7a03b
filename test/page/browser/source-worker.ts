/** A worker that reads through our sources, for a test: bundled, and served beside its own page. */
import type { Source } from '../../../src/base/source/source.js';
import { fileReaderSource, openHttpNow } from '../../../src/browser.js';

export interface ReadingOrder {
  /** A picked file, or an address relative to the page. */
  readonly from: File | string;
  readonly reads: readonly (readonly [offset: number, length: number])[];
}

/** For each read the number of bytes and the bytes; or the error. */
export type ReadingResult = { readonly size: number; readonly parts: readonly string[]; readonly ms: number };

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let latest: Source | undefined;

function read(source: Source, offset: number, length: number): string {
  const target = new Uint8Array(length);
  try {
    const count = source.read(offset, target);
    return typeof count === 'number' ? hexOf(target.subarray(0, count)) : 'a promise';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadingOrder>) => {
  const began = performance.now();
  // A request without a source continues with the open source.
  if (data.from !== '') {
    latest =
      typeof data.from === 'string'
        ? openHttpNow(new URL(data.from, location.href))
        : fileReaderSource(data.from);
  }
  const source = latest as Source;
  const parts = data.reads.map(([offset, length]) => read(source, offset, length));
  self.postMessage({ size: source.size ?? -1, parts, ms: performance.now() - began } satisfies ReadingResult);
});
