/** Findings in a report that has target releases. */
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

it('a refusal by a target that no rule reports is hidden by the baseline, too', async () => {
  const targets = ['5.2.0'];
  // The file does not have extension 26. The newest releases require it, although no rule reports this.
  expect(await found('valid/one-context.mdl', { targets })).toContain('error extension-not-loadable');
  const known = new Map([['extension-not-loadable', new Map([['*', 1]])]]);
  expect(await found('valid/one-context.mdl', { targets, known })).not.toContain(
    'error extension-not-loadable',
  );
});

it('warnings about other releases are hidden, and infos stay', async () => {
  // Release 4.8.0 does not count scales, so it has no finding about them.
  expect(await found('invalid/edge-scales-count.mdl', { targets: ['4.8.0'] })).toContain(
    'info edge-scales-count',
  );
  expect(await found('invalid/edge-scales-count.mdl', { targets: ['4.20.0'] })).toContain(
    'error edge-scales-count',
  );
});
