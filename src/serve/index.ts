/** Serves the page and its files to browsers of this machine. */
export {
  type ListedFile,
  type PageFile,
  type PageFolder,
  PageMissing,
  readPageFolder,
  withFileList,
} from './page-folder.js';
export { CONTENT_POLICY } from './security-headers.js';
export { type PageOptions, type PageServer, servePage } from './serve-page.js';
