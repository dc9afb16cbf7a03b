/** Reasons that the report gives for a file that does not load, for specimens with known faults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { loadAnswers } from '../../src/show/report/load-answer.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));

/** Three releases that differ much. */
const RELEASES = ['4.8.0', '4.20.0', '4.23.0'] as const;

async function answersOf(bytes: Uint8Array) {
  return loadAnswers(await validate(memorySource(bytes), { runtimes: RELEASES }));
}

const fileOf = (name: string) => new Uint8Array(readFileSync(join(CORPUS, name)));

describe('the reason why a file does not load', () => {
  it('names the version of the file, the versions that the release reads, and the release that reads the file', async () => {
    const [old, taking, ...others] = await answersOf(fileOf('valid/framed-v2.hef'));
    expect(old).toMatchObject({
      releases: ['4.8.0'],
      spans: '4.8.0',
      verdict: { verdict: 'rejects' },
      knows: '4.8.0 reads container version 0',
      reasons: [{ code: 'frame-version-unsupported', offset: 4, length: 4, path: '' }],
    });
    expect(old?.remedies[0]).toMatch(/^use release .*4\.20\.0/);
    expect(old?.remedies.some((remedy) => remedy.includes('convert'))).toBe(false);
    expect(taking).toMatchObject({ verdict: { verdict: 'accepts' }, reasons: [], knows: null, remedies: [] });
    expect(others.at(-1)?.releases).toEqual(['4.23.0']);
  });

  it('proposes to convert a file that a release could read in an older container', async () => {
    const [, middle] = await answersOf(fileOf('valid/framed-v3.hef'));
    expect(middle?.knows).toBe('4.20.0 reads container versions 0 to 2');
    expect(middle?.remedies.join('\n')).toContain('protomdl convert --framing 2');
  });

  it('reports for every release that a file is cut', async () => {
    const bytes = fileOf('valid/framed-v0.hef');
    for (const answer of await answersOf(bytes.subarray(0, bytes.length - 10))) {
      expect(answer.reasons[0]?.code).toBe('frame-length-mismatch');
      expect(answer.remedies.join('\n')).toContain(
        'copy or download the file again; its size must be 1,036 bytes',
      );
      expect(answer.remedies.join('\n')).not.toContain('use release');
    }
  });

  it('lists the extensions that a release accepts', async () => {
    const answers = await answersOf(fileOf('invalid/extension-not-loadable.mdl'));
    const refused = answers.find(({ reasons }) => reasons[0]?.code === 'extension-not-loadable');
    expect(refused?.knows).toMatch(/knows the extensions ABBALE, POSTED_WRITES, DDR/);
    expect(refused?.knows).not.toContain('TEST_ONE');
  });

  it('names the extension that the file would need', async () => {
    const newest = (await answersOf(fileOf('valid/small-network.hef'))).at(-1);
    expect(newest?.reasons[0]?.message).toContain('PERIPH_CALCULATION_IN_HAILORT (26) is missing');
  });
});
