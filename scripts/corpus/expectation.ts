/** Compares a report with a specimen's expectations. */
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import type { FileReport } from '../../src/check/validate/file-report.js';
import type { Place } from './encode.js';
import type { Expected, Specimen } from './specimen.js';

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly count: number;
  readonly related: readonly { readonly offset: number; readonly length: number }[];
}

/** Infos that most models cause without a problem: only specimens about these infos expect them. */
const REMARKS: readonly string[] = ['multi-context-on-eth'];

/**
 * Returns the differences from the expected findings, a line each; empty if there are none.
 * @param places places of the labels
 */
export function findingDifferences(
  places: ReadonlyMap<string, Place>,
  expected: readonly Expected[],
  diagnostics: readonly Diagnostic[],
): string[] {
  const codes = new Set(expected.map(({ code }) => code));
  const wanted = expected.map((one) => describe(resolve(places, one)));
  const found = diagnostics
    .filter(({ code }) => !REMARKS.includes(code) || codes.has(code))
    .map(({ related, ...rest }) => ({
      ...rest,
      related: related.map(({ offset, length }) => ({ offset, length })),
    }))
    .map(describe);
  return [
    ...minus(wanted, found).map((line) => `missing:    ${line}`),
    ...minus(found, wanted).map((line) => `unexpected: ${line}`),
  ];
}

/** Returns the differences from a specimen's expected report, a line each; empty if there are none. */
export function differences(specimen: Specimen, report: FileReport): string[] {
  const lines = findingDifferences(specimen.places, specimen.expected, report.diagnostics);
  const errors = specimen.expected.filter(({ severity }) => severity === 'error').length;
  const state = JSON.stringify([report.verdict, report.container]);
  const { framing, version, checksum } = specimen;
  const expectedState = JSON.stringify([errors > 0 ? 'invalid' : 'valid', { framing, version, checksum }]);
  if (state !== expectedState) lines.push(`is ${state}, expected ${expectedState}`);
  return lines;
}

function resolve(places: ReadonlyMap<string, Place>, expected: Expected): Found {
  const { code, severity, count } = expected;
  const place = placeOf(places, expected.label);
  return {
    code,
    severity,
    offset: place.offset,
    length: place.length,
    path: expected.path ?? place.path,
    count,
    related: expected.related.map((label) => {
      const { offset, length } = placeOf(places, label);
      return { offset, length };
    }),
  };
}

function placeOf(places: ReadonlyMap<string, Place>, label: string): Place {
  const place = places.get(label);
  if (place === undefined) throw new Error(`nothing is labelled "${label}"`);
  return place;
}

function describe({ code, severity, offset, length, path, count, related }: Found): string {
  const others = related.map((other) => ` +${other.offset}/${other.length}`).join('');
  return `${severity} ${code} ${offset}/${length} ×${count} "${path}"${others}`;
}

/** Returns lines that occur more often in the first list than in the second. */
function minus(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const i = left.indexOf(line);
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}
