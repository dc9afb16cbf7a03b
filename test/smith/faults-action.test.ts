import { describe } from 'vitest';
import { ACTION_FAULTS } from '../../src/smith/faults/action.js';
import { testFaults } from './fault-family.js';

describe('faults of actions', () => testFaults(ACTION_FAULTS.map(({ code }) => code)));
