import { fileTypeFromBuffer } from 'file-type';

/** Types that a browser may show in the page, with their extensions. Files of other types are saved to disk. */
const SHOWN: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/apng': ['png', 'apng'],
  'audio/aac': ['aac'],
  'audio/flac': ['flac'],
  'audio/mp4': ['m4a', 'mp4', 'm4b'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/wav': ['wav'],
  'audio/webm': ['webm', 'weba'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'text', 'log'],
};

/** Other names of the same types, which the sniffer returns. */
const ALIASES: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'video/x-m4v': 'video/mp4',
};

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Number of leading bytes that decide the type. */
export const SNIFFED_BYTES = 4096;

/**
 * Returns the type under which a file is served: the type of its first bytes, if the extension agrees. An HTML page
 * named `.png`, a picture named `.html` and every type that can run scripts (SVG, HTML, XML) are
 * `application/octet-stream`.
 */
export async function servedType(head: Uint8Array, name: string): Promise<string> {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const sniffed = (await fileTypeFromBuffer(head))?.mime;
  const type =
    sniffed === undefined ? (isText(head) ? 'text/plain' : UNKNOWN_TYPE) : (ALIASES[sniffed] ?? sniffed);
  return SHOWN[type]?.includes(extension) ? type : UNKNOWN_TYPE;
}

export function isShownInline(type: string): boolean {
  return type in SHOWN;
}

/** True for UTF-8 without control characters. A character may be cut off at the end of the sample. */
function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 32 && byte !== 27))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
