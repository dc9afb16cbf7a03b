import { ACTION_FAULTS } from './action.js';
import { ACTION_VALUE_FAULTS as ACTION_VALUES } from './action-values.js';
import { WRITE_FAULTS } from './action-writes.js';
import { CONTAINER_FAULTS } from './container.js';
import { CONTEXT_FAULTS } from './context.js';
import { DDR_FAULTS } from './context-ddr.js';
import { INPUT_FAULTS } from './context-inputs.js';
import { INNER_MUX_FAULTS } from './context-mux.js';
import { PEER_FAULTS } from './context-peers.js';
import { TRIGGER_FAULTS } from './context-triggers.js';
import { KIND_FAULTS } from './edge-kinds.js';
import { QUANTIZATION_FAULTS } from './edge-quantization.js';
import { SHAPE_FAULTS } from './edge-shapes.js';
import { TRANSFER_FAULTS } from './edge-transfers.js';
import { EDGE_VALUE_FAULTS as EDGE_VALUES } from './edge-values.js';
import type { Faults, SmithFault } from './fault.js';
import { FILE_FAULTS } from './file.js';
import { EXTENSION_FAULTS } from './file-extensions.js';
import { CONTEXT_COUNT_FAULTS } from './group-contexts.js';
import { GRAPH_FAULTS } from './group-graph.js';
import { GRAPH_NUMBER_FAULTS } from './group-graph-numbers.js';
import { METADATA_FAULTS } from './group-metadata.js';
import { NETWORK_FAULTS } from './group-networks.js';
import { OUTPUT_FAULTS } from './group-outputs.js';
import { PRELIMINARY_FAULTS } from './group-preliminary.js';
import { STREAM_FAULTS } from './group-streams.js';
import { LATER_FAULTS } from './later.js';
import { ROW_FAULTS } from './mux-rows.js';
import { TREE_FAULTS } from './mux-tree.js';
import { BOXES_FAULTS } from './nms-boxes.js';
import { FUSED_FAULTS } from './nms-fused.js';
import { OPERATION_FAULTS } from './operation.js';
import { WIRE_FAULTS } from './wire.js';

/** One family for each part of the format, in the order of the catalogue. */
export const FAMILIES = {
  wire: [WIRE_FAULTS],
  container: [CONTAINER_FAULTS],
  file: [FILE_FAULTS, EXTENSION_FAULTS],
  group: [
    METADATA_FAULTS,
    CONTEXT_COUNT_FAULTS,
    NETWORK_FAULTS,
    OUTPUT_FAULTS,
    STREAM_FAULTS,
    PRELIMINARY_FAULTS,
    GRAPH_FAULTS,
    GRAPH_NUMBER_FAULTS,
  ],
  context: [CONTEXT_FAULTS, PEER_FAULTS, INNER_MUX_FAULTS, DDR_FAULTS, INPUT_FAULTS, TRIGGER_FAULTS],
  operation: [OPERATION_FAULTS],
  action: [ACTION_FAULTS, WRITE_FAULTS, ACTION_VALUES],
  edge: [KIND_FAULTS, EDGE_VALUES, TRANSFER_FAULTS, SHAPE_FAULTS, QUANTIZATION_FAULTS],
  nms: [BOXES_FAULTS, FUSED_FAULTS],
  mux: [TREE_FAULTS, ROW_FAULTS],
  later: [LATER_FAULTS],
} satisfies Record<string, readonly Faults[]>;

export const FAULTS: ReadonlyMap<string, SmithFault> = faultsOf(Object.values(FAMILIES).flat());

function faultsOf(tables: readonly Faults[]): ReadonlyMap<string, SmithFault> {
  const list = tables.flatMap((table) => Object.entries(table));
  const faults = new Map(
    list.map(([code, fault]) => [
      code,
      { code, ...(typeof fault === 'function' ? { apply: fault } : fault) },
    ]),
  );
  if (faults.size < list.length) throw new Error('two faults for one code');
  return faults;
}
