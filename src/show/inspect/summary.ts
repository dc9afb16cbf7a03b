import { TYPE_STRING } from '../../base/schema/table.js';
import { WIRE_PROBLEMS } from '../../base/wire/problem.js';
import { ElementWalk } from '../../read/outline/elements.js';
import { MESSAGE_ENTRY, PACKED, SCALAR } from '../../read/outline/entries.js';
import type { Reading } from '../../read/outline/reading.js';
import { GROUP_CELL, UNREADABLE } from '../../read/outline/records.js';
import type { Found } from './found.js';
import { messageLine } from './message-line.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import { LINE_TEXT, numberText, quoted, sizeText, textAt } from './value-text.js';

/** Maximum number of elements of a packed list in a line. */
const SHOWN_ELEMENTS = 8;

const TEXTS: ReadonlyMap<string, string> = new Map(Object.values(WIRE_PROBLEMS));

/** Returns the summary of a part, and the error of the wire format that reading the summary has found. */
export function* summaryOf(
  { file, schema }: PartTree,
  found: Found,
): Reading<Pick<Part, 'summary' | 'problem'>> {
  const { part, kind, field, holder } = found;
  const { problem, valueOffset, valueLength } = part;
  const line = (summary: string, code = problem) => ({ summary, problem: code });
  if (kind < 0) return line(part.summary);
  if (kind === UNREADABLE) {
    return line(`${sizeText(part.length)} that cannot be read: ${TEXTS.get(problem ?? '') ?? problem}`);
  }
  if (kind === SCALAR) return line(numberText(field, holder, part.wireType, found, schema));
  if (kind === MESSAGE_ENTRY) return line(yield* messageLine(file, schema, part));
  if (kind === GROUP_CELL) return line(`a group of ${sizeText(valueLength)}`);
  if (kind === PACKED) return line(yield* listLine(file, schema, found));
  if (field?.type === TYPE_STRING) {
    const text = yield* textAt(file, valueOffset, valueLength, LINE_TEXT);
    const isBad = !text.isUtf8 && problem === null;
    return line(quoted(text), isBad ? 'string-not-utf8' : problem);
  }
  return line(sizeText(valueLength));
}

function* listLine(
  file: PartTree['file'],
  schema: PartTree['schema'],
  { part, field, holder }: Found,
): Reading<string> {
  if (field === undefined) return '';
  const { valueOffset, valueLength } = part;
  const from = { offset: valueOffset, ordinal: 0 };
  const walk = new ElementWalk(file, valueOffset + valueLength, field.type, from);
  const shown: string[] = [];
  while (shown.length < SHOWN_ELEMENTS && (yield* walk.next()) && walk.problem === null) {
    shown.push(numberText(field, holder, null, walk, schema));
  }
  const isAll = walk.at >= valueOffset + valueLength && walk.problem === null;
  return `[${shown.join(', ')}${isAll ? '' : ', …'}]${isAll ? '' : ` in ${sizeText(valueLength)}`}`;
}

export function* describePart(tree: PartTree, found: Found): Reading<Part> {
  const summary = yield* summaryOf(tree, found);
  return { ...found.part, ...summary };
}
