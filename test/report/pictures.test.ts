/** Pictures in reports, which unreadable files do not have. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { reportPictures } from '../../src/show/report/report-pictures.js';
import { isObvious } from '../../src/show/report/summary-text.js';

const corpus = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url))));

it('an unreadable file has no pictures', async () => {
  expect(await reportPictures(memorySource(corpus('valid/network-notes.hef')), 'a')).not.toEqual([]);
  for (const name of ['frame-truncated-header', 'frame-version-unsupported', 'frame-bad-magic'])
    expect(Array.isArray(await reportPictures(memorySource(corpus(`invalid/${name}.hef`)), name))).toBe(true);
});

it('header fields that are obvious are not listed', () => {
  expect(['magic', 'version', 'ccws_size'].map((name) => isObvious(name, 7))).toEqual([true, true, false]);
  expect([isObvious('reserved', '0000'), isObvious('reserved', '0010')]).toEqual([true, false]);
});
