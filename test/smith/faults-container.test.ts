import { describe } from 'vitest';
import { CONTAINER_FAULTS } from '../../src/attack/smith/faults/container.js';
import { testFaults } from './fault-family.js';

describe('faults of the container', () => testFaults(CONTAINER_FAULTS.map(({ code }) => code)));
