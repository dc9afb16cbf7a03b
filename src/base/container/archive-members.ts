/**
 * Reads the names of the files in an archive from its beginning. Archives are passed as texts in which each
 * character is a byte (Latin-1).
 */

const TAR_BLOCK = 512;
const TAR_MAGIC_AT = 257;
const ZIP_MEMBER = 'PK\x03\x04';
/** Size in bytes of the header before the name of a member. */
const ZIP_HEADER = 30;
/** Flag of a gzip header: the name of the file follows the ten bytes of the header. */
const GZIP_NAME = 0x08;
const GZIP_EXTRA = 0x04;
const GZIP_HEADER = 10;

/** Returns the names in a tar archive; undefined if the bytes do not begin a tar archive. */
export function tarMembers(text: string): readonly string[] | undefined {
  if (!text.startsWith('ustar', TAR_MAGIC_AT)) return undefined;
  const names: string[] = [];
  for (let at = 0; text.startsWith('ustar', at + TAR_MAGIC_AT); ) {
    names.push(upToZero(text.slice(at, at + 100)));
    const size = Number.parseInt(upToZero(text.slice(at + 124, at + 136)), 8);
    if (!(size >= 0)) break;
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return names;
}

/** Returns the names in a ZIP archive; undefined if the bytes do not begin a ZIP archive. */
export function zipMembers(text: string): readonly string[] | undefined {
  if (!text.startsWith(ZIP_MEMBER)) return undefined;
  const names: string[] = [];
  // Members are found by their headers, because the size of a member may be stored after its data.
  for (let at = 0; at >= 0; at = text.indexOf(ZIP_MEMBER, at + 1)) {
    const length = text.charCodeAt(at + 26) | (text.charCodeAt(at + 27) << 8);
    const name = text.slice(at + ZIP_HEADER, at + ZIP_HEADER + length);
    if (/^[\x20-\xff]+$/.test(name)) names.push(name);
  }
  return names;
}

/**
 * Returns a list with the name in a gzip archive; empty if the archive has no name, and undefined if the
 * bytes do not begin a gzip archive.
 */
export function gzipMembers(text: string): readonly string[] | undefined {
  if (!text.startsWith('\x1f\x8b\x08')) return undefined;
  const flags = text.charCodeAt(3);
  if ((flags & GZIP_NAME) === 0 || (flags & GZIP_EXTRA) !== 0) return [];
  return [upToZero(text.slice(GZIP_HEADER, GZIP_HEADER + 256))];
}

function upToZero(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
