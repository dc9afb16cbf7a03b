import type { Tool } from './json.js';

/**
 * Name and version of this tool in reports and in `--version`; a test compares the version with package.json.
 */
export const TOOL: Tool = { name: 'protomdl', version: '0.1.0' };

/** The version of this package. */
export const VERSION: string = TOOL.version;

/**
 * Published documentation (`npm run site`): its address, with a slash at its end; empty before its publication. SARIF,
 * `explain`, Markdown and HTML link to it, and so does the extension for editors.
 */
export const DOCUMENTATION: { site: string } = { site: '' };

/** Returns the address of a code's page; undefined before the documentation is published. */
export function pageOf(code: string): string | undefined {
  return DOCUMENTATION.site === '' ? undefined : `${DOCUMENTATION.site}codes/${code}.html`;
}

/**
 * Returns the address of the documentation, or of one code's section. Without a site it is the address of the
 * package (https://github.com/package-url/purl-spec), whose command explains each code.
 */
export function addressOf({ name, version }: Tool, code?: string): string {
  const published = code === undefined ? DOCUMENTATION.site : pageOf(code);
  if (published !== undefined && published !== '') return published;
  return `pkg:npm/${name}@${version}${code === undefined ? '' : `#${code}`}`;
}
