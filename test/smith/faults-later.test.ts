import { describe } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { testFaults } from './fault-family.js';

describe('faults of later fields', () => testFaults(FAMILIES.later.flatMap(Object.keys)));
