import { type FieldTable, joinPath, type MessageTable } from '../../base/schema/table.js';
import type { MessageView } from '../../read/model/message-view.js';

/** A message on the path to the selected part: the root is level 0. */
export interface ListPosition {
  readonly table: MessageTable;
  /** The step that leads to the message; empty for the root. */
  readonly name: string;
  readonly repeated: boolean;
}

/** The parts of a row that expressions can read. */
export interface Scope {
  readonly levels: readonly ListPosition[];
  /** The selected field of the last level's message; undefined if that message itself is selected. */
  readonly selected: FieldTable | undefined;
}

/** The current row. The object is reused for each row: read its values before moving on. */
export interface Current {
  readonly file: string;
  readonly views: MessageView[];
  value: unknown;
  /** Index in a selected list of scalars; -1 otherwise. */
  index: number;
  /** Paths of the previous row by level, because most paths stay the same. */
  readonly paths: { view: MessageView; path: string }[];
}

export function selectedPath(current: Current, { selected, levels }: Scope): string {
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

/** Returns the absolute offset of its record, tag included; null for an absent field with its default. */
export function rowOffset({ views, index }: Current, { selected }: Scope): number | null {
  const view = views.at(-1) as MessageView;
  if (selected === undefined) return view.span.offset;
  return view.fieldSpan(selected.number, Math.max(0, index))?.offset ?? null;
}
