/** Faults of network groups, and of the core ops that later layouts have in place of them. */
import type { Fault } from './fault.js';
import { CONTEXT_COUNT_FAULTS } from './group-contexts.js';
import { GRAPH_FAULTS } from './group-graph.js';
import { METADATA_FAULTS } from './group-metadata.js';
import { NETWORK_FAULTS } from './group-networks.js';
import { OUTPUT_FAULTS } from './group-outputs.js';
import { PRELIMINARY_FAULTS } from './group-preliminary.js';
import { STREAM_FAULTS } from './group-streams.js';

export const GROUP_FAULTS: readonly Fault[] = [
  ...METADATA_FAULTS,
  ...CONTEXT_COUNT_FAULTS,
  ...NETWORK_FAULTS,
  ...OUTPUT_FAULTS,
  ...STREAM_FAULTS,
  ...PRELIMINARY_FAULTS,
  ...GRAPH_FAULTS,
];
