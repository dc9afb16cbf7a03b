import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable } from '../../base/schema/table.js';
import { type Entry, entriesOf, typesAround } from '../../read/outline/entries.js';
import { keptSource } from '../../read/outline/load.js';
import { END, ENTER } from '../../read/outline/step.js';
import { Tape } from '../../read/outline/tape.js';
import { ROOT } from './canonical-encoder.js';
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

/**
 * Finds the first record of a message field in a file; undefined without such a record. Broken parts are
 * skipped.
 */
export async function findsField(
  { source, message }: ModelFile,
  wanted: Entry,
): Promise<{ readonly offset: number } | undefined> {
  const leads = typesAround(MDL, [wanted.message]);
  const { offset, length } = message;
  const kept = await keptSource(source, offset, offset + length, ROOT);
  const tape = new Tape(kept, offset, offset + length);
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step !== ENTER || tape.entry === undefined) continue;
    if (tape.entry === wanted) return { offset: tape.offset };
    if (!leads.has(tape.entry.child?.table as MessageTable)) tape.skip();
  }
  return undefined;
}
