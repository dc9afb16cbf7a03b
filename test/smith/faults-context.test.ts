import { describe } from 'vitest';
import { CONTEXT_FAULTS } from '../../src/attack/smith/faults/context.js';
import { testFaults } from './fault-family.js';

describe('faults of contexts', () => testFaults(CONTEXT_FAULTS.map(({ code }) => code)));
