import type { Palette } from './palette.js';

export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Returns the columns of a line of titles with `|` between them; `>` before a title aligns its column right. */
export function columnsOf(titles: string): readonly TableColumn[] {
  return titles.split('|').map((text): TableColumn => {
    const title = text.trim();
    return title.startsWith('>') ? { title: title.slice(1), align: 'right' } : { title };
  });
}

/**
 * Formats a table as lines: the titles, then the rows, in aligned columns with two spaces between them. Cells
 * must be single lines. Columns without text are omitted. Cells are never cut, so that readers can copy
 * names.
 */
export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const used = columns.map((_, index) => rows.some((row) => (row[index] ?? '') !== ''));
  const widths = columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, (row[index] ?? '').length), title.length),
  );
  const shown = [...columns.keys()].filter((index) => used[index]);
  const line = (cells: readonly string[]): string => {
    let text = '';
    for (const index of shown) {
      const cell = cells[index] ?? '';
      const width = widths[index] as number;
      if (index !== shown[0]) text += '  ';
      text += columns[index]?.align === 'right' ? cell.padStart(width) : cell.padEnd(width);
    }
    return text.trimEnd();
  };
  return [line(columns.map(({ title }) => title)), ...rows.map(line)];
}

/** Formats an indented table with dim titles. */
export function tableBlock(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  palette: Palette,
  indent = '  ',
): string[] {
  const [titles = '', ...lines] = tableLines(columns, rows);
  return [indent + palette.dim(titles), ...lines.map((line) => indent + line)];
}
