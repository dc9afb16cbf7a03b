import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { printableJson } from '../show/report/escape.js';

/** Why there is no page to serve: it was built without, or is not what this server knows. */
export class PageMissing extends Error {
  /** Distinguishes it from other errors. */
  override readonly name = 'PageMissing';
}

export interface PageFile {
  /** In the file system. */
  readonly path: string;
  /** Media type. */
  readonly type: string;
  /** As it is on the disk, with Brotli: the package has the page compressed. */
  readonly isCompressed: boolean;
}

/** The built page: what may be asked for is decided before anyone asks. */
export interface PageFolder {
  /** By their place in the address, as it is sent: `assets/index.js`. Without `index.html`. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** The text of `index.html`. */
  readonly html: string;
}

/** A file as the page learns of it; the address is relative to the page's. */
export interface ListedFile {
  /** What the page calls it. */
  readonly name: string;
  /** Where its bytes are, relative to the page. */
  readonly url: string;
}

/** What a page is made of. Files of other kinds are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Ends the names of files that are compressed. */
const COMPRESSED = '.br';

/**
 * Names the modules of the page's engine where they are not in its folder, but in the one above: the package has them once,
 * for library, command and page. They are served as if they lay in `engine`.
 */
const ENGINE_LIST = 'engine.list';

/** Where the page looks for the files that it is to open. */
const LIST = /<meta\s+name="protomdl-files"\s+content=""\s*\/?>/g;

/**
 * Reads what a folder has of a page.
 * @throws PageMissing
 */
export function readPageFolder(folder: string): PageFolder {
  const html = readIndex(folder);
  if ([...html.matchAll(LIST)].length !== 1) {
    throw new PageMissing(
      `${join(folder, 'index.html')} has no place for the files to open: it is no page of ours`,
    );
  }
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isCompressed = entry.name.endsWith(COMPRESSED);
    const plain = isCompressed ? path.slice(0, -COMPRESSED.length) : path;
    const type = TYPES[extname(plain)];
    // Links are not followed: they could lead out of the folder.
    if (!entry.isFile() || type === undefined) continue;
    const place = plain.slice(join(folder, sep).length).split(sep);
    files.set(place.map(encodeURIComponent).join('/'), { path, type, isCompressed });
  }
  for (const name of engineModules(folder)) {
    const path = join(dirname(resolve(folder)), ...name.split('/'));
    files.set(`engine/${name}`, { path, type: TYPES['.js'] as string, isCompressed: false });
  }
  files.delete('index.html');
  return { files, html };
}

/** The page's text with the list of files in it. Names may have anything in them. */
export function withFileList(html: string, files: readonly ListedFile[]): string {
  const content = attribute(printableJson(files));
  // By a function: what stands in a name (`$&`) is no pattern.
  return html.replace(LIST, () => `<meta name="protomdl-files" content="${content}">`);
}

/** Paths below the folder that the page's is in. */
function engineModules(folder: string): readonly string[] {
  let list: string;
  try {
    list = readFileSync(join(folder, ENGINE_LIST), 'utf8');
  } catch {
    // A site of its own.
    return [];
  }
  return list.split('\n').filter((name) => /^[\w-]+(?:\/[\w.-]+)?\.js$/.test(name));
}

function readIndex(folder: string): string {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    throw new PageMissing(`the page is not there: ${(error as Error).message}`);
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
