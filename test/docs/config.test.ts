/** The settings in docs/config.md are valid. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STARTER } from '../../src/check/config/starter.js';
import { run } from '../../src/cli/run.js';
import { readSettings } from '../../src/node.js';
import { capturedHost } from '../cli/captured-host.js';
import { temporaryDirectory } from '../cli/temporary.js';
import { ROOT } from '../package/built.js';

const page = readFileSync(join(ROOT, 'docs/config.md'), 'utf8');
const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const DAY = new Date('2026-01-01T00:00:00Z');

it('every example can be read', () => {
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(() => readSettings(block, 'config.md', DAY)).not.toThrow();
});

it('the first example has the meaning of its comments', () => {
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

it('a wrong code is reported with its place', () => {
  expect(() => readSettings('severity:\n  action-unsett: off\n', 'x.yaml')).toThrow(
    /x\.yaml:2.*action-unset/s,
  );
});

it('init writes settings that can be read, also if its comments are made settings', () => {
  expect(readSettings(STARTER, 'x.yaml', DAY).failOn).toBe('error');
  const commented = /^# (?=(?:target|device|exclude|severity|ignore|overrides|baseline|limits):| {2})/gm;
  const all = readSettings(STARTER.replace(commented, ''), 'x.yaml', DAY);
  expect(all).toMatchObject({ targets: ['4.20.0', '4.23.0'], maxPerCode: 50, budgetMs: 600_000 });
  expect(all.policyFor('legacy/a.hef')?.levels?.get('multi-context-on-eth')).toBe('off');
  expect(all.policyFor('a.hef')?.levels?.get('multi-context-on-eth')).not.toBe('off');
});

it('init overwrites nothing', async () => {
  const folder = temporaryDirectory();
  const host = capturedHost({ folder });
  expect(await run(['init'], host)).toBe(0);
  expect(readFileSync(join(folder, 'protomdl.config.yaml'), 'utf8')).toBe(STARTER);
  writeFileSync(join(folder, 'protomdl.config.yaml'), 'mine');
  expect(await run(['init'], host)).toBe(2);
  expect(readFileSync(join(folder, 'protomdl.config.yaml'), 'utf8')).toBe('mine');
  expect(await run(['init', '-o', 'no/such/folder.yaml'], host)).toBe(3);
});
