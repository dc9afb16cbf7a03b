/** Statuses and messages of the runtime are explained by codes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { codeText } from '../../src/base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES, type Release, releaseSpans } from '../../src/base/diagnostics/releases.js';
import { memorySource } from '../../src/base/source/memory.js';
import { codesBehind } from '../../src/check/config/runtime-answers.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { humanReporter } from '../../src/show/report/human.js';
import { reported } from '../report/specimen.js';

const CORPUS = fileURLToPath(new URL('../../corpus/invalid', import.meta.url));
const behind = (text: string) => codesBehind(text, CATALOGUE);

describe('a status or message of the runtime', () => {
  it('is found by its number, by its name and with its prefix', () => {
    expect(behind('92')).toEqual(behind('HEF_NOT_SUPPORTED'));
    expect(behind('HAILO_HEF_NOT_SUPPORTED')).toEqual(behind('hef_not_supported'));
    expect(behind('92')).toContain('frame-version-unsupported');
    expect(behind('91')).toContain('frame-length-mismatch');
    expect(behind('91')).not.toContain('frame-version-unsupported');
    expect(behind('93')).toContain('hw-arch-not-configurable');
    expect(behind('26')?.length).toBeGreaterThan(40);
  });

  it('is found by a sentence, with the text that the runtime adds around it', () => {
    expect(behind('Failed parsing HEF file')).toContain('wire-truncated');
    expect(behind('[HailoRT] [error] CHECK failed - HEF file length does not match')).toEqual([
      'frame-length-mismatch',
    ]);
    expect(behind('Unsupported hef version 3')).toContain('frame-version-unsupported');
  });

  it('is found by the status in a message, if the sentence of the message is not known', () => {
    for (const text of [
      '[HailoRT] [error] CHECK_SUCCESS failed with status=HAILO_INVALID_HEF(26)',
      'libhailort failed with error: 26 (HAILO_INVALID_HEF)',
      'HAILO_INVALID_HEF(26)',
      'CHECK_SUCCESS failed with status=26',
    ])
      expect(behind(text)).toEqual(behind('26'));
    expect(behind('HEF md5 does not match, status=HAILO_INVALID_HEF(26)')).toEqual([
      'frame-checksum-mismatch',
    ]);
  });

  it.each([
    'HAILO_OUT_OF_PHYSICAL_DEVICES(74)',
    'status=74',
    '0',
    '27',
    'frame',
    'frame-bad-magic',
    'wire-*',
    'SUCCESS',
    'a sentence of somebody else',
  ])('is not %j', (text) => expect(behind(text)).toBeUndefined());
});

/**
 * The text of a code, and the predictions with the code, must agree. For each specimen, all releases are
 * predicted.
 */
it('texts of codes name the releases that refuse a file, and the statuses that they return', {
  timeout: 120_000,
}, async () => {
  const wrong = new Set<string>();
  let compared = 0;
  let excepted = 0;
  for (const name of readdirSync(CORPUS).filter((one) => /\.(hef|mdl)$/.test(one))) {
    const bytes = new Uint8Array(readFileSync(join(CORPUS, name)));
    const { runtime = {}, diagnostics } = await validate(memorySource(bytes), {
      checksums: nodeChecksums,
      runtimes: PUBLISHED_RELEASES,
    });
    const report = reported({ diagnostics, runtime });
    const text = humanReporter({ catalogue: CATALOGUE, width: 120 }).file(report).replaceAll(/\s+/g, ' ');
    for (const { code } of diagnostics.filter(({ severity }) => severity !== 'info')) {
      const { refusedBy = [] } = CATALOGUE.get(code) ?? {};
      const loading = refusedBy.filter((release) => runtime[release]?.verdict === 'accepts');
      const said = `This file still loads on ${releaseSpans(loading)}.`;
      if (loading.length > 0) excepted++;
      if (loading.length > 0 && !text.includes(said))
        wrong.add(`${name}: ${code} is said to keep it from loading`);
    }
    for (const release of PUBLISHED_RELEASES) {
      const verdict = runtime[release];
      const info = CATALOGUE.get(verdict?.because[0] ?? '');
      if (verdict === undefined || info === undefined) continue;
      compared++;
      const { runtime: about = '' } = codeText(info);
      const isListed = (info.refusedBy as readonly Release[] | undefined)?.includes(release) !== false;
      if (!isListed) wrong.add(`${info.code} is not refused by ${release} in its text`);
      const said = verdict.name ?? 'crash(es)?';
      if (!new RegExp(`(?<![A-Z_])${said}(?![A-Z_])`, 'i').test(about))
        wrong.add(`${info.code}: ${said} is not in its text`);
    }
  }
  expect([...wrong]).toEqual([]);
  expect(compared).toBeGreaterThan(1000);
  expect(excepted).toBeGreaterThan(2);
});
