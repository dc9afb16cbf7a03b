import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

/** Writes a table into docs/reliability.md, between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function putTable(name: string, table: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no place for ${name}`);
  writeFileSync(PAGE, `${page.slice(0, from + begin.length) + table.trimEnd()}\n${page.slice(to)}`);
}
