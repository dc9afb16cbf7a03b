import { decodeUtf8, MAX_STRING } from '../../base/wire/utf8.js';

const encoder = new TextEncoder();

/**
 * Returns the text of a JSON string in UTF-8.
 * @param fail throws
 */
export function textOf(
  bytes: Uint8Array,
  from: number,
  to: number,
  escaped: boolean,
  fail: (message: string) => never,
): string {
  if (to - from > MAX_STRING) fail(`a string of ${to - from} bytes is too long to be read as a whole`);
  const raw = decodeUtf8(bytes, from, to);
  if (!escaped) return raw;
  let text: unknown;
  try {
    text = JSON.parse(`"${raw}"`);
  } catch {
    fail('the string has an escape in it that JSON does not know');
  }
  return text as string;
}

export function unescaped(
  bytes: Uint8Array,
  from: number,
  to: number,
  fail: (message: string) => never,
): Uint8Array {
  const text = textOf(bytes, from, to, true, fail);
  if (LONE_SURROGATE.test(text)) fail('the string has half a character in it (a lone surrogate)');
  return encoder.encode(text);
}

const LONE_SURROGATE = /\p{Cs}/u;
