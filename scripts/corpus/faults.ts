/** Changes that break a valid model, for writing the invalid specimens. */
import { edit } from './edit.js';
import { at, type Fields, len, type Marked, mark, raw, type Value, varint } from './notation.js';

export const CONTEXT = 'network_groups[0].contexts[0]';
export const SECOND = 'network_groups[0].contexts[1]';

export type Change = readonly [path: string, change: (value: Value) => Value | undefined];

/** Returns a valid model with some changes, applied in order. */
export function spoiled(make: () => Fields, ...changes: readonly Change[]): Fields {
  const content = make();
  for (const [path, change] of changes) edit(content, path, change);
  return content;
}

/** Labels a value that stays unchanged. */
export const label = (path: string, name: string): Change => [path, (value) => at(name, value)];
/** Replaces a value and labels it. */
export const put = (path: string, name: string, value: Value): Change => [path, () => at(name, value)];
/** Changes values in a message, or adds some. */
export const change = (path: string, values: Fields): Change => [
  path,
  (fields) => ({ ...(fields as Fields), ...values }),
];
export const drop = (path: string): Change => [path, () => undefined];

export const without = (value: Value, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(value as Fields).filter(([name]) => !names.includes(name)));

/** Removes the operation that waits for a removed output stream. */
export const withoutWait =
  (sys: number) =>
  (operations: Value): Value =>
    (operations as Fields[]).filter((operation) => {
      const wait = (operation.trigger as Fields).trigger_all_data_was_sent as Fields | undefined;
      return wait?.shmifo_index !== sys;
    });

/** Makes a field or a member of a oneof that the schema does not have. */
export const newer = (name: string): Marked => mark(name, raw(100, len(raw(1, varint(1)))));
