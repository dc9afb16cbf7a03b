export { createHttp, type HttpOptions } from './create-http.js';
export { listen, stopHttp } from './listen.js';
export { type ByteRange, parseRange } from './range.js';
