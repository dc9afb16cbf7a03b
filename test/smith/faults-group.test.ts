import { describe } from 'vitest';
import { GROUP_FAULTS } from '../../src/attack/smith/faults/group.js';
import { testFaults } from './fault-family.js';

describe('faults of network groups', () => testFaults(GROUP_FAULTS.map(({ code }) => code)));
