import type { Question } from '../../tools/query/question.js';
import type { QueryGroup, QueryRow } from '../../tools/query/tables.js';
import type { QueryJson } from '../../tools/query/value.js';
import { type CsvCell, csvRows } from './csv.js';
import { escapeText, printableJson } from './escape.js';
import { type TableColumn, tableLines } from './table.js';
import { grouped, offsetText } from './text.js';

export const QUERY_FORMATS = ['ndjson', 'csv', 'human'] as const;
export type QueryFormat = (typeof QUERY_FORMATS)[number];

interface QueryWriter {
  /** Returns the text before the first row. */
  begin(): string;
  row(row: QueryRow): string;
  groups(groups: readonly QueryGroup[]): string;
}

/** @param several true if the query has several files, whose rows human text must distinguish */
export function queryWriter(format: QueryFormat, question: Question, several: boolean): QueryWriter {
  switch (format) {
    case 'csv':
      return csvWriter(question);
    case 'human':
      return humanWriter(several);
    default:
      return {
        begin: () => '',
        row: lineWriter(),
        groups: (groups) => groups.map((group) => `${printableJson(group)}\n`).join(''),
      };
  }
}

/**
 * Formats a row as a line of JSON. Paths need no escaping, because they consist of schema names and numbers.
 */
function lineWriter(): (row: QueryRow) => string {
  const names = new Map<string, string>();
  const quoted = (name: string): string => {
    let text = names.get(name);
    if (text === undefined) {
      text = printableJson(name);
      // Names of files and of columns are kept, because they repeat in many rows.
      if (names.size < 1024) names.set(name, text);
    }
    return text;
  };
  return ({ file, path, offset, value, columns }) => {
    const more = Object.entries(columns).map(([text, shown]) => `${quoted(text)}:${jsonOf(shown)}`);
    return (
      `{"file":${quoted(file)},"path":"${path}","offset":${offset},` +
      `"value":${jsonOf(value)},"columns":{${more.join(',')}}}\n`
    );
  };
}

function jsonOf(value: QueryJson): string {
  return typeof value === 'number' ? String(value) : printableJson(value);
}

function csvWriter({ columns, aggregate }: Question): QueryWriter {
  const texts = columns.map(({ text }) => text);
  return {
    begin: () => (aggregate === undefined ? csvRows([['file', 'path', 'offset', 'value', ...texts]]) : ''),
    row: ({ file, path, offset, value, columns: cells }) =>
      csvRows([
        [
          escapeText(file),
          escapeText(path),
          offset ?? '',
          cell(value),
          ...texts.map((text) => cell(cells[text] ?? null)),
        ],
      ]),
    groups: (groups) => {
      const [titles, rows] = tableOf(groups);
      return csvRows([titles, ...rows.map((row) => row.map(cell))]);
    },
  };
}

function humanWriter(several: boolean): QueryWriter {
  return {
    begin: () => '',
    row: ({ file, path, offset, value, columns }) => {
      const where = several ? `${escapeText(file)}: ${path}` : path;
      const place = offset === null ? 'not written' : offsetText(offset);
      const more = Object.entries(columns).map(([text, shown]) => `, ${escapeText(text)} = ${textOf(shown)}`);
      return `${where} = ${textOf(value)}${more.join('')}  (${place})\n`;
    },
    groups: (groups) => {
      const [titles, rows] = tableOf(groups);
      if (rows.length === 0) return 'nothing\n';
      const isNumber = titles.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
      const columns: TableColumn[] = titles.map((title, i) => ({
        title: escapeText(title),
        align: isNumber[i] ? 'right' : 'left',
      }));
      const cells = rows.map((row) =>
        row.map((value) =>
          typeof value === 'number' && Number.isInteger(value) ? grouped(value) : textOf(value),
        ),
      );
      return `${tableLines(columns, cells).join('\n')}\n`;
    },
  };
}

/** Returns titles, and rows of the same length. */
function tableOf(groups: readonly QueryGroup[]): [string[], QueryJson[][]] {
  const [first] = groups;
  if (first === undefined) return [[], []];
  const titles = [
    ...Object.keys(first.group),
    'count',
    ...(['sum', 'min', 'max'] as const).flatMap((name) =>
      Object.keys(first[name] ?? {}).map((text) => `${name}(${text})`),
    ),
  ];
  const rows = groups.map(({ group, count, sum, min, max }) => [
    ...Object.values(group),
    count,
    ...[sum, min, max].flatMap((part) => Object.values(part ?? {})),
  ]);
  return [titles, rows];
}

function cell(value: QueryJson): CsvCell {
  return typeof value === 'number' ? value : value === null ? '' : textOf(value);
}

function textOf(value: QueryJson): string {
  if (value === null) return '-';
  if (typeof value === 'object') return printableJson(value);
  return escapeText(String(value));
}
