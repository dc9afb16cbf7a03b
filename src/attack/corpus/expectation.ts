/**
 * Expected reports: a file's entry in the JSON report without `path` and `bytes.read`, which depend on the
 * file's location and the way of reading. Expected reports are stored beside the files as `NAME.report.json`.
 */
import { type Diagnostic, plainDiagnostic } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { FileReport } from '../../check/validate/file-report.js';

/** A finding in an expected report. */
export type ExpectedFinding = Pick<
  Diagnostic,
  'code' | 'severity' | 'offset' | 'length' | 'count' | 'path' | 'message' | 'args' | 'related'
>;

/** The expected report of a file. */
export interface Expectation
  extends Pick<FileReport, 'error' | 'container' | 'counts' | 'diagnosticsCapped'> {
  /** `valid`, `invalid` or `unreadable`. */
  readonly verdict: string;
  /** Size of the file. */
  readonly bytes: {
    /** Size in bytes. */
    readonly size: number;
  };
  /** Findings in the order of reports. */
  readonly diagnostics: readonly ExpectedFinding[];
}

/** A difference between a report and the expected report. */
export type Difference =
  /**
   * A changed property of the report outside of its findings: `verdict`, `container.version`, `counts.error`.
   */
  | {
      /** `state` for a changed property. */
      readonly change: 'state';
      /** Path of the key in the report: `container.version`. */
      readonly key: string;
      /** Value in the expected report; undefined without such a key. */
      readonly expected: unknown;
      /** Value in the file's report; undefined without such a key. */
      readonly actual: unknown;
    }
  | {
      /**
       * `missing` for an expected finding that the report lacks; `added` for a finding that was not expected.
       */
      readonly change: 'missing' | 'added';
      /** The missing or added finding. */
      readonly finding: ExpectedFinding;
    }
  | {
      /** `changed` for a finding with other properties than expected. */
      readonly change: 'changed';
      /** The finding as expected. */
      readonly finding: ExpectedFinding;
      /** The parts of the finding that changed. */
      readonly keys: readonly {
        /** Key of the finding. */
        readonly key: string;
        /** Expected value of the key. */
        readonly expected: unknown;
        /** Actual value of the key. */
        readonly actual: unknown;
      }[];
    };

const SUFFIX = '.report.json';

/** Returns the path of a file's expected report: `dir/model.report.json` for `dir/model.hef`. */
export function expectationName(file: string): string {
  return file.replace(/\.[^./\\]*$/, '') + SUFFIX;
}

/** True if a file is an expected report by its name. */
export function isExpectationName(file: string): boolean {
  return file.endsWith(SUFFIX) && !/(^|[/\\])\.report\.json$/.test(file);
}

/**
 * Reads the text of an expected report.
 * @throws ProtomdlError `expectation-malformed`: invalid JSON, or other keys than a report has; the message
 * names the place
 */
export function parseExpectation(text: string): Expectation {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`is no JSON: ${(error as Error).message}`);
  }
  const report = shaped(value, '', REPORT);
  for (const [i, finding] of (report.diagnostics as unknown[]).entries()) {
    const place = `diagnostics[${i}]`;
    const { related } = shaped(finding, place, FINDING, MORE_OF_FINDING);
    for (const [j, other] of (related as unknown[]).entries())
      shaped(other, `${place}.related[${j}]`, RELATED);
  }
  shaped(report.container, 'container', CONTAINER);
  shaped(report.bytes, 'bytes', { size: 'number' });
  shaped(report.counts, 'counts', { error: 'number', warning: 'number', info: 'number' });
  if (report.error !== null) shaped(report.error, 'error', { code: 'string', message: 'string' });
  return value as Expectation;
}

type Shape = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any'>>;

const RELATED: Shape = { offset: 'number', length: 'number', path: 'string', message: 'string' };
const FINDING: Shape = { code: 'string', severity: 'string', count: 'number', ...RELATED, related: 'array' };
/** Keys that a finding may lack. */
const MORE_OF_FINDING: Shape = { args: 'array' };
const CONTAINER: Shape = { framing: 'string', version: 'any', checksum: 'string' };
const REPORT: Shape = {
  verdict: 'string',
  error: 'any',
  container: 'object',
  bytes: 'object',
  counts: 'object',
  diagnosticsCapped: 'boolean',
  diagnostics: 'array',
};

/**
 * Returns the value as an object that has all keys of `shape`, and no other keys except those of `optional`.
 */
