export { withConfiguration } from './configuration.js';
export type {
  LayerFigures,
  Network,
  NetworkContext,
  NetworkEdge,
  NetworkElement,
  NetworkLayer,
  NetworkProblem,
  TensorShape,
} from './network.js';
export { type NetworkOptions, readNetwork, readNotedNetwork } from './read-network.js';
export { readSchedule, type Schedule, type ScheduledLayer, type Schedules } from './schedule.js';
export { type LayerChoice, layerChoice, subnetwork } from './select.js';
