import { type Release, releaseSpans } from '../../base/diagnostics/releases.js';
import { architectureName, deviceOf, deviceText } from '../../base/schema/architecture.js';
import { enumByName, enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { RuntimeVerdict } from '../../check/runtime/verdict.js';
import { csvRows } from './csv.js';
import { codeSpan, escapeText, markdownText, nameText, printableJson } from './escape.js';
import { JSON_SCHEMA_VERSION, jsonRuntime, type Tool } from './json.js';
import { type LoadAnswer, loadAnswers } from './load-answer.js';
import { type Palette, PLAIN } from './palette.js';
import { failureText } from './problem.js';
import { fileRemedies, refusingDevices, refusingOn } from './remedy.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { alikeVerdicts, isPlural, verdictText, verdictWithCodes } from './runtime-text.js';
import { type TableColumn, tableLines } from './table.js';
import { counted, grouped, offsetText } from './text.js';
import { isRefused } from './totals.js';

export const COMPAT_FORMATS = ['human', 'json', 'markdown', 'csv'] as const;
export type CompatFormat = (typeof COMPAT_FORMATS)[number];

interface CompatOptions {
  readonly tool: Tool;
  /** The requested releases, in the order of the table's columns. */
  readonly releases: readonly Release[];
  readonly palette?: Palette;
}

/** Makes a reporter of a table, with the target devices of each file and the results of runtime releases. */
export function compatReporter(format: CompatFormat, options: CompatOptions): Reporter {
  switch (format) {
    case 'human':
      return humanTable(options);
    case 'json':
      return jsonTable(options);
    case 'markdown':
      return markdownTable(options);
    case 'csv':
      return csvTable(options);
  }
}

/**
 * Returns the number, the name and the device of the architecture, each null if unknown; null if the header
 * could not be read.
 */
function architectureOf({
  architecture,
}: ReportedFile): { number: number; name: string | null; device: string | null } | null {
  if (architecture === undefined) return null;
  const table = enumByName(MDL, 'ProtoMDLHwArch');
  const name = (table && enumValueName(table, architecture)) ?? null;
  return { number: architecture, name, device: deviceOf(architecture) };
}

function fileDevice({ architecture }: ReportedFile): string {
  return architecture === undefined ? '' : deviceText(architecture);
}

/** Mark of a release that never supported the devices of a file. */
const NOT_THERE = '-';

/**
 * Returns the cell of a release: its verdict, or, if the release loads the file, the requested devices that
 * refuse the file.
 */
function cellOf(file: ReportedFile, release: Release, textOf: (verdict: RuntimeVerdict) => string): string {
  const verdict = file.runtime?.[release];
  if (verdict === undefined) return NOT_THERE;
  const refusing = refusingOn(file, [release], verdict);
  return refusing.length === 0 ? textOf(verdict) : `not on ${refusing.join(', ')}`;
}

/** Rows of a table that is written at the end, because the columns and their widths depend on all rows. */
class ReleaseRows {
  readonly rows: { readonly before: readonly string[]; readonly cells: readonly string[] }[] = [];

  constructor(private readonly releases: readonly Release[]) {}

  add(before: readonly string[], cellOf: (release: Release) => string): void {
    this.rows.push({ before, cells: this.releases.map(cellOf) });
  }

  /** Returns the columns. Consecutive releases share a column if their cells are equal in all rows. */
  columns(): { readonly title: string; readonly index: number }[] {
    const starts = this.releases.flatMap((_, index) => {
      const isNew = index === 0 || this.rows.some(({ cells }) => cells[index] !== cells[index - 1]);
      return isNew ? [index] : [];
    });
    return starts
      .map((index, at) => ({ title: releaseSpans(this.releases.slice(index, starts[at + 1]), '–'), index }))
      .filter(({ index }) => this.rows.some(({ cells }) => cells[index] !== NOT_THERE));
  }
}

function humanTable({ releases, palette = PLAIN }: CompatOptions): Reporter {
  const table = new ReleaseRows(releases);
  const reasons: string[] = [];
  /** Explanations for a single file; for many files, explanations would hide the table. */
  let answers: string[] = [];
  let refused = 0;
  let wrongDevice = 0;
  return {
    begin: () => '',
    file(file) {
      const path = nameText(file.path);
      const { runtime } = file;
      if (runtime === undefined) {
        table.add([path, ''], () => 'unreadable');
        reasons.push(`${path}: ${failureText(file)}`);
        return '';
      }
      table.add([path, fileDevice(file)], (release) => cellOf(file, release, ({ verdict }) => verdict));
      if (isRefused(file)) refused++;
      if (releases.some((release) => isOffDevice(file, release))) wrongDevice++;
      if (file.lookalike !== undefined && isRefusedByAll(file)) {
        reasons.push(`${path}: no release loads it`);
        return '';
      }
      for (const { spans, verdict } of alikeVerdicts(runtime)) {
        if (verdict.verdict !== 'accepts' || verdict.configure.length > 0) {
          reasons.push(`${path}: ${spans} ${verdictWithCodes(verdict, isPlural(spans))}`);
        }
      }
      answers = answerLines(file, palette);
      return '';
    },
    end(cut) {
      const { rows } = table;
      const columns = table.columns();
      const titles: TableColumn[] = ['file', 'device', ...columns.map(({ title }) => title)].map((title) => ({
        title,
      }));
      const [heading = '', ...lines] = tableLines(
        titles,
        rows.map(({ before, cells }) => [...before, ...columns.map(({ index }) => cells[index] ?? '')]),
      );
      if (rows.length === 0) {
        return `${palette.bold(palette.yellow(`${cut ? 'INCOMPLETE' : 'NOTHING'}: no file was checked`))}\n`;
      }
      const all = counted(rows.length, 'file');
      const bad = [
        ...(refused === 0 ? [] : [`${grouped(refused)} of ${all} not loaded by all releases`]),
        ...(wrongDevice === 0 ? [] : [`${grouped(wrongDevice)} of ${all} not for the named devices`]),
      ];
      const taken =
        bad.length === 0 ? palette.green(`${all}: nothing is refused`) : palette.red(bad.join('; '));
      const last = palette.bold(cut ? `INCOMPLETE: ${taken}` : taken);
      const details = rows.length === 1 && answers.length > 0 ? ['', ...answers] : [];
      const why = reasons.length === 0 ? [] : ['', ...reasons, ...details];
      return `${[palette.bold(heading), ...lines, ...why, '', last].join('\n')}\n`;
    },
  };
}

function isRefusedByAll({ runtime = {} }: ReportedFile): boolean {
  return Object.values(runtime).every(({ verdict }) => verdict !== 'accepts');
}

function isOffDevice(file: ReportedFile, release: Release): boolean {
  const verdict = file.runtime?.[release];
  return verdict !== undefined && refusingOn(file, [release], verdict).length > 0;
}

/**
 * Explains why releases do not load the file: the position of the fault, the values that the release accepts
 * instead, and the remedy. Requested devices that do not run the file come first.
 */
function answerLines(file: ReportedFile, palette: Palette): string[] {
  if (file.lookalike !== undefined) return [];
  const alike = new Map<string, LoadAnswer[]>();
  for (const answer of loadAnswers(file)) {
    const said = JSON.stringify([answer.reasons, answer.knows, answer.remedies]);
    alike.set(said, [...(alike.get(said) ?? []), answer]);
  }
  const refusing = refusingDevices(file);
  const devices =
    refusing.length === 0
      ? []
      : [
          palette.bold(`why ${refusing.join(' and ')} ${refusing.length === 1 ? 'does' : 'do'} not run it`),
          `  the file was compiled for ${fileDevice(file)}`,
          ...fileRemedies(file).map((remedy) => `  → ${remedy}`),
          '  → protomdl explain hw-arch-not-configurable',
        ];
  const loading = [...alike.values()].flatMap((group) => {
    const [{ reasons, knows, remedies }] = group as [LoadAnswer];
    const releases = group.flatMap((answer) => answer.releases);
    const spans = releaseSpans(releases);
    const [first] = reasons;
    if (first === undefined) return [];
    const path = first.path === '' ? '' : ` in ${escapeText(first.path)}`;
    return [
      palette.bold(`why ${spans} ${isPlural(spans) ? 'do' : 'does'} not load it`),
      `  at ${offsetText(first.offset)}${path}: ${escapeText(first.message)}`,
      ...(knows === null ? [] : [`  ${knows}`]),
      ...remedies.map((remedy) => `  → ${remedy}`),
    ];
  });
  return [...devices, ...loading];
}

function jsonTable({ tool, releases }: CompatOptions): Reporter {
  let first = true;
  return {
    begin: () =>
      `{\n  "schemaVersion": ${JSON_SCHEMA_VERSION},\n  "tool": ${printableJson({ ...tool })},\n` +
      `  "releases": ${printableJson(releases)},\n  "files": [`,
    file(file) {
      const comma = first ? '' : ',';
      first = false;
      const { path, error, runtime } = file;
      const entry = {
        path,
        error: error === null ? null : { code: error.code, message: error.message },
        architecture: architectureOf(file),
        runtime: runtime === undefined ? {} : jsonRuntime(runtime),
      };
      return `${comma}\n    ${printableJson(entry, 2).replaceAll('\n', '\n    ')}`;
    },
    end: () => (first ? ']\n}\n' : '\n  ]\n}\n'),
  };
}

function markdownTable({ releases }: CompatOptions): Reporter {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const table = new ReleaseRows(releases);
  return {
    begin: () => '',
    file(file) {
      const name = file.path === '-' ? 'standard input' : codeSpan(file.path);
      const { runtime } = file;
      if (runtime === undefined) {
        const text = markdownText(failureText(file));
        table.add([name, ''], () => text);
        return '';
      }
      table.add([name, markdownText(fileDevice(file))], (release) =>
        cellOf(file, release, (verdict) => {
          const codes = verdict.because.map((code) => `\`${code}\``).join(', ');
          return codes === '' ? verdictText(verdict) : `${verdictText(verdict)}, ${codes}`;
        }),
      );
      return '';
    },
    end() {
      const columns = table.columns();
      const titles = ['file', 'device', ...columns.map(({ title }) => title)];
      const rows = table.rows.map(({ before, cells }) =>
        row([...before, ...columns.map(({ index }) => cells[index] ?? '')]),
      );
      return [row(titles), row(titles.map(() => '---')), ...rows].join('');
    },
  };
}

const CSV_COLUMNS = [
  'file',
  'architecture',
  'release',
  'verdict',
  'stage',
  'status',
  'name',
  'because',
  'configure',
  'device',
];

function csvTable({ releases }: CompatOptions): Reporter {
  return {
    begin: () => csvRows([CSV_COLUMNS]),
    file(file) {
      const { runtime } = file;
      const { architecture } = file;
      const name = architecture === undefined ? '' : (architectureName(architecture) ?? String(architecture));
      const device = architecture === undefined ? '' : (deviceOf(architecture) ?? '');
      const before = [escapeText(file.path), name];
      if (runtime === undefined) {
        return csvRows([[...before, '', 'unreadable', '', '', '', failureText(file), '', device]]);
      }
      return csvRows(
        releases.flatMap((release) => {
          const found = runtime[release];
          if (found === undefined) return [];
          const { verdict, stage, status, name: statusName, because, configure } = found;
          const codes = [because.join(' '), configure.join(' ')];
          return [
            [...before, release, verdict, stage ?? '', status ?? '', statusName ?? '', ...codes, device],
          ];
        }),
      );
    },
    end: () => '',
  };
}
