import { describe } from 'vitest';
import { EDGE_FAULTS } from '../../src/smith/faults/edge.js';
import { testFaults } from './fault-family.js';

describe('faults of edge layers', () => testFaults(EDGE_FAULTS.map(({ code }) => code)));
