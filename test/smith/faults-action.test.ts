import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { smithInvalid } from '../../src/attack/smith/invalid.js';
import { testFaults } from './fault-family.js';

describe('faults of actions', () => testFaults(FAMILIES.action.flatMap(Object.keys)));

it('faults occur everywhere: in preliminary configurations and contexts, in all layouts', async () => {
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
