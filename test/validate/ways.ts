/** Sources of bytes for the validator: each must give the report for the same bytes in memory. */
import { blobSource } from '../../src/base/source/blob.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { type EngineOptions, validate } from '../../src/check/validate/validate.js';
import { arriving } from '../source/bytes.js';
import { windowed } from '../source/windowed.js';

export const WAYS: Readonly<Record<string, (bytes: Uint8Array) => readonly [Source, EngineOptions]>> = {
  'with the kernel': (bytes) => [memorySource(bytes), { kernel: true }],
  'with the kernel, through windows': (bytes) => [windowed(bytes), { kernel: true, windowSize: 100 }],
  'through windows of 64 bytes': (bytes) => [windowed(bytes), { windowSize: 64 }],
  'through windows': (bytes) => [windowed(bytes), {}],
  'as a stream': (bytes) => [streamSource(arriving(bytes, 77)), { kernel: true }],
  'as a stream, without the kernel': (bytes) => [
    streamSource(arriving(bytes, 1000)),
    { kernel: false, windowSize: 100 },
  ],
  'as a Blob': (bytes) => [blobSource(new Blob([Uint8Array.from(bytes)])), {}],
};

export async function reportOf([source, options]: readonly [Source, EngineOptions], maxPerCode: number) {
  const { bytes, ...report } = await validate(source, { ...options, maxPerCode });
  return { ...report, size: bytes.size };
}
