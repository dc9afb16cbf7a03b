import { describe } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { testFaults } from './fault-family.js';

describe('faults of the container', () => testFaults(FAMILIES.container.flatMap(Object.keys)));
