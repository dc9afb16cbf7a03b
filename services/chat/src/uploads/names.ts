import { type Random, randomText } from '@services/kit/clock';

/** Maximum length of a file's name in usual file systems, in bytes. */
const MAX_NAME_BYTES = 255;
const MAX_SLUG_BYTES = 120;
const NAMELESS = 'uploaded-file';

/** Upload paths start with the id of the organization, which is always the same. */
const REALM_ID = '2';

const PATH_ID = /^[0-9]{1,10}\/[0-9a-f]{2}\/[A-Za-z0-9_-]{24,64}\/[^/]+$/;

/**
 * Returns the client's file name in a form that is safe to show: no folders, no control characters, normalised, at
 * most 255 bytes.
 */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1)!;
  const name = base
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this removes control characters
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return name === '' || name === '.' || name === '..' ? NAMELESS : shortened(name, MAX_NAME_BYTES);
}

/** Returns the name as the last segment of a URL: letters and digits of any script, and `. - _`. */
export function slugOf(name: string): string {
  const slug = name.replace(/\s+/g, '-').replace(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  return /^\.*$/.test(slug) ? NAMELESS : shortened(slug, MAX_SLUG_BYTES);
}

/** Returns a new unguessable path: `2/{2 hex}/{random}/{slug, percent-encoded}`. */
export function newPathId(random: Random, name: string): string {
  const [fan] = random.bytes(1);
  const folder = fan!.toString(16).padStart(2, '0');
  return `${REALM_ID}/${folder}/${randomText(random, 32)}/${encodeURIComponent(slugOf(name))}`;
}

/**
 * Returns the spelling under which a path is stored; the given path may be percent-encoded or not. Undefined if the
 * text is not a path of an upload.
 */
export function canonicalPathId(path: string): string | undefined {
  const cut = path.lastIndexOf('/') + 1;
  let slug = path.slice(cut);
  try {
    slug = decodeURIComponent(slug);
  } catch {
    // A stray percent sign never occurs in a path that this service made.
    return undefined;
  }
  const canonical = path.slice(0, cut) + encodeURIComponent(slug.toWellFormed());
  return PATH_ID.test(canonical) ? canonical : undefined;
}

/**
 * Returns the storage path of the file: the path without its last segment, so that no user's text becomes a file name.
 */
export function storedAt(pathId: string): string {
  return pathId.slice(0, pathId.lastIndexOf('/'));
}

/** Shortens a file name between characters, and keeps its extension. */
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
