import { readFileSync } from 'node:fs';

export interface BrandRow {
  /** Name in lower case. */
  name: string;
  /** True if the name is also an ordinary word; then it does not count in running text. */
  word: boolean;
  domains: string[];
  group?: RegExp;
  country: string;
  kind: string;
  source: string;
  /** Day of the last check, ISO 8601. */
  date: string;
}

const FILES = ['brands.tsv', 'groups.tsv'].map((name) => new URL(`../../brands/${name}`, import.meta.url));

/** Reads the tables of names that fraud imitates. A `~` marks a name that is also an ordinary word. */
export function readBrandRows(): BrandRow[] {
  return FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line): BrandRow => {
        const [name, domains, group, country, kind, source, date] = line.split('\t') as [string, ...string[]];
        return {
          name: name.replace(/^~/, ''),
          word: name.startsWith('~'),
          domains: (domains ?? '').split(' ').filter((domain) => domain !== ''),
          ...(group ? { group: new RegExp(`^(?:${group})$`) } : {}),
          country: country ?? '',
          kind: kind ?? '',
          source: source ?? '',
          date: date ?? '',
        };
      }),
  );
}

/** Returns rows whose last check is more than `days` old. */
export function staleRows(now: number, days = 365): BrandRow[] {
  return readBrandRows().filter(({ date }) => now - Date.parse(date) > days * 86_400_000);
}
