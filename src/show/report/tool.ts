import type { Tool } from './json.js';

/**
 * Name and version of this tool in reports and in `--version`; a test compares the version with package.json.
 */
export const TOOL: Tool = { name: 'protomdl', version: '0.1.0' };

/** The version of this package. */
export const VERSION: string = TOOL.version;

/**
 * Address of the published documentation (`npm run site`), with a slash at its end; empty before its
 * publication.
 */
const SITE: string = '';

/**
 * Returns the address of the documentation, or of one code's section. Without a site it is the address of the
 * package (https://github.com/package-url/purl-spec), whose command explains each code.
 */
export function addressOf({ name, version }: Tool, code?: string): string {
  if (SITE !== '') return code === undefined ? SITE : `${SITE}codes/${code}.html`;
  return `pkg:npm/${name}@${version}${code === undefined ? '' : `#${code}`}`;
}
