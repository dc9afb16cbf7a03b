import { LOOKALIKE_BYTES } from './detect.js';

interface Kind {
  /** After `this is`. */
  readonly name: string;
  /** Advice for the user, if there is any. */
  readonly remedy?: string;
  readonly magic: string | RegExp | ((text: string) => boolean);
  readonly at?: number;
  /** A text that a reader of texts may accept. */
  readonly isText?: true;
}

const NOT_COMPILED = 'compile it first';
const UNPACK = 'the model may be inside';
const PAGE = 'a download that needed a login, or a wrong address, ends so';

/** Magic numbers from the formats' own specifications. Text is matched as Latin-1, so that bytes are characters. */
const KINDS: readonly Kind[] = [
  {
    name: 'a Git LFS pointer',
    remedy: '`git lfs pull` fetches the file it stands for',
    magic: 'version https://git-lfs.github.com/spec/',
  },
  { name: 'an HTML page', remedy: PAGE, magic: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)/i },
  { name: 'an XML document', remedy: PAGE, magic: /^(?:\xef\xbb\xbf)?\s*<\?xml/i },
  { name: 'a ZIP archive', remedy: UNPACK, magic: 'PK\x03\x04' },
  { name: 'an empty ZIP archive', magic: 'PK\x05\x06' },
  { name: 'a gzip archive', remedy: UNPACK, magic: '\x1f\x8b\x08' },
  { name: 'an xz archive', remedy: UNPACK, magic: '\xfd7zXZ\x00' },
  { name: 'a Zstandard archive', remedy: UNPACK, magic: '\x28\xb5\x2f\xfd' },
  { name: 'a bzip2 archive', remedy: UNPACK, magic: /^BZh[1-9]1AY&SY/ },
  { name: 'a 7-Zip archive', remedy: UNPACK, magic: '7z\xbc\xaf\x27\x1c' },
  { name: 'a tar archive', remedy: UNPACK, magic: 'ustar', at: 257 },
  { name: 'a TensorFlow Lite model', remedy: NOT_COMPILED, magic: 'TFL3', at: 4 },
  { name: 'an HDF5 file (a Keras model?)', remedy: NOT_COMPILED, magic: '\x89HDF\r\n\x1a\n' },
  { name: 'an ONNX model', remedy: NOT_COMPILED, magic: isOnnx },
  { name: 'a NumPy file', magic: '\x93NUMPY' },
  { name: 'an ELF binary', magic: '\x7fELF' },
  { name: 'a PNG picture', magic: '\x89PNG\r\n\x1a\n' },
  { name: 'a JPEG picture', magic: '\xff\xd8\xff' },
  { name: 'a PDF document', magic: '%PDF-' },
  {
    name: 'a JSON text',
    remedy: '`protomdl assemble` makes a model of what `dump` wrote',
    magic: /^\s*\{\s*"/,
    isText: true,
  },
  // Last, for it is true of some of the others. A model has bytes of other kinds soon; the last letter may be cut.
  {
    name: 'a text',
    magic: /^(?:[\t\n\r\x20-\x7e]|[\xc2-\xf4][\x80-\xbf]{1,3}){8,}[\xc2-\xf4]?$/,
    isText: true,
  },
];

export interface LookalikeOptions {
  /** True if a text is expected: texts are then not reported. */
  readonly takesText?: boolean;
}

/**
 * Describes a file that is not a model, as the end of a sentence: `a Git LFS pointer: …`. Undefined if
 * unknown.
 * @param prefix the file's first LOOKALIKE_BYTES bytes, or all that it has
 */
export function lookalike(
  prefix: Uint8Array,
  { takesText = false }: LookalikeOptions = {},
): string | undefined {
  const text = String.fromCharCode(...prefix.subarray(0, LOOKALIKE_BYTES));
  const kind = KINDS.find(({ magic, at = 0, isText = false }) => {
    if (isText && takesText) return false;
    if (typeof magic === 'string') return text.startsWith(magic, at);
    return typeof magic === 'function' ? magic(text) : magic.test(text);
  });
  if (kind === undefined) return undefined;
  return kind.remedy === undefined ? kind.name : `${kind.name}: ${kind.remedy}`;
}

/** ir_version (field 1, a small number), then the producer's name (field 2), as exporters write them. */
function isOnnx(text: string): boolean {
  const version = text.charCodeAt(1);
  const length = text.charCodeAt(3);
  const name = text.slice(4, 4 + length);
  return (
    text.startsWith('\b') &&
    version > 0 &&
    version < 0x20 &&
    text[2] === '\x12' &&
    length > 1 &&
    length < 0x40 &&
    /^[\w .+-]+$/.test(name)
  );
}
