import { describe } from 'vitest';
import { NMS_FAULTS } from '../../src/attack/smith/faults/nms.js';
import { testFaults } from './fault-family.js';

describe('faults of lists of boxes', () => testFaults(NMS_FAULTS.map(({ code }) => code)));
