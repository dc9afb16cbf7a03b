import type { Release } from '../../base/diagnostics/catalogue.js';
import { architectureName } from '../../base/schema/architecture.js';
import { enumByName, enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { csvRows } from './csv.js';
import { escapeText, nameText, printableJson } from './escape.js';
import { groupedAnswers } from './grouped-answers.js';
import { JSON_SCHEMA_VERSION, jsonRuntime, type Tool } from './json.js';
import { type LoadAnswer, loadAnswers } from './load-answer.js';
import { codeSpan, markdownText } from './markdown-text.js';
import { type Palette, PLAIN } from './palette.js';
import type { ReportedFile, Reporter } from './reporter.js';
import { verdictText, verdictWithCodes } from './runtime-text.js';
import { type Column, tableLines } from './table.js';
import { counted, grouped, offsetText } from './text.js';

export const COMPAT_FORMATS = ['human', 'json', 'markdown', 'csv'] as const;
export type CompatFormat = (typeof COMPAT_FORMATS)[number];

export interface CompatOptions {
  readonly tool: Tool;
  /** The releases that were asked about, in the order of their columns. */
  readonly releases: readonly Release[];
  readonly palette?: Palette;
}

/** A table of files, what they were compiled for, and what releases of the runtime do with them. */
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

/** The architecture's name, or its number where the schema has none; null where the header could not be read. */
function architectureOf({ architecture }: ReportedFile): { number: number; name: string | null } | null {
  if (architecture === undefined) return null;
  const table = enumByName(MDL, 'ProtoMDLHwArch');
  return { number: architecture, name: (table && enumValueName(table, architecture)) ?? null };
}

function architectureText(file: ReportedFile): string {
  const { architecture } = file;
  return architecture === undefined ? '' : (architectureName(architecture) ?? String(architecture));
}

/** Errors of sources begin with the name, which the row already has. */
function errorText({ error, path }: ReportedFile): string {
  const message = error?.message ?? 'cannot be read';
  return escapeText(message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message);
}

/** Widths of columns depend on all rows, so the table is written at its end. */
function humanTable({ releases, palette = PLAIN }: CompatOptions): Reporter {
  const columns: Column[] = [
    { title: 'file' },
    { title: 'architecture' },
    ...releases.map((release) => ({ title: release })),
  ];
  const rows: string[][] = [];
  const reasons: string[] = [];
  /** What there is to say of a file that is alone; of many it would bury the table. */
  let answers: string[] = [];
  let refused = 0;
  return {
    begin: () => '',
    file(file) {
      const path = nameText(file.path);
      const { runtime } = file;
      if (runtime === undefined) {
        rows.push([path, '', ...releases.map(() => 'unreadable')]);
        reasons.push(`${path}: ${errorText(file)}`);
        return '';
      }
      rows.push([
        path,
        architectureText(file),
        ...releases.map((release) => runtime[release]?.verdict ?? ''),
      ]);
      let isRefused = false;
      for (const release of releases) {
        const verdict = runtime[release];
        if (verdict === undefined) continue;
        isRefused ||= verdict.verdict !== 'accepts';
        if (verdict.verdict !== 'accepts' || verdict.configure.length > 0) {
          reasons.push(`${path}: ${release} ${verdictWithCodes(verdict)}`);
        }
      }
      if (isRefused) refused++;
      answers = answerLines(loadAnswers(runtime, file.container?.version ?? null), palette);
      return '';
    },
    end(cut) {
      const [titles = '', ...lines] = tableLines(columns, rows);
      if (rows.length === 0) {
        return `${palette.bold(palette.yellow(`${cut ? 'INCOMPLETE' : 'NOTHING'}: no file was looked at`))}\n`;
      }
      const taken =
        refused === 0
          ? palette.green(`${counted(rows.length, 'file')}: nothing is refused`)
          : palette.red(`${grouped(refused)} of ${counted(rows.length, 'file')} not loaded by all releases`);
      const last = palette.bold(cut ? `INCOMPLETE: ${taken}` : taken);
      const details = rows.length === 1 && answers.length > 0 ? ['', ...answers] : [];
      const why = reasons.length === 0 ? [] : ['', ...reasons, ...details];
      return `${[palette.bold(titles), ...lines, ...why, '', last].join('\n')}\n`;
    },
  };
}

/** Of releases that do not take the file: the place, what the release knows, what to do. */
function answerLines(answers: readonly LoadAnswer[], palette: Palette): string[] {
  return groupedAnswers(answers).flatMap((alike) => {
    const [{ reasons, knows, remedies }] = alike as [LoadAnswer];
    const [first] = reasons;
    if (first === undefined) return [];
    const releases = alike.map(({ release }) => release).join(', ');
    const path = first.path === '' ? '' : ` in ${escapeText(first.path)}`;
    return [
      palette.bold(`why ${releases} ${alike.length === 1 ? 'does' : 'do'} not take it`),
      `  at ${offsetText(first.offset)}${path}: ${escapeText(first.message)}`,
      ...(knows === null ? [] : [`  ${knows}`]),
      ...remedies.map((remedy) => `  → ${remedy}`),
    ];
  });
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
  return {
    begin: () =>
      row(['file', 'architecture', ...releases]) + row(['---', '---', ...releases.map(() => '---')]),
    file(file) {
      const name = file.path === '-' ? 'standard input' : codeSpan(file.path);
      const { runtime } = file;
      if (runtime === undefined) {
        return row([name, '', markdownText(errorText(file)), ...releases.slice(1).map(() => '')]);
      }
      const cells = releases.map((release) => {
        const verdict = runtime[release];
        if (verdict === undefined) return '';
        const codes = verdict.because.map((code) => `\`${code}\``).join(', ');
        return codes === '' ? verdictText(verdict) : `${verdictText(verdict)}, ${codes}`;
      });
      return row([name, markdownText(architectureText(file)), ...cells]);
    },
    end: () => '',
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
];

/** A row for each file and release. */
function csvTable({ releases }: CompatOptions): Reporter {
  return {
    begin: () => csvRows([CSV_COLUMNS]),
    file(file) {
      const { runtime } = file;
      const before = [escapeText(file.path), architectureText(file)];
      if (runtime === undefined) {
        return csvRows([[...before, '', 'unreadable', '', '', '', errorText(file), '']]);
      }
      return csvRows(
        releases.flatMap((release) => {
          const found = runtime[release];
          if (found === undefined) return [];
          const { verdict, stage, status, name, because, configure } = found;
          const codes = [because.join(' '), configure.join(' ')];
          return [[...before, release, verdict, stage ?? '', status ?? '', name ?? '', ...codes]];
        }),
      );
    },
    end: () => '',
  };
}
