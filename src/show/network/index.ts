export type { ContextCost, CoreOpCost, FileCost } from './cost.js';
export type {
  LayerFigures,
  Network,
  NetworkContext,
  NetworkEdge,
  NetworkElement,
  NetworkLayer,
  NetworkProblem,
  NetworkTransfer,
  TensorShape,
  TransferEnd,
} from './network.js';
export { costOf } from './read-cost.js';
export { type NetworkOptions, readNetwork } from './read-network.js';
export { readSchedule, type Schedule, type ScheduledLayer, type Schedules } from './schedule.js';
