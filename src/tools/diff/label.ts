import { fieldByName, fieldByNumber } from '../../base/schema/lookup.js';
import type { MessageTable, SchemaTables } from '../../base/schema/table.js';
import type { Segment } from './content.js';
import { identityOf, identityText } from './identity.js';
import { type Fields, fieldsOf } from './records.js';
import { shownScalar } from './shown.js';

/** Largest length of a label in characters. */
const MAX_LABEL = 120;
/** Larger messages are not read for a label. */
const MAX_READ = 1 << 24;

/** Describes a message in a few words: its kind, its name or number, the sizes of its lists. */
export function labelOf(
  segments: readonly Segment[],
  table: MessageTable,
  schema: SchemaTables,
): string | null {
  if (segments.reduce((sum, { length }) => sum + length, 0) > MAX_READ) return null;
  const fields = fieldsOf(segments, table);
  const words = [...membersOf(fields), ...namesOf(fields, schema), ...listsOf(fields)];
  return words.length === 0 ? null : words.join(', ').slice(0, MAX_LABEL);
}

function membersOf(fields: Fields): string[] {
  return fields.table.oneofs.flatMap((_, index) => {
    const field = fieldByNumber(fields.table, fields.winner(index));
    return field === undefined ? [] : [field.name];
  });
}

function namesOf(fields: Fields, schema: SchemaTables): string[] {
  const words: string[] = [];
  for (const steps of identityOf(fields.table)?.naming ?? []) {
    const text = identityText(fields, steps, schema);
    if (text === undefined || text === '') continue;
    const [first = ''] = steps;
    const field = fieldByName(fields.table, first);
    const value = field === undefined ? undefined : fields.values.get(field.number);
    if (steps.length > 1) {
      // The target of an action does not belong in a label.
      if (/name/.test(steps.at(-1) ?? '')) words.push(JSON.stringify(text));
    } else if (field !== undefined && value?.kind === 'scalar') {
      const { name } = shownScalar(fields.table.typeName, field, value.lo, value.hi, schema);
      words.push(name ?? `${field.name} ${text}`);
    } else if (value?.kind === 'text') words.push(JSON.stringify(text));
    else if (value === undefined) words.push(`${first} ${text}`);
  }
  return words;
}

function listsOf(fields: Fields): string[] {
  return fields.table.fields.flatMap(({ number, name }) => {
    const value = fields.values.get(number);
    if (value?.kind === 'elements') return [`${value.elements.length} ${name}`];
    // Deeper lists, such as the edge layers of a context, are not counted.
    return [];
  });
}
