import { fieldByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { FieldTable, MessageTable } from '../../base/schema/table.js';
import { suggestion } from '../../check/config/nearest.js';
import type { MessageView } from '../../read/model/message-view.js';
import type { ExpressionScope, Path, PathStep } from './expression.js';
import type { Current } from './row.js';
import type { QueryMistake } from './tokens.js';

/** A resolved path: from the message of a level through singular messages and elements to a field. */
interface FoundField {
  readonly level: number;
  /** Fields before the last field; each holds a message. */
  readonly through: readonly { readonly field: FieldTable; readonly index: number | undefined }[];
  readonly last: FieldTable;
  readonly index: number | undefined;
}

/** Finds the field at the end of a path: in the row's message, or else in the nearest enclosing message. */
export function findField(steps: Path, fromRoot: boolean, inside: ExpressionScope): FoundField {
  const { levels } = inside.scope;
  const [first] = steps;
  let level = fromRoot ? 0 : levels.length - 1;
  while (
    level > 0 &&
    queryField((levels[level] as (typeof levels)[number]).table, first.name) === undefined
  ) {
    level--;
  }
  // If no level has the field, the error names the row's own message.
  let table: MessageTable | undefined = levels[level]?.table;
  if (table === undefined || queryField(table, first.name) === undefined) {
    table = levels[fromRoot ? 0 : levels.length - 1]?.table;
  }
  const through: { field: FieldTable; index: number | undefined }[] = [];
  for (const [i, step] of steps.entries()) {
    const field: FieldTable | undefined = table === undefined ? undefined : queryField(table, step.name);
    if (table === undefined || field === undefined) throw unknownName(step, table, inside);
    if (step.index !== undefined && !field.repeated)
      throw inside.mistake(`${field.name} is no list`, step.at);
    if (i === steps.length - 1) return { level, through, last: field, index: step.index };
    if (field.repeated && step.index === undefined) {
      throw inside.mistake(`${field.name} is a list: name an element, ${field.name}[0]`, step.at);
    }
    through.push({ field, index: step.index });
    table = MDL.messages[field.message];
  }
  throw inside.mistake('a field is expected', first.at);
}

function unknownName(
  { name, at }: PathStep,
  table: MessageTable | undefined,
  inside: ExpressionScope,
): QueryMistake {
  if (table === undefined) return inside.mistake(`there is nothing inside, and so no ${name}`, at);
  const names = table.fields.map((field) => field.name);
  const here =
    names.length === 0
      ? 'it has none'
      : `it has ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`;
  return inside.mistake(`${table.typeName} has no field ${name}${suggestion(name, names)} (${here})`, at);
}

/** Finds a field by the schema's name, or by the name in views. */
export function queryField(table: MessageTable, name: string): FieldTable | undefined {
  return fieldByName(table, name) ?? table.fields.find(({ localName }) => localName === name);
}

/** True if the name that begins a path is a field in this message or in an enclosing message, or `value`. */
export function isKnownName(name: string, { scope }: ExpressionScope): boolean {
  return name === 'value' || scope.levels.some(({ table }) => queryField(table, name) !== undefined);
}

export function parentReader({ level, through }: FoundField): (current: Current) => MessageView | undefined {
  return (current) => {
    let view: MessageView | undefined = current.views[level];
    for (const { field, index } of through) {
      if (view === undefined) return undefined;
      view =
        index === undefined
          ? view.message(field.number)
          : (view.repeated(field.number).at(index) as MessageView | undefined);
    }
    return view;
  };
}

export function valueReader(found: FoundField): (current: Current) => unknown {
  const around = parentReader(found);
  const { last, index } = found;
  return (current) => {
    const view = around(current);
    return index === undefined ? view?.get(last.number) : view?.repeated(last.number).at(index);
  };
}
