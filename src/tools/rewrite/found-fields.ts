import { MDL } from '../../base/schema/mdl.gen.js';
import { type Entry, entriesOf } from '../../read/outline/entries.js';
import { Tape } from '../../read/tape/reader.js';
import { END, ENTER, MORE } from '../../read/tape/step.js';
import type { ModelFile } from './model-file.js';

const { entries } = entriesOf(MDL);

function entryOf(typeName: string, name: string): Entry {
  const found = entries.find(({ message, field }) => message.typeName === typeName && field.name === name);
  if (found === undefined) throw new Error(`no field ${name} of ${typeName}`);
  return found;
}

/** Actions with configuration words of their own, and actions that point to words after the message. */
export const WORDS_INSIDE = entryOf('ProtoMDLAction', 'write_data_ccw');
export const WORDS_BEHIND = entryOf('ProtoMDLAction', 'write_data_ccw_ptr');
export const EXTERNAL_RESOURCE = entryOf('ProtoMDLMdl', 'external_resources');

/** By entry: true if the wanted field can be inside the field's message, at any depth. */
function waysTo(wanted: Entry): readonly boolean[] {
  const leads = new Set([wanted.message.index]);
  for (let before = -1; before !== leads.size; ) {
    before = leads.size;
    for (const { message, child } of entries) {
      if (child !== undefined && leads.has(child.table.index)) leads.add(message.index);
    }
  }
  return entries.map(({ child }) => child !== undefined && leads.has(child.table.index));
}

/**
 * Finds the first record of a message field in a file; undefined if there is none. Broken parts are skipped.
 */
export async function findsField(
  { source, message }: ModelFile,
  wanted: Entry,
): Promise<{ readonly offset: number } | undefined> {
  const leads = waysTo(wanted);
  const tape = new Tape(source, message.offset, message.offset + message.length, {
    schema: MDL,
    wants: () => false,
  });
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      await tape.fill();
      continue;
    }
    if (step !== ENTER || tape.entry === undefined) continue;
    if (tape.entry === wanted) return { offset: tape.offset };
    if (leads[tape.entry.id] !== true) tape.skip();
  }
  return undefined;
}
