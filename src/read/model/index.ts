export { BlobHandle } from './blob.js';
export type { BothWays } from './both-ways.js';
export type { CoreOp } from './core-ops.js';
export { type FieldLayout, layoutsOf, MessageLayout } from './layout.js';
export type { List } from './list.js';
export type { MapKey } from './map.js';
export * from './mdl.gen.js';
export { type ElementValue, type FieldValue, MessageView } from './message-view.js';
export type { Member, NoMember } from './oneof.js';
export { Model, type OpenOptions, openModel } from './open.js';
export type { ScalarValue } from './scalar-view.js';
export {
  type HeldBytes,
  mergedViewOf,
  messageViewOf,
  TypedView,
  type ViewType,
  viewOf,
} from './typed-view.js';
export type { UnknownField } from './unknown-field.js';
