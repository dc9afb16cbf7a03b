import { gzipMembers, tarMembers, zipMembers } from './archive-members.js';
import { LOOKALIKE_BYTES } from './detect.js';
import { laterModel, MAGIC_TEXT, textTransfer } from './text-transfer.js';

interface Kind {
  /**
   * Returns the kind of the file and advice, as the end of a sentence `this is …`; undefined for another
   * kind.
   */
  readonly name: (text: string) => string | undefined;
  /** True for kinds of text, which are not reported if the caller expects a text. */
  readonly isText?: true;
}

const NOT_COMPILED =
  'compile it with the Dataflow Compiler (`hailo parser`, `hailo optimize`, `hailo compiler`)';
const UNPACK = 'unpack it';
/** Name for a model whose archive does not store a name. */
const UNNAMED = 'a model';
const ANSWER = 'check the address and the login, and download it again';

/** Returns a kind of file that is recognized by its first bytes. */
function magic(name: string, bytes: string | RegExp, at = 0): Kind {
  return {
    name: (text) => {
      const isIt = typeof bytes === 'string' ? text.startsWith(bytes, at) : bytes.test(text);
      return isIt ? name : undefined;
    },
  };
}

/** Magic numbers from the formats' own specifications. */
const KINDS: readonly Kind[] = [
  { name: textTransfer },
  { name: lfsPointer },
  { name: htmlPage },
  { name: xmlDocument },
  { name: (text) => archive('a tar archive', tarMembers(text), '`tar -xf`') },
  { name: (text) => archive('a ZIP archive', zipMembers(text), '`unzip`') },
  { name: (text) => archive('a gzip archive', gzipMembers(text), '`gunzip`') },
  magic('an empty ZIP archive', 'PK\x05\x06'),
  magic(`an xz archive: ${UNPACK} (\`unxz\`)`, '\xfd7zXZ\x00'),
  magic(`a Zstandard archive: ${UNPACK} (\`unzstd\`)`, '\x28\xb5\x2f\xfd'),
  magic(`a bzip2 archive: ${UNPACK} (\`bunzip2\`)`, /^BZh[1-9]1AY&SY/),
  magic(`a 7-Zip archive: ${UNPACK} (\`7z x\`)`, '7z\xbc\xaf\x27\x1c'),
  magic(`a TensorFlow Lite model: ${NOT_COMPILED}`, 'TFL3', 4),
  magic(`an HDF5 file (a Keras model?): ${NOT_COMPILED}`, '\x89HDF\r\n\x1a\n'),
  { name: (text) => (isOnnx(text) ? `an ONNX model: ${NOT_COMPILED}` : undefined) },
  magic('a NumPy file', '\x93NUMPY'),
  magic('an ELF binary', '\x7fELF'),
  magic('a PNG picture', '\x89PNG\r\n\x1a\n'),
  magic('a JPEG picture', '\xff\xd8\xff'),
  magic('a PDF document', '%PDF-'),
  { name: laterModel },
  magic(
    'a file that begins with zeros: its bytes were not written, so copy or download it again',
    /^\0{512}/,
  ),
  { name: serverAnswer },
  { name: jsonText, isText: true },
  // This kind is last, because it also matches some of the other kinds.
  { name: plainText, isText: true },
];

export interface LookalikeOptions {
  /** True if the caller expects a text, so that texts are not reported. */
  readonly takesText?: boolean;
}

/**
 * Describes a file that is not a model, and the remedy: `a Git LFS pointer: …`. The text is the end of a
 * sentence `this is …`. Returns undefined for an unknown kind.
 * @param prefix the file's first LOOKALIKE_BYTES bytes, or the whole file if it is shorter
 */
