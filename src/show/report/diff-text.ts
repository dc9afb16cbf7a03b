import type { Change, ChangeKind, ChangeSide, Shown } from '../../tools/diff/change.js';
import { escapeText } from './escape.js';
import { byteSizeText, grouped } from './text.js';

/** Maximum number of characters of a string in a line. */
const MAX_SHOWN = 60;

/**
 * Formats a value in a line: `128`, `NHWC (0)`, `"conv1"`, `16 bytes 4c95a8504e4e0a2a`. Text from files is
 * escaped.
 */
function shownText({ value, name, bytes, hash, label }: Shown, type: string): string {
  if (type === 'oneof') return `${name ?? 'unknown'}${label === null ? '' : ` (${escapeText(label)})`}`;
  if (typeof value === 'string' && bytes !== null) return quoted(value, bytes);
  if (value !== null) return name === null ? escapeText(String(value)) : `${name} (${value})`;
  if (type === 'bytes' || type === 'unknown' || hash !== null) {
    const size = bytes === 1 ? '1 byte' : `${grouped(bytes ?? 0)} bytes`;
    return hash === null ? size : `${size} ${hash}`;
  }
  const size = bytes === null ? '' : byteSizeText(bytes);
  return label === null ? size : `${escapeText(label)} (${size})`;
}

function quoted(value: string, bytes: number): string {
  const text = [...value].length > MAX_SHOWN ? `${[...value].slice(0, MAX_SHOWN).join('')}…` : value;
  const size = text === value ? '' : ` (${grouped(bytes)} bytes)`;
  return `${JSON.stringify(escapeText(text))}${size}`;
}

/** Describes a change in a few words, for use after the path of the change. */
export function changeText(change: Change): string {
  const { kind, type, before, after, copyOf, partner, firstDifference } = change;
  const was = before === null ? '' : shownText(before.shown, type);
  const is = after === null ? '' : shownText(after.shown, type);
  switch (kind) {
    case 'changed': {
      const where = firstDifference === null ? '' : `, from byte ${grouped(firstDifference)} on`;
      return `${was} -> ${is}${where}`;
    }
    case 'switched':
      return `${was} -> ${is}`;
    case 'added':
      return copyOf === null ? is : `${is}, a copy of ${escapeText(copyOf)}`;
    case 'removed':
      return copyOf === null ? was : `${was}, of which ${escapeText(copyOf)} was a copy`;
    case 'moved':
      return `moved to ${lastStep(after)}: ${is}`;
    case 'swapped':
      return `has changed places with ${lastStep(partner?.before ?? null)}`;
    case 'broken':
      return `cannot be read further, and differs from there on: ${was} -> ${is}`;
  }
}

/** Returns the path of a change; if the element has a new position, both paths. */
export function pathText({ kind, field, before, after }: Change): string {
  const path = (before ?? after)?.path ?? '';
  const shown = path === '' ? field : path;
  if (before === null || after === null || kind === 'moved' || kind === 'swapped' || kind === 'switched') {
    return escapeText(shown);
  }
  return escapeText(before.path === after.path ? shown : `${shown} (now ${after.path})`);
}

/** Returns the last step of a path, such as `contexts[3]`. */
function lastStep(side: ChangeSide | null): string {
  return escapeText(side?.path.split('.').at(-1) ?? '');
}

export interface ChangesOfPlace {
  /** Path of the place; empty for changes without a place. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Groups changes by place, in the order of the first change. */
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

/**
 * Matches the place of a path: the innermost context or preliminary configuration; otherwise, the network
 * group.
 */
const PLACE =
  /^.*\.(?:contexts\[\d+\]|preliminary_config)(?=\.)|^network_groups\[\d+\](?:\.(?:ops|partial_network_groups)\[\d+\])*(?=\.)/;

export const CHANGE_MARKS: Readonly<Record<ChangeKind, string>> = {
  changed: '~',
  switched: '~',
  added: '+',
  removed: '-',
  moved: '>',
  swapped: '<>',
  broken: '!',
};
