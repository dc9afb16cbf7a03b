import type { Tool } from './json.js';

/** What reports and `--version` call this tool; a test holds the version against package.json. */
export const TOOL: Tool = { name: 'protomdl', version: '0.1.0' };

/** The version of this package. */
export const VERSION: string = TOOL.version;
