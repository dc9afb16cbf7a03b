/** Findings in a report for target releases. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';

const corpus = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url))));

async function found(name: string, policy: object): Promise<string[]> {
  const { diagnostics } = await validate(memorySource(corpus(name)), { policy });
  return diagnostics.map(({ severity, code }) => `${severity} ${code}`);
}

it('a refusal that only a target reports is hidden by the baseline', async () => {
  const targets = ['5.2.0'];
  // Extension 26 is missing, which the newest releases require, although no rule reports that.
  expect(await found('valid/one-context.mdl', { targets })).toContain('error extension-not-loadable');
  const known = new Map([['extension-not-loadable', new Map([['*', 1]])]]);
  expect(await found('valid/one-context.mdl', { targets, known })).not.toContain(
    'error extension-not-loadable',
  );
});

it('warnings about other releases are hidden, and infos stay', async () => {
  // Release 4.8.0 does not count scales.
  expect(await found('invalid/edge-scales-count.mdl', { targets: ['4.8.0'] })).toContain(
    'info edge-scales-count',
  );
  expect(await found('invalid/edge-scales-count.mdl', { targets: ['4.20.0'] })).toContain(
    'error edge-scales-count',
  );
});
