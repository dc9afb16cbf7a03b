import type { Change, ChangeKind } from '../../tools/diff/change.js';

/** Changes in one place. */
export interface ChangesOfPlace {
  /** Path of the place; empty for changes outside of all places. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Groups changes by their context, or by an enclosing message, in the order of their discovery. */
export function placesOf(changes: readonly Change[]): ChangesOfPlace[] {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const path = (change.before ?? change.after)?.path ?? '';
    const title = PLACE.exec(path)?.[0] ?? '';
    const list = places.get(title);
    if (list === undefined) places.set(title, [change]);
    else list.push(change);
  }
  return [...places].map(([title, list]) => ({ title, changes: list }));
}

/** The innermost context or preliminary configuration, otherwise the network group. */
const PLACE =
  /^.*\.(?:contexts\[\d+\]|preliminary_config)(?=\.)|^network_groups\[\d+\](?:\.(?:ops|partial_network_groups)\[\d+\])*(?=\.)/;

/** Mark before a change. */
export const CHANGE_MARKS: Readonly<Record<ChangeKind, string>> = {
  changed: '~',
  switched: '~',
  added: '+',
  removed: '-',
  moved: '>',
  swapped: '<>',
  broken: '!',
};
