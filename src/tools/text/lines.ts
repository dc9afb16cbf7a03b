import { messageByName } from '../../base/schema/lookup.js';
import { joinPath, type MessageTable, type SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { CUT } from '../../base/wire/problem.js';
import { typesAround } from '../../read/outline/entries.js';
import type { FileStretch, HeldFile } from '../../read/outline/held-message.js';
import { END, ENTER, LEAVE, PROBLEM } from '../../read/outline/step.js';
import { Tape } from '../../read/outline/tape.js';
import type { DocumentPrinter } from './document.js';
import { elementPath } from './frame-stack.js';
import type { Cell, Cells } from './notation.js';
import { StreamWindow } from './stream-window.js';
import { type PackedText, wordOf } from './text-buffer.js';

/** Message on each line of ndjson. */
export type LineUnit = 'operation' | 'action';

/** All kinds of lines. */
export const LINE_UNITS: readonly LineUnit[] = ['operation', 'action'];

const TYPE_NAMES: Readonly<Record<LineUnit, string>> = {
  operation: 'ProtoMDLOperation',
  action: 'ProtoMDLAction',
};

/**
 * Writes a line for each message of a kind, in file order and unchanged:
 * `{"path":"…","offset":…,"length":…,"operation":{…}}`, where the span covers the whole record. The enclosing
 * messages are not merged, but their elements are counted across pieces, so that paths are the same as in
 * reports.
 * @param content content of the source; undefined for a stream, which is read once
 * @param pieces stretches of the message
 * @param prefix path of the message
 * @returns the number of lines written
 */
export async function writeLines(
  document: DocumentPrinter,
  source: Source,
  content: HeldFile | undefined,
  pieces: readonly FileStretch[],
  cells: Cells,
  unit: LineUnit,
  prefix = '',
): Promise<number> {
  const { printer } = document;
  const { notation, out } = printer;
  const table = tableOf(unit, notation.schema);
  const leads = typesAround(notation.schema, [table]);
  const target = notation.messages[table.index] as Cells;
  const open: Tally[] = [new Tally(prefix)];
  const unitWord = wordOf(`,"${unit}":`);
  let lines = 0;
  let member: Cell | undefined;
  let index = 0;
  const innermost = (): Tally => open[open.length - 1] as Tally;
  printer.prefix = () =>
    member === undefined ? innermost().path : elementPath(innermost().path, member, index);
  for (const { from, end } of pieces) {
    // In a complete message, messages with wrong lengths are not entered.
    const entersCut = source.size === undefined || end > source.size;
    const options = { schema: notation.schema, table: cells.table, entersCut };
    const stream = content === undefined ? new StreamWindow(source, from, end) : undefined;
    const tape = new Tape(source, from, end, options, stream);
    for (;;) {
      const filling = stream?.fill(tape.position);
      if (filling !== undefined) await filling;
      const step = tape.next();
      if (step === END) break;
      if (step === PROBLEM) {
        const { problem, problemOffset: offset } = tape;
        // The printer may have reported the end of the file already.
        if (problem !== CUT || !document.isCutReported) {
          printer.onBreakage({ problem, offset, path: innermost().path });
        }
        continue;
      }
      if (step === LEAVE) {
        if (tape.entry !== undefined) open.pop();
        continue;
      }
      if (step !== ENTER || tape.entry === undefined) continue;
      const cell = notation.byEntry[tape.entry.id] as Cell;
      if (!leads.has(cell.child?.table as MessageTable)) {
        tape.skip();
        continue;
      }
      const field = innermost().of(cell);
      index = field.count++;
      if (cell.field.message !== table.index) {
        if (cell.repeated || field.inner === undefined) {
          field.inner = new Tally(elementPath(innermost().path, cell, index));
        }
        open.push(field.inner);
        continue;
      }
      lines++;
      member = cell;
      const { offset } = tape;
      const { valueOffset } = tape;
      const length = valueOffset - offset + tape.length;
      out.ensure(field.head.length + LINE_ROOM);
      out.word(field.head);
      if (cell.repeated) out.int(index);
      out.word(cell.repeated ? OFFSET_OF_ELEMENT : OFFSET);
      out.int(offset);
      out.word(LENGTH);
      out.int(length);
      out.word(unitWord);
      printer.begin(target);
      const held =
        content?.held(valueOffset, valueOffset + tape.length) ??
        (await (stream as StreamWindow).message(valueOffset, tape.length));
      const printing = document.contents(held);
      if (printing !== undefined) await printing;
      tape.skip();
      printer.end();
      out.text('}\n');
      member = undefined;
      const waiting = document.flush();
      if (waiting !== undefined) await waiting;
    }
  }
  return lines;
}

/** Number of bytes for the parts of a line other than its message and its path. */
const LINE_ROOM = 256;

const OFFSET = wordOf('","offset":');
const OFFSET_OF_ELEMENT = wordOf(']","offset":');
const LENGTH = wordOf(',"length":');

/** A field whose messages contain lines. */
interface Counted {
  /** The beginning of a line, up to the index. */
  readonly head: PackedText;
  count: number;
  /** The open element; for a singular message, the same object for all pieces. */
  inner: Tally | undefined;
}

class Tally {
  readonly #fields: (Counted | undefined)[] = [];

  constructor(readonly path: string) {}

  of(cell: Cell): Counted {
    const { id } = cell.entry;
    let field = this.#fields[id];
    if (field === undefined) {
      const path = joinPath(this.path, cell.field.name);
      const head = wordOf(`{"path":"${path}${cell.repeated ? '[' : ''}`);
      field = { head, count: 0, inner: undefined };
      this.#fields[id] = field;
    }
    return field;
  }
}

/** @throws Error for a schema without this message: a bug of ours */
function tableOf(unit: LineUnit, schema: SchemaTables): MessageTable {
  const table = messageByName(schema, TYPE_NAMES[unit]);
  if (table === undefined) throw new Error(`the schema has no ${TYPE_NAMES[unit]}`);
  return table;
}
