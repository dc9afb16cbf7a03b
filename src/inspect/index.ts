export { type GlanceOptions, glance } from './glance.js';
export type { ByteClass, Children, Part, PartKind, Run, Stretch } from './part.js';
export type { Turn } from './turns.js';
