import { rows } from '@services/kit/testing';
import { expect, test } from 'vitest';

const shown = (fact: unknown): string =>
  typeof fact === 'boolean' ? (fact ? 'yes' : 'no') : [fact].flat().join(', ') || '–';

/** Tests rows such as `name of a fact | expected | text`, in which a fact is `yes`, `no`, a list, or `–` for nothing. */
export function testFacts(factOf: (name: string, text: string) => unknown, table: string): void {
  test.each(rows(table))('%s is %s: %s', async (name, expected, text) => {
    expect(shown(await factOf(name, text))).toBe(expected);
  });
}
