/** Changes one place of a valid model, by its path in reports. */
import { type Fields, Sequence, Styled, type Value } from './notation.js';

/**
 * Replaces the value at `path` (`network_groups[0].contexts[1].metadata`) by the result of `change`;
 * `undefined` removes the field. Existing labels and widths stay.
 * @throws Error if there is no such place
 */
export function edit(content: Fields, path: string, change: (value: Value) => Value | undefined): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop();
  if (last === undefined) throw new Error('an empty path');
  let holder: Record<string, Value | undefined> = content;
  for (const step of steps) holder = inside(holder[step], path) as Record<string, Value | undefined>;
  const value = holder[last];
  if (value === undefined) throw new Error(`nothing at ${path}`);
  const changed = change(value);
  if (changed === undefined) delete holder[last];
  else holder[last] = changed;
}

function inside(value: Value | undefined, path: string): unknown {
  const plain = value instanceof Styled ? value.value : value;
  if (plain instanceof Sequence) {
    // A sequence is edited through its first plain message.
    const fields = plain.pieces.find((piece) => Object.getPrototypeOf(piece) === Object.prototype);
    if (fields !== undefined) return fields;
  }
  if (typeof plain !== 'object' || plain === null) throw new Error(`nothing at ${path}`);
  return plain;
}
