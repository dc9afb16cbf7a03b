/**
 * The built command has the same text about every code as the sources, although it reads no text when it
 * starts.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { codeText } from '../../src/base/diagnostics/catalogue.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { rulesJson } from '../../src/show/report/rules.js';
import { TOOL } from '../../src/show/report/tool.js';
import { BUILT, loadedToValidate } from './built-files.js';

describe('texts of codes in the command', () => {
  it('are the same as in the sources', () => {
    expect(inject('buildFailure')).toBe('');
    const args = [join(BUILT, 'cli/protomdl.js'), 'explain', '--format', 'json'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).toBe(rulesJson(TOOL, { catalogue: CATALOGUE, codes: [...CATALOGUE.values()] }));
  });

  it('are not loaded for validation except for a few, which are two strings that are split when they are needed', () => {
    const files = loadedToValidate();
    const together = files.filter((name) => name.startsWith('chunks/texts-'));
    expect(together).toHaveLength(1);
    const text = readFileSync(join(BUILT, together[0] as string), 'latin1');
    expect(text.match(/JSON\.parse\(/g)).toHaveLength(2);
    expect(text.replace(/JSON\.parse\(`(?:[^`\\]|\\.)*`\)/gs, '').length).toBeLessThan(500);
    const loaded = files
      .filter((name) => !together.includes(name))
      .map((name) => readFileSync(join(BUILT, name), 'latin1'))
      .join('\n');
    // Texts are compared in ASCII, so that escapes do not matter.
    for (const key of ['why', 'summary'] as const) {
      const texts = [...CATALOGUE.values()].flatMap(
        (info) => codeText(info)[key]?.match(/[\w ,.]{20,}/)?.[0] ?? [],
      );
      expect(texts.length).toBeGreaterThan(CATALOGUE.size / 2);
      expect(texts.filter((text) => loaded.includes(text)).length).toBeLessThan(CATALOGUE.size / 20);
    }
  });
});
