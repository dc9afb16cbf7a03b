/** How a column stands. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/**
 * Rows as lines of aligned columns, two spaces apart, the titles first. Cells must be single lines. Columns
 * without any text are left out; nothing is ever cut, so that names can be copied.
 */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const used = columns.map((_, index) => rows.some((row) => (row[index] ?? '') !== ''));
  const widths = columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, (row[index] ?? '').length), title.length),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .flatMap(({ align }, index) => {
        if (!used[index]) return [];
        const cell = cells[index] ?? '';
        const width = widths[index]!;
        return [align === 'right' ? cell.padStart(width) : cell.padEnd(width)];
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)];
}
