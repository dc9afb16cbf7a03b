export { WIRE_CODES, type WireCode } from './codes.js';
export { type DriveOptions, drive, type Tap } from './drive.js';
export type { ScanHandler } from './handler.js';
export { entryOf, type Plan, planOf, SAW_UNKNOWN_LEN, type Subscription } from './plan.js';
export { DONE, NEED, Scanner, type ScanStatus } from './scanner.js';
