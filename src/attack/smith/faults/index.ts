import { ACTION_FAULTS } from './action.js';
import { CONTAINER_FAULTS } from './container.js';
import { CONTEXT_FAULTS } from './context.js';
import { EDGE_FAULTS } from './edge.js';
import type { Fault } from './fault.js';
import { FILE_FAULTS } from './file.js';
import { GROUP_FAULTS } from './group.js';
import { LATER_FAULTS } from './later.js';
import { MUX_FAULTS } from './mux.js';
import { NMS_FAULTS } from './nms.js';
import { OPERATION_FAULTS } from './operation.js';
import { WIRE_FAULTS } from './wire.js';

/** One family for each part of the format, in the order of the catalogue. */
const FAMILIES: readonly (readonly Fault[])[] = [
  WIRE_FAULTS,
  CONTAINER_FAULTS,
  FILE_FAULTS,
  GROUP_FAULTS,
  CONTEXT_FAULTS,
  OPERATION_FAULTS,
  ACTION_FAULTS,
  EDGE_FAULTS,
  NMS_FAULTS,
  MUX_FAULTS,
  LATER_FAULTS,
];

/** The fault of each code. */
export const FAULTS: ReadonlyMap<string, Fault> = faultsOf(FAMILIES.flat());

function faultsOf(list: readonly Fault[]): ReadonlyMap<string, Fault> {
  const faults = new Map(list.map((fault) => [fault.code, fault]));
  if (faults.size < list.length) throw new Error('two faults for one code');
  return faults;
}
