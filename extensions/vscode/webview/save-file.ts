/** Replaces src/page/text/save-file.ts. */
export { nameBeside } from '../../../src/page/text/save-file.js';
export { saveFile } from './host.js';
