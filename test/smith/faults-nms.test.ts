import { describe } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { testFaults } from './fault-family.js';

describe('faults of lists of boxes', () => testFaults(FAMILIES.nms.flatMap(Object.keys)));
