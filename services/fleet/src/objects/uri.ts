/**
 * URLs of objects: printable ASCII for any key or file name, exactly one for each object. The class `URL` is
 * not used, because it would resolve segments such as `..`, which are ordinary characters in a key.
 */

/** Matches bytes that are not escaped. All other bytes are written as `%XX`. */
const PLAIN = /[A-Za-z0-9\-._~/!$&'()*+,;=:@]/;

function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    text += byte < 0x80 && PLAIN.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

const ONLY_PLAIN = /^[A-Za-z0-9\-._~/!$&'()*+,;=:@]*$/;

function encode(text: string): string {
  return ONLY_PLAIN.test(text) ? text : encodeBytes(Buffer.from(text));
}

/** @throws RangeError for invalid percent-encoding */
function decodeBytes(text: string): Buffer {
  // Most texts have no escapes; checking for this first takes a tenth of the time of decoding.
  if (!text.includes('%')) return Buffer.from(text);
  const parts: Buffer[] = [];
  for (const [part] of text.matchAll(/%[0-9A-Fa-f]{2}|[^%]+|%/g)) {
    if (part === '%') throw new RangeError(`${text}: % without two digits`);
    parts.push(part.startsWith('%') ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part));
  }
  return Buffer.concat(parts);
}

export interface S3Place {
  readonly bucket: string;
  readonly key: string;
}

export function s3Uri({ bucket, key }: S3Place): string {
  return `s3://${bucket}/${encode(key)}`;
}

/** @throws RangeError for a URL that does not match `s3://bucket/key` */
export function parseS3Uri(uri: string): S3Place {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(uri) ?? [];
  if (bucket === undefined || key === undefined) throw new RangeError(`${uri}: s3://bucket/key is expected`);
  const bytes = decodeBytes(key);
  return { bucket, key: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
}

/** Decodes form encoding: a plus sign is a space. Returns undefined for bytes that are not UTF-8. */
export function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return undefined;
  }
}

/** @param path absolute path; bytes, because a file name need not be Unicode */
export function fileUri(path: string | Uint8Array): string {
  return `file://${typeof path === 'string' ? encode(path) : encodeBytes(path)}`;
}

/** Returns the path of a `file://` URL, as a string if it is Unicode, otherwise as bytes. */
export function pathOfUri(uri: string): string | Buffer {
  const path = uri.slice('file://'.length);
  if (!path.includes('%')) return path;
  const bytes = decodeBytes(path);
  const text = bytes.toString();
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : bytes;
}

export function schemeOf(uri: string): string {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(uri)?.[1]?.toLowerCase() ?? '';
}

/**
 * Converts a URL to a text to show: decoded, with characters escaped that a terminal or a spreadsheet would
 * interpret.
 */
export function shownUri(uri: string): string {
  let text = uri;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(decodeBytes(uri));
  } catch {
    return uri;
  }
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
