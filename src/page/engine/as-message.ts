import { NOTES } from '../../base/schema/mapping.gen.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import { Yielder } from '../../base/source/yielder.js';
import { FileBytes } from '../../read/outline/file-bytes.js';
import { ObjdumpText } from '../../show/report/objdump.js';
import { Row } from '../../tools/objdump/row.js';
import { rowsOf } from '../../tools/objdump/rows.js';
import { letMessagesIn } from './turn.js';

/** Maximum number of listed lines. For more lines, save the bytes and use `protomdl objdump --raw`. */
const MOST_LINES = 20_000;
/** Matches the beginning of a line: the offset in eight or more hexadecimal digits, and two spaces. */
const OFFSET = /^([\da-f]{8,}) {2}/;
/** Number of rows between checks of the clock. */
const LOOK_EVERY = 1024;

/** Bytes of the file, decoded as a protobuf message. */
export interface AsMessage {
  /** One line for each record, indented by nesting. The lines are escaped, and have no offsets. */
  readonly lines: readonly string[];
  /** Absolute offset of each line's record. */
  readonly offsets: Float64Array;
  /** Offset of the first invalid byte; null if all listed bytes are valid. */
  readonly broken: number | null;
  /** True if the list of lines is incomplete. */
  readonly isCut: boolean;
}

/**
 * Decodes bytes as a message.
 * @param isNotes true if the bytes are the compiler's notes, whose fields have guessed names
 */
export async function asMessage(
  input: Source,
  from: number,
  length: number,
  isNotes: boolean,
): Promise<AsMessage> {
  const turns = new Yielder(letMessagesIn);
  const source = turns.through(input);
  const schema = isNotes ? NOTES : MDL;
  const end = Math.min(from + length, source.size ?? Number.POSITIVE_INFINITY);
  const text = new ObjdumpText();
  const lines: string[] = [];
  const offsets: number[] = [];
  let broken: number | null = null;
  let isCut = false;
  for (const step of rowsOf(new FileBytes(source), from, end, { schema, type: isNotes ? 0 : undefined })) {
    if (!(step instanceof Row)) {
      if (step !== undefined) await step;
      continue;
    }
    isCut = lines.length === MOST_LINES;
    if (isCut) break;
    if (step.kind === 'broken') broken ??= step.offset;
    offsets.push(step.offset);
    lines.push(text.row(step).replace(OFFSET, '').trimEnd());
    if (lines.length % LOOK_EVERY === 0 && turns.isDue) await turns.take();
  }
  return { lines, offsets: Float64Array.from(offsets), broken, isCut };
}
