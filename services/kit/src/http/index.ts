export { createHttp, type HttpOptions } from './create-http.js';
export { listen, stopHttp } from './listen.js';
