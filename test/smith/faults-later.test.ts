import { describe } from 'vitest';
import { LATER_FAULTS } from '../../src/attack/smith/faults/later.js';
import { testFaults } from './fault-family.js';

describe('faults of later fields', () => testFaults(LATER_FAULTS.map(({ code }) => code)));
