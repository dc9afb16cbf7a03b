/**
 * Predictions of releases for models that `smith` makes by default: the table of docs/smith.md. `tsx
 * scripts/smith/loads.ts [COUNT]`, with 1,000 models for each layout by default.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { LAYOUTS, type ModelLayout } from '../../src/attack/smith/settings.js';
import { smithFile } from '../../src/attack/smith/smith.js';
import { RELEASES, type Release } from '../../src/base/diagnostics/catalogue.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';

const PAGE = new URL('../../docs/smith.md', import.meta.url);
const BEGIN = '<!-- loads: written by scripts/smith/loads.ts -->';
const END = '<!-- /loads -->';
const count = Number(process.argv[2] ?? 1000);

const rows: string[] = [];
for (const layout of LAYOUTS) rows.push(...(await rowsOf(layout)));
const table = [
  BEGIN,
  `Seeds 0 to ${count - 1} of each layout, without other options. The release of a model is 4.23.0 for framing 3, and ` +
    '4.20.0 for all others.',
  '',
  '| layout | valid | loaded by its release | 4.8.0 accepts | 4.20.0 accepts | 4.23.0 accepts |',
  '|---|---|---|---|---|---|',
  ...rows,
  END,
].join('\n');
const page = readFileSync(PAGE, 'utf8');
const [before, rest] = page.split(BEGIN);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error('docs/smith.md has no place for the table');
writeFileSync(PAGE, `${before}${table}${after}`);

async function rowsOf(layout: ModelLayout): Promise<string[]> {
  const accepted = new Map<Release, number>(RELEASES.map((release) => [release, 0]));
  let valid = 0;
  let loaded = 0;
  for (let seed = 0; seed < count; seed++) {
    const bytes = await smithFile({ seed, layout });
    const { verdict, runtime, container } = await validate(memorySource(bytes), {
      checksums: nodeChecksums,
      runtimes: RELEASES,
    });
    if (verdict === 'valid') valid++;
    for (const release of RELEASES) {
      if (runtime?.[release]?.verdict !== 'accepts') continue;
      accepted.set(release, (accepted.get(release) ?? 0) + 1);
    }
    const own: Release = container.version === 3 ? '4.23.0' : '4.20.0';
    if (runtime?.[own]?.verdict === 'accepts') loaded++;
  }
  const cells = RELEASES.map((release) => accepted.get(release));
  return [`| ${layout} | ${valid} | ${loaded} | ${cells.join(' | ')} |`];
}
