/**
 * Sources for pages: dropped or picked files, and URLs by range requests. These sources also work in Node.
 */
export { type BlobLike, blobSource } from './base/source/blob.js';
export { fileReaderSource, type PartedBlob, type PartReader } from './base/source/file-reader.js';
export { type HttpOptions, openHttp } from './base/source/http.js';
export { type HttpNowOptions, openHttpNow, type RequestNow } from './base/source/http-sync.js';
