import { plainDiagnostic } from '../../base/diagnostics/diagnostic.js';
import type { RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';
import type { FileReport } from '../../check/validate/file-report.js';
import { printableJson } from './escape.js';
import type { ReportedFile, Reporter } from './reporter.js';

/**
 * Version of the JSON reports. Incremented when a key changes its meaning; codes never change their meaning.
 */
export const JSON_SCHEMA_VERSION = 1;

/** The tool that wrote a report. */
export interface Tool {
  /** `protomdl`. */
  readonly name: string;
  /** Version of the package: `0.1.0`. */
  readonly version: string;
}

/**
 * Formats the JSON output of a command: one object, with two spaces of indentation and a newline at its end.
 */
export function jsonText(tool: Tool, content: object): string {
  return `${printableJson({ schemaVersion: JSON_SCHEMA_VERSION, tool: { ...tool }, ...content }, 2)}\n`;
}

/**
 * Makes a reporter of one JSON object: `{ schemaVersion, tool, files: [...] }`, two spaces of indentation,
 * keys in a fixed order, one trailing newline. Equal inputs give equal bytes.
 */
export function jsonReporter(tool: Tool): Reporter {
  let first = true;
  return {
    begin: () =>
      `{\n  "schemaVersion": ${JSON_SCHEMA_VERSION},\n  "tool": ${printableJson({
        name: tool.name,
        version: tool.version,
      })},\n  "files": [`,
    file(file) {
      const comma = first ? '' : ',';
      first = false;
      return `${comma}\n    ${printableJson(jsonFile(file), 2).replaceAll('\n', '\n    ')}`;
    },
    end: () => (first ? ']\n}\n' : '\n  ]\n}\n'),
  };
}

/** Returns an entry of `files[]` as plain data. */
function jsonFile(file: ReportedFile): { path: string } & ReturnType<typeof jsonFileReport> {
  return { path: file.path, ...jsonFileReport(file) };
}

/**
 * Returns an entry of `files[]` without `path`. The keys have a fixed order, and additional properties of the
 * objects are omitted.
 */
export function jsonFileReport(report: FileReport) {
  const { error, container, bytes, counts, runtime } = report;
  return {
    verdict: report.verdict,
    error: error === null ? null : { code: error.code, message: error.message },
    container: {
      framing: container.framing,
      version: container.version,
      checksum: container.checksum,
    },
    bytes: { size: bytes.size, read: bytes.read },
    counts: { error: counts.error, warning: counts.warning, info: counts.info },
    diagnosticsCapped: report.diagnosticsCapped,
    diagnostics: report.diagnostics.map(plainDiagnostic),
    ...(report.targets === undefined ? {} : { targets: report.targets }),
    ...(report.devices === undefined ? {} : { devices: report.devices }),
    ...(report.use === undefined ? {} : { use: report.use }),
    ...(runtime === undefined ? {} : { runtime: jsonRuntime(runtime) }),
    ...(report.unchecked === undefined ? {} : { unchecked: report.unchecked }),
  };
}

export function jsonRuntime(runtime: RuntimeVerdicts) {
  const entries = Object.entries<RuntimeVerdict>(runtime).map(([release, verdict]) => [
    release,
    {
      verdict: verdict.verdict,
      stage: verdict.stage,
      status: verdict.status,
      name: verdict.name,
      because: verdict.because,
      reasons: verdict.reasons.map(({ code, offset, length, path, message }) => ({
        code,
        offset,
        length,
        path,
        message,
      })),
      configure: verdict.configure,
    },
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}

/**
 * Makes a reporter of one line of JSON for each file: `schemaVersion`, and the keys of an entry in `files[]`
 * of the JSON report. The files may be in any order.
 */
export function ndjsonReporter(): Reporter {
  return {
    anyOrder: true,
    begin: () => '',
    file: (file) => `${printableJson({ schemaVersion: JSON_SCHEMA_VERSION, ...jsonFile(file) })}\n`,
    end: () => '',
  };
}
