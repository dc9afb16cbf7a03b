import { fileReaderSource } from '../../base/source/file-reader.js';
import { openHttpNow } from '../../base/source/http-sync.js';
import type { Source } from '../../base/source/source.js';
import type { Opened } from './opened.js';

/** Opens a synchronous source, which only workers can have. @throws ProtomdlError with a `source-*` code */
export function sourceOf(file: Opened): Source {
  return 'blob' in file ? fileReaderSource(file.blob) : openHttpNow(file.url);
}
