import type { CoverageResult } from '../../attack/corpus/coverage.js';
import type { FeatureKind } from '../../attack/corpus/features.js';
import { escapeText } from './escape.js';
import { jsonText, type Tool } from './json.js';
import type { Palette } from './palette.js';
import { columnsOf, tableBlock } from './table.js';
import { counted, grouped } from './text.js';

/** A counted file, or the error of a file that could not be counted. */
export interface CoveredFile {
  readonly path: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly size: number | null;
}

/**
 * Content of the report in addition to the sums: the first missing names (`short`), all missing names, or the
 * counts of covered features.
 */
export type CoverageListing = 'short' | 'missing' | 'counts';

const TITLES: Readonly<Record<FeatureKind, string>> = {
  message: 'messages',
  field: 'fields',
  'oneof-member': 'oneof members',
  'enum-value': 'enum values',
  'wire-form': 'wire forms',
  container: 'containers',
  code: 'rule codes',
};

/** Limit for the missing names of each kind in the short listing. */
const SHORT = 4;

const SUMS = columnsOf(' | >exercised | >of | >share');

const COUNTS = columnsOf('kind | >occurrences | >files | name');

/** Formats `covered` as a percentage of `total`, rounded down, so that only complete coverage gives 100 %. */
export function coveredShare(covered: number, total: number): string {
  return `${(Math.floor((covered * 1000) / Math.max(1, total)) / 10).toFixed(1)} %`;
}

export function coverageText(result: CoverageResult, listing: CoverageListing, palette: Palette): string {
  const sums = [
    ...result.kinds.map(({ kind, covered, total }) => [TITLES[kind], covered, total] as const),
    ['all', result.covered, result.total] as const,
  ].map(([title, covered, total]) => [title, grouped(covered), grouped(total), coveredShare(covered, total)]);
  const lines = [palette.bold(counted(result.files, 'file')), '', ...tableBlock(SUMS, sums, palette)];
  if (listing === 'counts') lines.push('', ...countLines(result, palette));
  else lines.push(...missingLines(result, listing === 'short', palette));
  return `${lines.join('\n')}\n`;
}

function countLines({ features }: CoverageResult, palette: Palette): string[] {
  return tableBlock(
    COUNTS,
    features
      .filter(({ files }) => files > 0)
      .map(({ kind, name, occurrences, files }) => [
        kind,
        grouped(occurrences),
        grouped(files),
        escapeText(name),
      ]),
    palette,
  );
}

function missingLines({ kinds, features }: CoverageResult, short: boolean, palette: Palette): string[] {
  return kinds.flatMap(({ kind }) => {
    const names = features
      .filter((feature) => feature.kind === kind && feature.files === 0)
      .map(({ name }) => name);
    if (names.length === 0) return [];
    const shown = short ? names.slice(0, SHORT) : names;
    const more = names.length - shown.length;
    return [
      '',
      `  ${palette.bold(`${TITLES[kind]} that are missing: ${grouped(names.length)}`)}`,
      ...shown.map((name) => `    ${escapeText(name)}`),
      ...(more > 0 ? [palette.dim(`    … and ${grouped(more)} more (--missing lists them)`)] : []),
    ];
  });
}

/** Formats `corpus coverage --format json`. With `missing`, covered features are omitted. */
export function coverageJson(
  tool: Tool,
  inputs: readonly CoveredFile[],
  result: CoverageResult,
  listing: CoverageListing,
): string {
  const { total, covered, kinds } = result;
  const features =
    listing === 'missing' ? result.features.filter(({ files }) => files === 0) : result.features;
  return jsonText(tool, { files: inputs, total, covered, kinds, features });
}
