import type { InvalidModel } from '../../attack/smith/invalid.js';
import { printableJson } from './escape.js';
import { JSON_SCHEMA_VERSION, type Tool } from './json.js';

/**
 * Makes the report beside a file with one fault: the fault, and the findings that the validator must report.
 * `docs/schemas/smith-expected.schema.json` is its schema.
 */
export function smithExpectedJson(tool: Tool, seed: number, model: InvalidModel): string {
  const { code, bytes, findings, also } = model;
  const report = {
    schemaVersion: JSON_SCHEMA_VERSION,
    tool: { ...tool },
    code,
    seed,
    size: bytes.length,
    findings,
    also,
  };
  return `${printableJson(report, 2)}\n`;
}
