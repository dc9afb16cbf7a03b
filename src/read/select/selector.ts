import { ProtomdlError } from '../../base/diagnostics/error.js';
import { fieldByName, fieldByNumber } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { FieldTable, MessageTable, SchemaTables } from '../../base/schema/table.js';

/** Selected elements of a repeated field: one element, a range [from, to), or all elements. */
export type ElementRange =
  | number
  | 'all'
  | {
      /** Index of the first selected element. */
      readonly from: number;
      /** Index after the last selected element; may be infinite. */
      readonly to: number;
    };

/** One step of a selector: a field of the message that the previous step leads to. */
export interface SelectorStep {
  /** Undefined for an unknown field (`#7`). */
  readonly field: FieldTable | undefined;
  /** Number of the field. */
  readonly number: number;
  /** The selected elements of a list; otherwise 0 or `all`. */
  readonly elements: ElementRange;
}

/**
 * A path that may select several elements: `network_groups[0].contexts[*].operations[2:5]`. Paths of reports
 * are selectors. The empty selector is the whole message.
 */
export interface Selector {
  /** Text as written. */
  readonly text: string;
  /** Steps from the root on; empty for the whole message. */
  readonly steps: readonly SelectorStep[];
}

/**
 * Reads a selector: names in the schema's spelling (or lowerCamelCase) with `[3]`, `[*]` or `[2:5]` after
 * repeated fields; a repeated field without brackets means all of its elements; `#7` is an unknown field by
 * its number.
 * @throws ProtomdlError `selector-invalid`, with the text that could not be read
 */
export function parseSelector(text: string, schema: SchemaTables = MDL): Selector {
  const steps: SelectorStep[] = [];
  let table: MessageTable | undefined = schema.messages[0];
  let rest = text.trim().replace(/^\$\.?/, '');
  while (rest !== '') {
    const match = STEP.exec(rest);
    if (match === null) throw invalid(text, `what is ${JSON.stringify(rest.slice(0, 40))}?`);
    const [all, name = '', index] = match;
    if (table === undefined)
      throw invalid(text, `there is nothing inside ${steps.at(-1)?.field?.name ?? 'that'}`);
    const step = stepOf(text, table, name, index);
    steps.push(step);
    table = step.field === undefined ? undefined : schema.messages[step.field.message];
    rest = rest.slice(all.length);
    if (rest === '.') throw invalid(text, 'it ends with a dot');
    if (rest.startsWith('.')) rest = rest.slice(1);
    else if (rest !== '') throw invalid(text, `what is ${JSON.stringify(rest.slice(0, 40))}?`);
  }
  return { text, steps };
}

const STEP = /^(#\d{1,9}|[A-Za-z_]\w*)(?:\[(\*|\d{1,9}|\d{0,9}:\d{0,9})\])?/;

/** Returns the message type at the end of a selector; undefined if the last step is not a message. */
export function selectedTable(selector: Selector, schema: SchemaTables = MDL): MessageTable | undefined {
  const last = selector.steps.at(-1);
  if (last === undefined) return schema.messages[0];
  return last.field === undefined ? undefined : schema.messages[last.field.message];
}

/** True if a selector can never match more than one record or value. */
export function selectsOne({ steps }: Selector): boolean {
  return steps.every(({ field, elements }) => typeof elements === 'number' || field?.repeated === false);
}

export function includesElement(elements: ElementRange, index: number): boolean {
  if (elements === 'all') return true;
  if (typeof elements === 'number') return elements === index;
  return index >= elements.from && index < elements.to;
}

function stepOf(text: string, table: MessageTable, name: string, index: string | undefined): SelectorStep {
  if (name.startsWith('#')) {
    const number = Number(name.slice(1));
    if (number === 0) throw invalid(text, 'there is no field number 0');
    const field = fieldByNumber(table, number);
    return { field, number, elements: elementsOf(index) };
  }
  const field = fieldByName(table, name) ?? table.fields.find(({ localName }) => localName === name);
  if (field === undefined) {
    throw invalid(text, `${table.typeName} has no field ${name} (it has ${namesOf(table)})`);
  }
  if (!field.repeated && index !== undefined && index !== '0') {
    throw invalid(text, `${field.name} is not repeated`);
  }
  return { field, number: field.number, elements: field.repeated ? elementsOf(index) : 'all' };
}

function elementsOf(index: string | undefined): ElementRange {
  if (index === undefined || index === '*') return 'all';
  if (!index.includes(':')) return Number(index);
  const [from = '', to = ''] = index.split(':');
  return { from: Number(from || 0), to: to === '' ? Number.POSITIVE_INFINITY : Number(to) };
}

function namesOf({ fields }: MessageTable): string {
  const names = fields.map(({ name }) => name);
  return names.length > 12 ? `${names.slice(0, 12).join(', ')}, …` : names.join(', ');
}

function invalid(text: string, because: string): ProtomdlError {
  return new ProtomdlError('selector-invalid', `${text}: ${because}`, -1, text);
}
