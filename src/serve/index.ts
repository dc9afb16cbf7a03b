/** Serves the page and its files to browsers of this machine. */

export { CONTENT_POLICY } from './answer.js';
export {
  type ListedFile,
  type PageFile,
  type PageFolder,
  PageMissing,
  readPageFolder,
  withFileList,
} from './page-folder.js';
export { type PageOptions, type PageServer, servePage } from './serve-page.js';
