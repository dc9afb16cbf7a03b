import { describe } from 'vitest';
import { OPERATION_FAULTS } from '../../src/attack/smith/faults/operation.js';
import { testFaults } from './fault-family.js';

describe('faults of operations', () => testFaults(OPERATION_FAULTS.map(({ code }) => code)));
