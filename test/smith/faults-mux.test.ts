import { describe } from 'vitest';
import { MUX_FAULTS } from '../../src/attack/smith/faults/mux.js';
import { testFaults } from './fault-family.js';

describe('faults of muxes', () => testFaults(MUX_FAULTS.map(({ code }) => code)));
