import { joinPath } from '../../base/schema/path.js';
import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import type { MessageView } from '../../read/model/message-view.js';

/** A message on the way to what is selected: the root is level 0. */
export interface Level {
  readonly table: MessageTable;
  /** The step that led to it; empty for the root. */
  readonly name: string;
  /** Whether it is an element of a list. */
  readonly repeated: boolean;
}

/** What expressions may ask about. */
export interface Scope {
  readonly levels: readonly Level[];
  /** What is selected: a field of the message of the last level, or (undefined) that message itself. */
  readonly selected: FieldTable | undefined;
  /** Levels whose messages expressions read: those who come by a stream have to be there as a whole. */
  readonly reads: Set<number>;
}

/** One thing that was selected. Changes from one to the next: what is to be kept has to be read out. */
export interface Current {
  readonly file: string;
  /** By level. */
  readonly views: MessageView[];
  /** Of a selected scalar. */
  value: unknown;
  /** Of an element of a selected list of scalars; -1 otherwise. */
  index: number;
  /** Paths of the row before, by level: most of it stays as it was. */
  readonly paths: { view: MessageView; path: string }[];
}

/** Path of what is selected. */
export function pathOf(current: Current, { selected, levels }: Scope): string {
  const { views, index, paths } = current;
  let around = '';
  for (const [level, view] of views.entries()) {
    const before = paths[level];
    if (before?.view === view) around = before.path;
    else {
      const name = levels[level]?.name ?? '';
      const step = view.position < 0 ? name : `${name}[${view.position}]`;
      around = joinPath(around, step);
      paths[level] = { view, path: around };
    }
  }
  if (selected === undefined) return around;
  const step = index < 0 ? selected.name : `${selected.name}[${index}]`;
  return joinPath(around, step);
}

/** Absolute offset of its record, tag included; null where it is not written, and has its default. */
export function offsetOf({ views, index }: Current, { selected }: Scope): number | null {
  const view = views.at(-1) as MessageView;
  if (selected === undefined) return view.span.offset;
  return view.fieldSpan(selected.number, Math.max(0, index))?.offset ?? null;
}
