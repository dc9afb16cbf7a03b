export { type GlanceOptions, glance } from './glance.js';
export { type InspectOptions, Inspector, type PartChain } from './inspector.js';
export type { ByteClass, Children, Part, PartKind, Run, Stretch } from './part.js';
export type { PaceOptions } from './reading.js';
export type { Turn } from './turns.js';
