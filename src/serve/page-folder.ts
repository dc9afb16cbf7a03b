import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { policyJson } from '../base/diagnostics/policy-json.js';
import type { ValidateOptions } from '../check/validate/file-report.js';
import { printableJson } from '../show/report/escape.js';

/** Error for a page that cannot be served, because the page was not built, or has an unknown form. */
export class PageMissing extends Error {
  /** Name of the error. */
  override readonly name = 'PageMissing';
}

/** A file of the built page. */
export interface PageFile {
  /** Path in the file system. */
  readonly path: string;
  /** Media type. */
  readonly type: string;
  /** True if the file on disk is compressed with Brotli, as in the package. */
  readonly isCompressed: boolean;
}

/** The built page. The files that can be requested are determined before the first request. */
export interface PageFolder {
  /** Files by their path in the address, in encoded form: `assets/index.js`. `index.html` is not included. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** The text of `index.html`. */
  readonly html: string;
}

/** A file in the list of the page. */
export interface ListedFile {
  /** Name of the file on the page. */
  readonly name: string;
  /** Address of the file's bytes, relative to the address of the page. */
  readonly url: string;
  /** Options with which the page validates the file (default: all checks, the usual releases). */
  readonly options?: Pick<ValidateOptions, 'checksum' | 'runtimes' | 'devices' | 'policy'>;
}

/** Media types by extension. Files with other extensions are not served. */
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

const COMPRESSED = '.br';

/**
 * File that lists the modules of the page's engine, if these modules are in the parent of the page's folder.
 * The package contains the modules only once, for library, command and page. They are served under the path
 * `engine/`.
 */
const ENGINE_LIST = 'engine.list';

/** The page's element for the list of files to open. */
const LIST = /<meta\s+name="protomdl-files"\s+content=""\s*\/?>/g;

/**
 * Reads the files of a page from a folder.
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
    // Links are not followed, because a link could lead out of the folder.
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

/** Inserts the list of files into the page's text. Names may contain any characters. */
export function withFileList(html: string, files: readonly ListedFile[]): string {
  const listed = files.map(({ options, ...file }) => ({
    ...file,
    ...(options === undefined ? {} : { options: optionsJson(options) }),
  }));
  const content = attribute(printableJson(listed));
  // The replacement is a function, because a name may contain patterns such as `$&`.
  return html.replace(LIST, () => `<meta name="protomdl-files" content="${content}">`);
}

function optionsJson({ policy, ...options }: NonNullable<ListedFile['options']>) {
  return { ...options, ...(policy === undefined ? {} : { policy: policyJson(policy) }) };
}

/** Returns the paths of modules, relative to the parent of the page's folder. */
function engineModules(folder: string): readonly string[] {
  let list: string;
  try {
    list = readFileSync(join(folder, ENGINE_LIST), 'utf8');
  } catch {
    // Without this list, the engine is in the page's folder.
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
