import type { Tool } from './json.js';

/** What reports and `--version` call this tool; a test holds the version against package.json. */
export const TOOL: Tool = { name: 'protomdl', version: '0.1.0' };

/** The version of this package. */
export const VERSION: string = TOOL.version;

/** Address of the published documentation (`npm run site`), with a slash at its end; empty while there is none. */
const SITE: string = '';

/**
 * Address of the documentation, or of one code in it. Without a site it is that of the package
 * (https://github.com/package-url/purl-spec), whose command explains each code.
 */
export function addressOf({ name, version }: Tool, code?: string): string {
  if (SITE !== '') return code === undefined ? SITE : `${SITE}codes/${code}.html`;
  return `pkg:npm/${name}@${version}${code === undefined ? '' : `#${code}`}`;
}
