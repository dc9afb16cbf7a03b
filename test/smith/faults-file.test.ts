import { describe } from 'vitest';
import { FAMILIES } from '../../src/attack/smith/faults/index.js';
import { testFaults } from './fault-family.js';

describe('faults of the file', () => testFaults(FAMILIES.file.flatMap(Object.keys)));
