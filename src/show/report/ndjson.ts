import { printableJson } from './escape.js';
import { JSON_SCHEMA_VERSION, jsonFile } from './json.js';
import type { Reporter } from './reporter.js';

/**
 * One line of JSON for each file: `schemaVersion` and the keys of a `files[]` entry of the JSON report. Lines
 * can be written in any order of files.
 */
export function ndjsonReporter(): Reporter {
  return {
    anyOrder: true,
    begin: () => '',
    file: (file) => `${printableJson({ schemaVersion: JSON_SCHEMA_VERSION, ...jsonFile(file) })}\n`,
    end: () => '',
  };
}
