/** Settings that docs/config.md shows are settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../src/node.js';
import { ROOT } from '../package/built.js';

const page = readFileSync(join(ROOT, 'docs/config.md'), 'utf8');
const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const DAY = new Date('2026-01-01T00:00:00Z');

it('every example can be read', () => {
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(() => readSettings(block, 'config.md', DAY)).not.toThrow();
});

it('the first one means what its comments say', () => {
  const settings = readSettings(blocks[0] as string, 'config.md', DAY);
  expect(settings).toMatchObject({
    maxPerCode: 50,
    budgetMs: 600_000,
    failOn: 'warning',
    targets: ['4.20.0'],
  });
  expect(settings.policyFor('a.hef')?.levels?.get('unknown-fields')).toBe('off');
  expect(settings.policyFor('a.hef')?.levels?.get('newer-layout')).not.toBe('info');
  expect(settings.policyFor('x/third-party/a.hef')?.levels?.get('newer-layout')).toBe('info');
  expect(settings.policyFor('legacy/a.hef')?.ignores?.length).toBe(1);
});

it('has every key of the schema', () => {
  const { definitions } = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/config.schema.json'), 'utf8')) as {
    definitions: { config: { properties: Record<string, unknown> } };
  };
  for (const key of Object.keys(definitions.config.properties)) {
    if (key !== '$schema') expect(page).toMatch(new RegExp(`^\\| \`${key}[.\`]`, 'm'));
  }
});

it('a wrong code is told with its place', () => {
  expect(() => readSettings('severity:\n  action-unsett: off\n', 'x.yaml')).toThrow(
    /x\.yaml:2.*action-unset/s,
  );
});
