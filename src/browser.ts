/** What a page opens: files that were dropped or picked, and URLs by range requests. Node has both too. */
export { type BlobLike, blobSource } from './source/blob.js';
export { fileReaderSource, type PartedBlob, type PartReader } from './source/file-reader.js';
export { type HttpOptions, openHttp } from './source/http.js';
export { type HttpNowOptions, openHttpNow, type RequestNow } from './source/http-sync.js';
