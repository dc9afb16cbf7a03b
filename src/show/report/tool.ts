import type { Tool } from './json.js';

/**
 * Name and version of this tool in reports and in `--version`; a test compares the version with package.json.
 */
export const TOOL: Tool = { name: 'protomdl', version: '0.1.0' };

/** The version of this package. */
export const VERSION: string = TOOL.version;

/**
 * Address of the published documentation (`npm run site`), with a slash at its end; empty before publication.
 * SARIF, `explain`, Markdown, HTML and the extension for editors link to the address.
 */
export const DOCUMENTATION: { site: string } = { site: '' };

/** Returns the address of a code's page; undefined before the documentation is published. */
export function pageOf(code: string): string | undefined {
  return DOCUMENTATION.site === '' ? undefined : `${DOCUMENTATION.site}codes/${code}.html`;
}

/**
 * Returns the address of the documentation, or of a code's page. Before publication, returns the address of
 * the package as a package URL (https://github.com/package-url/purl-spec).
 */
export function addressOf({ name, version }: Tool, code?: string): string {
  const published = code === undefined ? DOCUMENTATION.site : pageOf(code);
  if (published !== undefined && published !== '') return published;
  return `pkg:npm/${name}@${version}${code === undefined ? '' : `#${code}`}`;
}
