/** Every code of the catalogue exists in the code, has all its texts, and has a corpus file that shows it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allSpecimens } from '../../scripts/corpus/specimens.js';
import { codeText } from '../../src/base/diagnostics/catalogue.js';
import { CATALOGUE } from '../../src/check/rules/index.js';

const listed = readFileSync(new URL('catalogue-codes.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [part: string, code: string, severity: string]);

/** Codes about limits of the validator, which are not rules of the format. */
const OURS = ['check-incomplete'];

/**
 * Specimens would be too large for a repository: a file of 2 GB, and a file with more facts than fit in
 * memory.
 */
const WITHOUT_SPECIMEN = ['message-too-large', ...OURS];

const specimens = await allSpecimens();

describe('the catalogue', () => {
  it('has the documented codes, and no others', () => {
    expect([...CATALOGUE.keys()].sort()).toEqual([...listed.map(([, code]) => code), ...OURS].sort());
  });

  it.each(listed)('%s: %s has the severity %s', (_part, code, severity) => {
    expect(CATALOGUE.get(code)?.severity).toBe(severity);
  });
});

describe.each([...CATALOGUE.values()].filter(({ code }) => !OURS.includes(code)))('$code', (info) => {
  const text = codeText(info);

  it('explains why the code matters, and how the runtime behaves', () => {
    expect(text.why ?? '').toMatch(/\S/);
    expect(text.runtime ?? '').toMatch(/\S/);
    expect(info.group ?? '').toMatch(/\S/);
  });

  it(info.severity === 'error' ? 'shows a wrong example and its fix' : 'shows both, or neither', () => {
    expect(text.wrong === undefined).toBe(text.fix === undefined);
    if (info.severity !== 'error' && text.wrong === undefined) return;
    expect(text.wrong ?? '').toMatch(/\S/);
    expect(text.fix ?? '').toMatch(/\S/);
    expect(text.wrong).not.toBe(text.fix);
  });

  const hasSpecimen = !WITHOUT_SPECIMEN.includes(info.code);
  it(`has ${hasSpecimen ? 'a' : 'no'} corpus file that shows it`, () => {
    const shown = specimens.filter(({ expected }) => expected.some(({ code }) => code === info.code));
    expect(shown.length > 0).toBe(hasSpecimen);
  });
});