export function lookalike(
  prefix: Uint8Array,
  { takesText = false }: LookalikeOptions = {},
): string | undefined {
  const text = latinText(prefix.subarray(0, LOOKALIKE_BYTES));
  for (const { name, isText = false } of KINDS) {
    const found = isText && takesText ? undefined : name(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Like `lookalike`; also reads the content of a gzip archive. */
export async function lookalikeInside(prefix: Uint8Array): Promise<string | undefined> {
  const text = latinText(prefix.subarray(0, LOOKALIKE_BYTES));
  const names = gzipMembers(text);
  if (names === undefined) return lookalike(prefix);
  const inside = latinText(await gunzipped(prefix));
  const members =
    tarMembers(inside) ??
    (inside.startsWith(MAGIC_TEXT) ? [names.find((name) => /\.hef$/i.test(name)) ?? UNNAMED] : names);
  return archive('a gzip archive', members, tarMembers(inside) === undefined ? '`gunzip`' : '`tar -xzf`');
}

/** Returns the beginning of the content of a gzip archive. The end of the archive may be missing. */
async function gunzipped(prefix: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([prefix.slice()]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  try {
    while (length < LOOKALIKE_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    await reader.cancel();
  } catch {
    // If the archive continues after the prefix, or is damaged, the bytes that were unpacked until the error
    // are used.
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.subarray(0, LOOKALIKE_BYTES);
}

/** Returns bytes as characters, so that regular expressions can match bytes. */
function latinText(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  }
  return parts.join('');
}

/** Describes an archive and the remedy, which depends on the content of the archive. */
function archive(kind: string, members: readonly string[] | undefined, command: string): string | undefined {
  if (members === undefined) return undefined;
  const model = members.find((name) => /\.hef$/i.test(name) || name === UNNAMED);
  const isHar = members.some((name) => /\.(?:hn|alls)$/i.test(name));
  const what = isHar ? 'a HAR' : kind;
  if (model !== undefined) {
    return `${what} with ${model === UNNAMED ? UNNAMED : quoted(model)} inside: ${command} extracts it`;
  }
  if (isHar) return 'a HAR, a network before it is compiled: compile it with `hailo compiler`';
  if (members.some((name) => /(?:^|\/)data\.pkl$/.test(name))) return `a PyTorch model: ${NOT_COMPILED}`;
  const [first] = members;
  const inside = first === undefined ? '' : ` with ${quoted(first)} inside`;
  return `${kind}${inside}: ${UNPACK} (${command})`;
}

function lfsPointer(text: string): string | undefined {
  if (!text.startsWith('version https://git-lfs.github.com/spec/')) return undefined;
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  const what = size === undefined ? '' : ` to a file of ${Number(size).toLocaleString('en-US')} bytes`;
  return `a Git LFS pointer${what}: \`git lfs pull\` fetches the file itself`;
}

function htmlPage(text: string): string | undefined {
  if (!/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)/i.test(text)) return undefined;
  const title = /<title[^>]*>\s*([^<]{1,80}?)\s*</i.exec(text)?.[1];
  return `an HTML page${title === undefined ? '' : ` titled ${quoted(title)}`}: ${ANSWER}`;
}

function xmlDocument(text: string): string | undefined {
  if (!/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|Error>)/i.test(text)) return undefined;
  const reason = /<(?:Message|Code)>\s*([^<]{1,80}?)\s*</.exec(text)?.[1];
  return `an XML document${reason === undefined ? '' : ` that says ${quoted(reason)}`}: ${ANSWER}`;
}

/** Recognizes a one-line response that a server has sent instead of a file, such as `404: Not Found`. */
function serverAnswer(text: string): string | undefined {
  const answer = text.trim();
  const isOne =
    answer.length <= 200 &&
    /^(?:(?:HTTP\/\S+ |error:? )?[45]\d\d\b|(?:\w+ ){0,3}not found\b|forbidden|unauthori[sz]ed|access (?:to \S+ is )?denied|invalid (?:username|credentials))/i.test(
      answer,
    ) &&
    /^[\t\n\r\x20-\x7e]+$/.test(answer);
  return isOne ? `a server's answer instead of a file, ${quoted(answer)}: ${ANSWER}` : undefined;
}

function jsonText(text: string): string | undefined {
  if (!/^\s*\{\s*"/.test(text)) return undefined;
  const reason =
    /^\s*\{\s*"(?:error|message|detail|errors)"\s*:\s*(?:\[?\{[^}]*?"message"\s*:\s*)?"([^"]{1,120})"/.exec(
      text,
    )?.[1];
  if (reason !== undefined) return `a server's answer instead of a file, ${quoted(reason)}: ${ANSWER}`;
  return 'a JSON text: `protomdl assemble` makes a model from the output of `dump`';
}

const PLACEHOLDER = /\b(?:mock|placeholder|place holder|dummy|fake|stub|todo|tbd|sample|example|not a real)/i;

/**
 * Recognizes a text. A model has bytes near its beginning that are not text. The last character of a prefix
 * may be cut.
 */
function plainText(text: string): string | undefined {
  if (!/^(?:[\t\n\r\x20-\x7e]|[\xc2-\xf4][\x80-\xbf]{1,3}){4,}[\xc2-\xf4]?$/.test(text)) return undefined;
  const [line = ''] = text.trim().split(/[\r\n]/, 1);
  const start = quoted(line.length > 60 ? `${line.slice(0, 57)}...` : line);
  return PLACEHOLDER.test(text.slice(0, 1000))
    ? `a placeholder, the text ${start}: put the compiled model in its place`
    : `a text that begins with ${start}: check the origin of the file`;
}

function quoted(latin: string): string {
  const bytes = Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
  return JSON.stringify(new TextDecoder().decode(bytes));
}

/** Wire types of the fields of onnx.ModelProto after the first field, by field number. */
const ONNX_FIELDS: Readonly<Record<number, 0 | 2>> = {
  2: 2,
  3: 2,
  4: 2,
  5: 0,
  6: 2,
  7: 2,
  8: 2,
  14: 2,
  20: 2,
  25: 2,
};
const ONNX_TEXTS: readonly number[] = [2, 3, 4, 6];

/** Recognizes an ONNX model: ir_version (field 1, a small number), followed by fields of a model. */
function isOnnx(text: string): boolean {
  const version = text.charCodeAt(1);
  if (!text.startsWith('\b') || !(version > 0 && version < 0x20)) return false;
  let at = 2;
  let fields = 0;
  while (at < text.length) {
    const [tag, afterTag] = varintAt(text, at);
    const field = tag >>> 3;
    if (ONNX_FIELDS[field] !== (tag & 7)) return fields > 1;
    const [value, afterValue] = varintAt(text, afterTag);
    at = (tag & 7) === 2 ? afterValue + value : afterValue;
    if (ONNX_TEXTS.includes(field) && /[^\t-\r\x20-\xff]/.test(text.slice(afterValue, at))) return false;
    fields++;
  }
  return fields > 0;
}

/** Reads a varint of at most five bytes; returns its value and its end. */
function varintAt(text: string, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = text.charCodeAt(at + i);
    if (Number.isNaN(byte)) return [0, text.length];
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, at + i + 1];
  }
  return [0, at + 5];
}
