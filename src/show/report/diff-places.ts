import type { Change, ChangeKind } from '../../tools/diff/change.js';

/** Changes of one place. */
export interface ChangesOfPlace {
  /** Path of the place; empty of what is around all of them. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Changes by the context that they are in, or by what is around it, in the order in which they were found. */
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

/** What stands before a change. */
export const CHANGE_MARKS: Readonly<Record<ChangeKind, string>> = {
  changed: '~',
  switched: '~',
  added: '+',
  removed: '-',
  moved: '>',
  swapped: '<>',
  broken: '!',
};
