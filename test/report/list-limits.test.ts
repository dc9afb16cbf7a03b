/** A long list is cut at its limit: one element less is listed whole, and the others are counted. */
import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { seedTexts } from '../../src/show/report/campaign-text.js';
import { changeText } from '../../src/show/report/diff-text.js';
import { networkText } from '../../src/show/report/network.js';
import { PLAIN } from '../../src/show/report/palette.js';
import { concat, lenRecord, varintRecord } from '../arbitrary/wire-writer.js';
import { protomdl } from '../cli/protomdl.js';
import { withFiles } from '../cli/temporary.js';
import { layer, network } from './layers.js';
import { rendered } from './rendered.js';
import { reported } from './specimen.js';

const unreadable = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    reported({
      path: `${i}.hef`,
      verdict: 'unreadable',
      error: { code: 'source-unreadable', message: 'no' },
    }),
  );

async function commandOn(bytes: Uint8Array, name: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await protomdl(name, `${withFiles({ 'a.mdl': bytes })}/a.mdl`, ...args);
  expect(code).toBe(0);
  return out + err;
}

async function seeds(count: number): Promise<string> {
  const others = Array.from({ length: count }, (_, i) => ({ name: `s${i}`, kind: 'crash', title: 't' }));
  return seedTexts({ seeds: { accepted: 1, total: 1 + count, others }, asSeeds: 0 } as never).join('\n');
}

const layersText = (count: number) =>
  networkText('a.hef', network({ layers: Array.from({ length: count }, () => layer({})) }), PLAIN, true);

const extensions = (count: number) =>
  commandOn(
    concat(...Array.from({ length: count }, () => lenRecord(5, varintRecord(1, 7)))),
    'replace',
    'extensions[*].type_index',
    '--value',
    '3',
    '-o',
    '/dev/null',
  );

describe.each<[string, number, (count: number) => Promise<string>, string]>([
  ['seeds of a campaign', 10, seeds, '… and 1 more seeds'],
  [
    'contexts of a model',
    20,
    (contexts) => commandOn(smithBytes({ seed: 1, contexts, layout: 'classic', groups: 1 }), 'info'),
    '… and 1 more contexts',
  ],
  ['replaced records', 5, extensions, ' and 1 more'],
  ['layers of a network', 1000, async (n) => layersText(n), '… and 1 layer not listed'],
  ['files of a Markdown summary', 100, (n) => rendered('markdown', unreadable(n)), '… and 1 more files'],
  [
    'unreadable files of a SARIF report',
    1000,
    (n) => rendered('sarif', unreadable(n)),
    '1 more files could not be read',
  ],
])('%s', (_name, most, textOf, more) => {
  it(`are listed up to ${most}`, async () => {
    expect(await textOf(most)).not.toMatch(/\d more|… and/);
    expect(await textOf(most + 1)).toContain(more);
  });
});

it.each([
  ['🚀'.repeat(60), '"'],
  [`${'🚀'.repeat(60)}x`, '…" (241 bytes)'],
])('a changed text is shown up to 60 characters', (value, end) => {
  const shown = { value, name: null, bytes: Buffer.byteLength(value), hash: null, label: null };
  const side = { path: 'header.sdk_version', offset: 0, length: 0, shown };
  const text = changeText({ kind: 'removed', type: 'string', before: side, after: null } as never);
  expect(text).toContain(`"${'🚀'.repeat(60)}${end}`);
});

it.each([
  ['p'.repeat(500), 'p'],
  [`${'p'.repeat(501)}`, '…'],
])('a path of a Markdown summary has up to 500 characters', async (path, end) => {
  const [file] = unreadable(1);
  const text = await rendered('markdown', [{ ...(file as NonNullable<typeof file>), path }]);
  expect(text).toContain(`${'p'.repeat(499)}p${end === 'p' ? '' : end}`);
  expect(text.includes('…')).toBe(end === '…');
  expect(text).not.toContain('p'.repeat(501));
});
