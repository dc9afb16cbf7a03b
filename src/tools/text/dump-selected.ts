import type { SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { MESSAGE_ENTRY } from '../../read/outline/entries.js';
import type { FileStretch, HeldFile, HeldMessage } from '../../read/outline/held-message.js';
import { Outline } from '../../read/outline/outline.js';
import { findSelected, type Selected } from '../../read/select/find.js';
import { type Selector, selectedTable, selectsOne } from '../../read/select/selector.js';
import type { DocumentPrinter } from './document.js';
import { type LineUnit, writeLines } from './lines.js';
import { BYTES_FORM, type Cells, STRING_FORM, TEXTPROTO, YAML } from './notation.js';

/**
 * Prints the parts that a selector selects: in JSON, the value, or an array of values if several are
 * possible; in YAML and textproto, a document for each part, with its path in a comment; in ndjson, the lines
 * inside.
 * @returns the number of matches; for ndjson, of lines
 */
export async function dumpSelected(
  document: DocumentPrinter,
  content: HeldFile,
  from: number,
  end: number,
  selector: Selector,
  unit: LineUnit | undefined,
): Promise<number> {
  const { printer } = document;
  const { notation, out } = printer;
  const { layout, schema } = notation;
  const table = selectedTable(selector, schema);
  const cells = table === undefined ? undefined : notation.messages[table.index];
  const isArray = layout !== TEXTPROTO && layout !== YAML && !selectsOne(selector);
  const parent = parentCells(selector, document, schema);
  let count = 0;
  const source = content.source instanceof Outline ? content.source.withoutBlobs : content.source;
  for await (const match of matchesOf(source, selector, from, end, schema)) {
    printer.prefix = () => match.path;
    if (unit !== undefined) {
      if (cells !== undefined) {
        const { pieces, path } = match;
        count += await writeLines(document, content.source, content, pieces, cells, unit, path);
      }
      continue;
    }
    if (layout === TEXTPROTO || layout === YAML) {
      if (layout === YAML && count > 0) out.text('---\n');
      out.text(`# ${match.path}\n`);
    } else if (isArray) {
      out.text(count === 0 ? '[' : ',');
      out.line(1);
    }
    await value(document, content, match, cells, parent, end, isArray ? 1 : 0);
    count++;
    if (!isArray) out.text('\n');
    const waiting = document.flush();
    if (waiting !== undefined) await waiting;
  }
  if (isArray && unit === undefined && count > 0) out.text('\n]\n');
  return count;
}

function parentCells(
  selector: Selector,
  { printer }: DocumentPrinter,
  schema: SchemaTables,
): Cells | undefined {
  const before = { ...selector, steps: selector.steps.slice(0, -1) };
  const table = selectedTable(before, schema);
  return table === undefined ? undefined : printer.notation.messages[table.index];
}

async function value(
  document: DocumentPrinter,
  content: HeldFile,
  { record, pieces }: Match,
  cells: Cells | undefined,
  parent: Cells | undefined,
  end: number,
  level: number,
): Promise<void> {
  const { printer } = document;
  const cell = parent?.of(record.tag);
  const [first] = pieces;
  if (cell?.kind === MESSAGE_ENTRY && cells !== undefined && first !== undefined) {
    printer.begin(cells, level);
    await document.contents(
      pieces.length === 1 ? content.held(first.from, first.end) : content.joined(pieces),
    );
    printer.end();
    return;
  }
  const held = recordOf(content, record.offset, end);
  if (cell === undefined) {
    // An unknown field is shown in a message that contains nothing else.
    printer.begin(parent as Cells, level);
    await document.contents(held);
    printer.end();
  } else if (cell.form !== STRING_FORM && cell.form !== BYTES_FORM) {
    printer.value(cell, record.lo, record.hi);
  } else await document.value(held, cell);
}

/** Returns one record of a message as a separate message. @param end end of the file's message */
function recordOf(content: HeldFile, offset: number, end: number): HeldMessage {
  const held = content.held(offset, end);
  const records = new RecordCursor(held.message.bytes, held.from, held.to);
  records.gaps = held.message;
  return records.next() ? { ...held, to: records.pos, isShort: false } : held;
}

/**
 * One match of a selector: a singular message with all its pieces, or the last record of another singular
 * field.
 */
interface Match {
  readonly path: string;
  readonly record: Selected;
  /** Stretches of the payloads, for a message. */
  readonly pieces: readonly FileStretch[];
}

/** Yields the matches of a selector, in file order. */
async function* matchesOf(
  source: Source,
  selector: Selector,
  from: number,
  end: number,
  schema: SchemaTables,
): AsyncGenerator<Match> {
  const isSingular = selector.steps.at(-1)?.field?.repeated === false;
  let waiting: { path: string; record: Selected; pieces: FileStretch[] } | undefined;
  for await (const record of findSelected(source, selector, { from, end, schema })) {
    const piece = { from: record.valueOffset, end: record.valueOffset + record.valueLength };
    // Pieces of one message are consecutive, because each element of the repeated fields around it is one
    // record.
    if (isSingular && waiting?.path === record.path) {
      waiting.pieces.push(piece);
      waiting.record = record;
      continue;
    }
    if (waiting !== undefined) yield waiting;
    waiting = { path: record.path, record, pieces: [piece] };
  }
  if (waiting !== undefined) yield waiting;
}
