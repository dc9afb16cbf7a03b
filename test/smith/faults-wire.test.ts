import { describe } from 'vitest';
import { WIRE_FAULTS } from '../../src/attack/smith/faults/wire.js';
import { testFaults } from './fault-family.js';

describe('faults of the wire format', () => testFaults(WIRE_FAULTS.map(({ code }) => code)));
