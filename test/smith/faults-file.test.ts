import { describe } from 'vitest';
import { FILE_FAULTS } from '../../src/attack/smith/faults/file.js';
import { testFaults } from './fault-family.js';

describe('faults of the file', () => testFaults(FILE_FAULTS.map(({ code }) => code)));
