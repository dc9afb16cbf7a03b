import { fileTypeFromBuffer } from 'file-type';

/** What a browser may show in place, with the extensions that go with it. All else is saved to disk. */
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

/** Other names of the same types, as the sniffer gives them. */
const ALIASES: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'video/x-m4v': 'video/mp4',
};

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Bytes that decide the type. */
export const SNIFFED_BYTES = 4096;

/**
 * The type under which a file is served: what its first bytes are, if the extension agrees. A page of HTML named
 * `.png`, a picture named `.html` and everything that runs scripts (SVG, HTML, XML) are `application/octet-stream`.
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

/** UTF-8 without control characters. A character that the end of the sample cuts is fine. */
function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 32 && byte !== 27))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
