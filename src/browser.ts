/** Sources for pages: dropped or picked files, and URLs by range requests. Node can use these as well. */
export { type BlobLike, blobSource } from './base/source/blob.js';
export { fileReaderSource, type PartedBlob, type PartReader } from './base/source/file-reader.js';
export { type HttpOptions, openHttp } from './base/source/http.js';
export { type HttpNowOptions, openHttpNow, type RequestNow } from './base/source/http-sync.js';
