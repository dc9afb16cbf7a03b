import { describe } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { testFaults } from './fault-family.js';

describe('faults of operations', () => testFaults(FAMILIES.operation.flatMap(Object.keys)));
