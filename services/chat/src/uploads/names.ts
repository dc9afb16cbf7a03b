import { type Random, randomText } from '@services/kit/clock';

/** Bytes of a file's name, as file systems bound them. */
const MAX_NAME_BYTES = 255;
const MAX_SLUG_BYTES = 120;
const NAMELESS = 'uploaded-file';

/** Upload paths start with the id of the organization, of which there is one. */
const REALM_ID = '2';

const PATH_ID = /^[0-9]{1,10}\/[0-9a-f]{2}\/[A-Za-z0-9_-]{24,64}\/[^/]+$/;

/** The name that a client gave, fit to show: no folders, no control characters, composed, at most 255 bytes. */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1)!;
  const name = base
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return name === '' || name === '.' || name === '..' ? NAMELESS : shortened(name, MAX_NAME_BYTES);
}

/** The name as the last segment of an address: letters and digits of any script, and `. - _`. */
export function slugOf(name: string): string {
  const slug = name.replace(/\s+/g, '-').replace(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  return /^\.*$/.test(slug) ? NAMELESS : shortened(slug, MAX_SLUG_BYTES);
}

/** A new unguessable path: `2/{2 hex}/{random}/{slug, percent-encoded}`. */
export function newPathId(random: Random, name: string): string {
  const [fan] = random.bytes(1);
  const folder = fan!.toString(16).padStart(2, '0');
  return `${REALM_ID}/${folder}/${randomText(random, 32)}/${encodeURIComponent(slugOf(name))}`;
}

/**
 * The one spelling of a path under which it is stored, whether a text or a request has it percent-encoded or not.
 * Undefined for what is no path of an upload.
 */
export function canonicalPathId(path: string): string | undefined {
  const cut = path.lastIndexOf('/') + 1;
  let slug = path.slice(cut);
  try {
    slug = decodeURIComponent(slug);
  } catch {
    // A stray percent sign: no path that this service made has one.
    return undefined;
  }
  const canonical = path.slice(0, cut) + encodeURIComponent(slug.toWellFormed());
  return PATH_ID.test(canonical) ? canonical : undefined;
}

/** Where the bytes are: the path without the slug, so that no text of a user is a file's name. */
export function storedAt(pathId: string): string {
  return pathId.slice(0, pathId.lastIndexOf('/'));
}

/** Cuts the stem, not the extension, between characters. */
function shortened(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - extension.length)];
  let bytes = extension.length;
  let kept = '';
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept + extension;
}
