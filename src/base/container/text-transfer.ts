/**
 * Recognizes framed files that were damaged by a transfer as text. Files are passed as texts in which each
 * character is a byte (Latin-1).
 */

/** The first bytes of a framed file. */
export const MAGIC_TEXT = '\x01HEF';
const UTF16_MAGIC = '\xff\xfe\x01\x00H\x00E\x00F\x00';
/** The magic in base64 without its last bits, alone or in a data URL, and the digits after it. */
const BASE64 = /^(data:[^,]{0,200};base64,)?AUhFR([\w+/-]*)/;
/** The magic as hexadecimal digits, also after an offset. */
const HEX_MAGIC = /^(?:0+:? +)?01 ?48 ?45 ?46/;
/** U+FFFD in UTF-8, which replaces bytes that are not valid text. */
const REPLACED = '\xef\xbf\xbd';
/** Minimum number of signs of damage, because fewer signs may occur by chance. */
const LEAST_SIGNS = 4;

const AGAIN = 'transfer it again in binary mode';

/**
 * Describes the damage to a framed file, and the remedy, as the end of a sentence `this is …`. Returns
 * undefined without signs of damage.
 */
export function textTransfer(text: string): string | undefined {
  if (text.startsWith(UTF16_MAGIC)) return `a model that was written as a UTF-16 text: ${AGAIN}`;
  const [isBase64, dataUrl, digits] = BASE64.exec(text) ?? [];
  if (isBase64 !== undefined) {
    const decode = /[-_]/.test(digits ?? '') ? 'basenc --base64url -d' : 'base64 -d';
    return `a model in base64: \`${dataUrl === undefined ? '' : 'cut -d, -f2 | '}${decode}\` gives the file`;
  }
  if (HEX_MAGIC.test(text)) {
    return 'a hex dump of a model: `xxd -r` gives the file (`xxd -r -p` if the lines have no offsets)';
  }
  if (!text.startsWith(MAGIC_TEXT)) return undefined;
  if (hasOnlyCrLf(text)) {
    return `a model that was transferred in text mode, which turned each line feed into CR LF: ${AGAIN} (FTP: \`binary\`; Git: \`*.hef binary\` in .gitattributes)`;
  }
  const high = text.match(/[\x80-\xff]+/g) ?? [];
  if (high.length < LEAST_SIGNS) return undefined;
  // The last sequence is ignored, because it may be cut.
  const whole = high.slice(0, -1);
  const isUtf8 = whole.every((run) =>
    /^(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+$/.test(run),
  );
  if (!isUtf8) return undefined;
  if (whole.some((run) => run.includes(REPLACED))) {
    return `a model that was read as a UTF-8 text, which replaced bytes by U+FFFD and lost them: ${AGAIN}`;
  }
  return `a model that was written as a UTF-8 text, which turned each byte from 80 to ff into two: ${AGAIN}`;
}

/** Finds a header after other bytes, such as a byte order mark or the headers of an HTTP response. */
export function laterModel(text: string): string | undefined {
  if (text.startsWith(MAGIC_TEXT)) return undefined;
  const before = text.slice(0, 4096).indexOf(`${MAGIC_TEXT}\0\0\0`);
  if (before < 0) return undefined;
  return `a model after ${before} other ${before === 1 ? 'byte' : 'bytes'}: \`tail -c +${before + 1}\` removes them`;
}

function hasOnlyCrLf(text: string): boolean {
  const feeds = text.split('\n').slice(0, -1);
  return feeds.length >= LEAST_SIGNS && feeds.every((before) => before.endsWith('\r'));
}
