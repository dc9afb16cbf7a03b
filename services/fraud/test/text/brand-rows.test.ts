import { expect, test } from 'vitest';
import { readBrandRows, staleRows } from '../../src/text/brand-rows.js';

const DAY_MS = 86_400_000;

test('every row has a plain name, registrable domains or a group, a kind, a source and a day', () => {
  for (const { name, domains, group, country, kind, source, date } of readBrandRows()) {
    expect(name).toMatch(/^[a-z0-9][a-z0-9&.+' -]*$/);
    for (const domain of domains) expect(domain, name).toMatch(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/);
    expect(domains.length > 0 || group !== undefined, name).toBe(true);
    expect(country, name).toMatch(/^(?:[A-Z]{2})?$/);
    expect(kind, name).toMatch(/^[a-z]+$/);
    expect(source, name).not.toBe('');
    expect(new Date(date).toISOString().slice(0, 10), name).toBe(date);
  }
});

test('a row is stale if its last check is more than the given number of days ago', () => {
  const [first] = readBrandRows();
  const checked = Date.parse(first!.date);
  const names = (now: number) => staleRows(now, 30).map(({ name }) => name);
  expect(names(checked + 30 * DAY_MS)).not.toContain(first!.name);
  expect(names(checked + 30 * DAY_MS + 1)).toContain(first!.name);
});
