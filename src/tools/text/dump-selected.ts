import type { SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { WIRE_SGROUP } from '../../base/wire/tag.js';
import { MESSAGE } from '../../read/outline/entries.js';
import { Tape } from '../../read/tape/reader.js';
import { END, LEAVE, MORE } from '../../read/tape/step.js';
import type { DocumentPrinter, Place } from './document.js';
import { type LineUnit, writeLines } from './lines.js';
import { BYTES, type Cells, STRING, TEXTPROTO, YAML } from './notation.js';
import { originAt } from './regular.js';
import { type Match, matchesOf, type Selector, selectedTable, selectsOne } from './selection.js';
import { JoinedSource } from './spans.js';

/**
 * Prints the parts that a selector stands for. JSON: the value, or an array of values if several are
 * possible; YAML and textproto: a document for each, with its path in a comment; ndjson: the lines inside.
 * @returns the number of matches; for ndjson, of lines
 */
export async function dumpSelected(
  document: DocumentPrinter,
  source: Source,
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
  for await (const match of matchesOf(source, selector, from, end, schema)) {
    printer.prefix = () => match.path;
    if (unit !== undefined) {
      if (cells !== undefined) {
        const { place, end } = placeOf(source, match);
        count += await writeLines(document, place, place.from, end, cells, unit, match.path);
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
    await value(document, source, match, cells, parent, end, isArray ? 1 : 0);
    count++;
    if (!isArray) out.text('\n');
    const waiting = document.flush();
    if (waiting !== undefined) await waiting;
  }
  if (isArray && unit === undefined && count > 0) out.text('\n]\n');
  return count;
}

/** The message that has the selected field. */
function parentCells(
  selector: Selector,
  { printer }: DocumentPrinter,
  schema: SchemaTables,
): Cells | undefined {
  const before = { ...selector, steps: selector.steps.slice(0, -1) };
  const table = selectedTable(before, schema);
  return table === undefined ? undefined : printer.notation.messages[table.index];
}

interface At extends Place {
  readonly from: number;
}

function placeOf(source: Source, { pieces }: Match): { place: At; end: number } {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) {
    return { place: { source, origin: originAt(0), from: first.from }, end: first.end };
  }
  const joined = new JoinedSource(source, pieces, originAt(0));
  return { place: { source: joined, origin: joined, from: 0 }, end: joined.size };
}

async function value(
  document: DocumentPrinter,
  source: Source,
  match: Match,
  cells: Cells | undefined,
  parent: Cells | undefined,
  end: number,
  level: number,
): Promise<void> {
  const { printer } = document;
  const { record } = match;
  const cell = parent?.of(record.tag);
  if (cell?.kind === MESSAGE && cells !== undefined) {
    const { place, end } = placeOf(source, match);
    printer.begin(cells, level);
    await document.contents(place, place.from, end, cells);
    printer.end();
    return;
  }
  const place = { source, origin: originAt(0) };
  if (cell === undefined) {
    // An unknown field is shown as a message that has nothing else.
    printer.begin(parent as Cells, level);
    const isGroup = (record.tag & 7) === WIRE_SGROUP;
    const to = isGroup ? await groupEnd(source, record.offset, end) : record.offset + record.length;
    await document.contents(place, record.offset, to, parent as Cells);
    printer.end();
  } else if (cell.form !== STRING && cell.form !== BYTES) {
    printer.value(cell, record.lo, record.hi);
  } else {
    await document.value(place, record.offset, record.offset + record.length, parent as Cells);
  }
}

/** Returns the end of the group that begins at `from`, or `end` if the group cannot be read to its end. */
async function groupEnd(source: Source, from: number, end: number): Promise<number> {
  const tape = new Tape(source, from, end);
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) await tape.fill();
    else if (step === LEAVE && tape.depth === 0) break;
  }
  return tape.position;
}
