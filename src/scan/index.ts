export type { Accelerator } from './accelerator.js';
export { WIRE_CODES, type WireCode } from './codes.js';
export { drive } from './drive.js';
export type { OpaqueRecord, ScanHandler, TextRecord } from './handler.js';
export { entryOf, type Plan, SAW_UNKNOWN_LEN, SET_VALUES } from './plan.js';
export { DONE, NEED, Scanner, type ScanStatus } from './scanner.js';
export type {
  BoundSubscription,
  DistinctSubscription,
  SetSubscription,
  Subscription,
  SumSubscription,
  TogetherSubscription,
} from './subscription.js';
export { planOf } from './unroll.js';
export type { DriveOptions, Tap } from './windows.js';
