import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { smithInvalid } from '../../src/attack/smith/invalid.js';
import { complaints, testFaults } from './fault-family.js';

describe('faults of actions', () => testFaults(FAMILIES.action.flatMap(Object.keys)));

it('faults occur in preliminary configurations and in contexts, in all layouts', async () => {
  const paths = [];
  for (let seed = 0; seed < 40; seed++)
    paths.push((await smithInvalid('action-unset', { seed })).findings[0]?.path);
  expect(new Set(paths).size).toBeGreaterThan(30);
  for (const part of [
    'preliminary_config',
    'contexts[0]',
    'contexts[1]',
    'partial_network_groups',
    'partial_core_ops',
  ]) {
    expect(paths.filter((path) => path?.includes(part)).length, part).toBeGreaterThan(0);
  }
});

it('a gap before a channel is a fault in the framings before 3 only', async () => {
  const codes = ['cfg-channel-index-range', 'cfg-channel-index-out-of-range'];
  const gaps = { 2: 0, 3: 0 };
  for (const code of codes) {
    for (const framing of [2, 3] as const) {
      for (let seed = 1; seed <= 3; seed++) {
        const model = await smithInvalid(code, { seed, framing, actions: 60 });
        expect(await complaints(model), `${code}, framing ${framing}, seed ${seed}`).toEqual([]);
        if (model.findings.some((finding) => finding.code === 'cfg-channel-gap')) gaps[framing]++;
      }
    }
  }
  expect(gaps[2]).toBeGreaterThan(0);
  expect(gaps[3]).toBe(0);
});
