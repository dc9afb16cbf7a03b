import { fileReaderSource } from '../../base/source/file-reader.js';
import { openHttpNow } from '../../base/source/http-sync.js';
import type { Source } from '../../base/source/source.js';
import type { Opened } from './opened.js';

/** Sources that answer at once, which only workers have. @throws ProtomdlError with a `source-*` code */
export function sourceOf(file: Opened): Source {
  return 'blob' in file ? fileReaderSource(file.blob) : openHttpNow(file.url);
}
