/** A policy has a map of severities, which its creator may change. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PolicyLevel } from '../../src/base/diagnostics/policy.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';

it('validate uses the current severities, not those of the map’s first use', async () => {
  const bytes = readFileSync('corpus/invalid/edge-buffer-indices-missing.mdl');
  const levels = new Map<string, PolicyLevel>();
  const codes = async () => {
    const { diagnostics } = await validate(memorySource(bytes), { policy: { levels } });
    return diagnostics.map(({ code }) => code);
  };
  const all = await codes();
  expect(all).toContain('edge-buffer-indices-missing');
  levels.set('edge-buffer-indices-missing', 'off');
  expect(await codes()).not.toContain('edge-buffer-indices-missing');
  // The number of codes that are switched off stays the same, but it is another code.
  levels.set('edge-buffer-indices-missing', 'error').set('no-network-groups', 'off');
  expect(await codes()).toEqual(all);
  levels.clear();
  expect(await codes()).toEqual(all);
});
