/** The command as built says of every code what the sources say, though starting it loads none of that. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { textOf } from '../../src/diagnostics/catalogue.js';
import { rulesJson } from '../../src/report/rules.js';
import { TOOL } from '../../src/report/tool.js';
import { CATALOGUE } from '../../src/rules/index.js';

const BUILT = fileURLToPath(new URL('../../dist/cli', import.meta.url));

describe('texts of codes in the command', () => {
  it('are those of the sources', () => {
    expect(inject('buildFailure')).toBe('');
    const args = [join(BUILT, 'protomdl.js'), 'rules', '--format', 'json'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).toBe(rulesJson(TOOL, { catalogue: CATALOGUE, codes: [...CATALOGUE.values()] }));
  });

  it('are not in what validating loads, but for a few', () => {
    const chunks = readdirSync(join(BUILT, 'chunks'));
    const validation = chunks.find((name) => name.startsWith('validation-')) as string;
    const loaded = readFileSync(join(BUILT, 'chunks', validation), 'latin1');
    // In ASCII, so that escapes do not matter.
    const whys = [...CATALOGUE.values()].flatMap(
      (info) => textOf(info).why?.match(/[\w ,.]{20,}/)?.[0] ?? [],
    );
    expect(whys.length).toBeGreaterThan(CATALOGUE.size / 2);
    expect(whys.filter((why) => loaded.includes(why)).length).toBeLessThan(CATALOGUE.size / 20);
  });
});
