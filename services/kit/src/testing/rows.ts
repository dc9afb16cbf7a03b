/** Reads a table of texts for a test, a row each line, such as `code | fires | silent`. */
export function rows<Row extends string[] = [string, string, string]>(table: string): Row[] {
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(' | ').map((cell) => cell.trim()) as Row);
}
