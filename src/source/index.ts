/** The sources that work in every runtime; those that need Node are in file.ts and node-stream.ts. */
export { type BlobLike, blobSource } from './blob.js';
export { type CountingOptions, type CountingSource, countingSource } from './counting.js';
export { fileReaderSource, type PartedBlob, type PartReader } from './file-reader.js';
export { type HttpOptions, openHttp } from './http.js';
export { type HttpNowOptions, openHttpNow, type RequestNow } from './http-sync.js';
export { type MemoryContent, memorySource } from './memory.js';
export type { Source } from './source.js';
export { type ByteStream, type ReadableBytes, streamSource } from './stream.js';
