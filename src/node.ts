/** What needs Node: files, FIFOs, standard input. */
export { openFile } from './source/file.js';
export { nodeStreamSource, standardInputSource } from './source/node-stream.js';
export { validateFile } from './validate/validate-file.js';
