import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Folder to which Vite writes the page; the relative path is the same from `src/` and from `dist/`. */
const FOLDER = fileURLToPath(new URL('../../dist/web/', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export type Encoding = 'br' | 'gzip' | 'identity';

export interface PageFile {
  type: string;
  etag: string;
  bodies: Record<Encoding, Buffer>;
}

export interface PageFiles {
  /** Files by their path on the server; `/` is the page itself. */
  files: ReadonlyMap<string, PageFile>;
  stylesheet: string | undefined;
}

let known: PageFiles | undefined;

/**
 * Returns the files of the page, read and compressed once: they are few, and no request can choose a path in the file
 * system. Empty until the page is built.
 */
export function pageFiles(): PageFiles {
  if (known !== undefined) return known;
  const files = new Map<string, PageFile>();
  if (existsSync(FOLDER))
    for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined) continue;
      const file = `${entry.parentPath}/${entry.name}`;
      const place = file.slice(FOLDER.length).replace(/^\/+/, '').replaceAll('\\', '/');
      files.set(place === 'index.html' ? '/' : `/${place}`, pageFile(type, readFileSync(file)));
    }
  const stylesheet = [...files.keys()].find((path) => path.endsWith('.css'));
  const found = { files, stylesheet };
  // An empty result is not cached, so that a page that is built later will be served.
  if (files.size > 0) known = found;
  return found;
}

function pageFile(type: string, identity: Buffer): PageFile {
  return {
    type,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: { identity, gzip: gzipSync(identity, { level: 9 }), br: brotliCompressSync(identity) },
  };
}
