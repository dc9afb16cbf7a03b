/**
 * What a worker thread runs; piscina calls the default export. Built to JavaScript under another name than
 * worker.js, which piscina would take for its own (see scripts/build.ts).
 */
export { runTask as default } from './outcome.js';