function shaped(value: unknown, place: string, shape: Shape, optional: Shape = {}): Record<string, unknown> {
  const where = place === '' ? 'the report' : place;
  if (kindOf(value) !== 'object') throw malformed(`${where} is no object`);
  const object = value as Record<string, unknown>;
  for (const [key, kind] of Object.entries({ ...shape, ...optional })) {
    if (key in optional && !(key in object)) continue;
    if (!(key in object)) throw malformed(`${where} has no ${key}`);
    if (kind !== 'any' && kindOf(object[key]) !== kind) throw malformed(`${key} of ${where} is no ${kind}`);
  }
  const other = Object.keys(object).find((key) => !(key in shape) && !(key in optional));
  if (other !== undefined) throw malformed(`${where} has a key ${other}, which reports do not have`);
  return object;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function malformed(message: string): ProtomdlError {
  return new ProtomdlError('expectation-malformed', message);
}

/**
 * Returns the differences between an expected report and a file's report, in the order of the offsets. A
 * finding counts as changed if the report has a finding with the same code at the same path or offset.
 */
export function expectationDifferences(expected: Expectation, actual: FileReport): Difference[] {
  return [
    ...stateDifferences(expected, actual),
    ...findingDifferences(expected.diagnostics, actual.diagnostics),
  ];
}

function stateDifferences(expected: Expectation, actual: FileReport): Difference[] {
  const pairs: [string, unknown, unknown][] = [
    ['verdict', expected.verdict, actual.verdict],
    ['error.code', expected.error?.code, actual.error?.code],
    ['error.message', expected.error?.message, actual.error?.message],
    ['container.framing', expected.container.framing, actual.container.framing],
    ['container.version', expected.container.version, actual.container.version],
    ['container.checksum', expected.container.checksum, actual.container.checksum],
    ['bytes.size', expected.bytes.size, actual.bytes.size],
    ['counts.error', expected.counts.error, actual.counts.error],
    ['counts.warning', expected.counts.warning, actual.counts.warning],
    ['counts.info', expected.counts.info, actual.counts.info],
    ['diagnosticsCapped', expected.diagnosticsCapped, actual.diagnosticsCapped],
  ];
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([key, one, other]) => ({ change: 'state', key, expected: one ?? null, actual: other ?? null }));
}

/** Functions that identify a finding in both reports, the strictest first. */
const IDENTITIES: readonly ((finding: ExpectedFinding) => string)[] = [
  ({ code, path, offset, length, message }) => JSON.stringify([code, path, offset, length, message]),
  ({ code, path, offset, length }) => JSON.stringify([code, path, offset, length]),
  ({ code, path }) => JSON.stringify([code, path]),
  ({ code, offset }) => JSON.stringify([code, offset]),
];

function findingDifferences(
  expected: readonly ExpectedFinding[],
  actual: readonly ExpectedFinding[],
): Difference[] {
  let missing = [...expected];
  let added = [...actual];
  const changed: Difference[] = [];
  for (const identity of IDENTITIES) {
    const waiting = new Map<string, ExpectedFinding[]>();
    for (const finding of added) {
      const key = identity(finding);
      waiting.set(key, [...(waiting.get(key) ?? []), finding]);
    }
    missing = missing.filter((finding) => {
      const partner = waiting.get(identity(finding))?.shift();
      if (partner === undefined) return true;
      const keys = differingKeys(finding, partner);
      if (keys.length > 0) changed.push({ change: 'changed', finding: plainDiagnostic(finding), keys });
      return false;
    });
    const left = new Set([...waiting.values()].flat());
    added = added.filter((finding) => left.has(finding));
  }
  const all: Difference[] = [
    ...missing.map((finding) => ({ change: 'missing' as const, finding: plainDiagnostic(finding) })),
    ...added.map((finding) => ({ change: 'added' as const, finding: plainDiagnostic(finding) })),
    ...changed,
  ];
  return all.sort((a, b) => offsetOf(a) - offsetOf(b));
}

function offsetOf(difference: Difference): number {
  return difference.change === 'state' ? -1 : difference.finding.offset;
}

function differingKeys(expected: ExpectedFinding, actual: ExpectedFinding) {
  const [one, other] = [plainDiagnostic(expected), plainDiagnostic(actual)];
  return (Object.keys({ ...one, ...other }) as (keyof ExpectedFinding)[])
    .filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
    .map((key) => ({ key, expected: one[key], actual: other[key] }));
}
