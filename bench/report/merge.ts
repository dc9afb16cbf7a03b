import type { Results } from './results.js';

export function merged(last: Results, later: Results): Results {
  const matches = new Map([...last.matches, ...later.matches].map((match) => [match.name, match]));
  const rows = new Map(last.rows.map((row) => [row.id, row]));
  const first = later.rows.filter(({ id }) => !rows.has(id));
  for (const row of later.rows) if (rows.has(row.id)) rows.set(row.id, row);
  const singleFiles = later.singleFiles ?? last.singleFiles;
  return {
    ...last,
    matches: [...matches.values()],
    rows: [...first, ...rows.values()],
    scaling: later.scaling ?? last.scaling,
    ...(singleFiles !== undefined && { singleFiles }),
  };
}
