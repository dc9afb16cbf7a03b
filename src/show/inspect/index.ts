export type { Turn } from '../../base/source/yielder.js';
export type { PaceOptions } from '../../read/outline/reading.js';
export type { Detail, DetailField, DetailValue } from './detail.js';
export type { FieldCount } from './field-counts.js';
export { type GlanceOptions, glance, survey } from './glance.js';
export {
  type ContextGraph,
  type CoreOpGraph,
  contextGraph,
  type GraphNode,
  type GraphOptions,
} from './graph.js';
export type { GraphLink, LinkEnd, LinkKind } from './graph-link.js';
export { type InspectOptions, Inspector, type PartChain } from './inspector.js';
export type { NumberReading } from './number-readings.js';
export type { Overwriting } from './overwriting.js';
export type { PairingProblem } from './pairing.js';
export type {
  ByteClass,
  ByteMeanings as Stretch,
  Children,
  MeaningRun as Run,
  Part,
  PartKind,
} from './part.js';
export { type PartBlocksOptions, partBlocks } from './part-blocks.js';
export type { Pointers } from './pointer-list.js';
export type { PointedBytes } from './pointers.js';
export type { SearchHit, SearchOptions, SearchQuery, SearchResult } from './search.js';
export {
  type StepKind,
  type Timeline,
  type TimelineActions,
  type TimelineOperations,
  type TimelineOptions,
  timeline,
} from './timeline.js';
