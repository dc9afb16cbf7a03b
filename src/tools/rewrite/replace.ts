import type { FramingMode } from '../../base/container/detect.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type FieldTable,
  TYPE_BYTES,
  TYPE_MESSAGE,
  TYPE_STRING,
  wireTypeOf,
} from '../../base/schema/table.js';
import { memorySource } from '../../base/source/memory.js';
import type { Source } from '../../base/source/source.js';
import { concatBytes } from '../../base/wire/bytes.js';
import { MAX_LENGTH } from '../../base/wire/limits.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { isUtf8 } from '../../base/wire/utf8.js';
import { putVarint, varintSize } from '../../base/wire/value.js';
import { entriesOf } from '../../read/outline/entries.js';
import { keptSource } from '../../read/outline/load.js';
import { END, PROBLEM } from '../../read/outline/step.js';
import { Tape } from '../../read/outline/tape.js';
import { type Enclosing, findSelected, type Selected } from '../../read/select/find.js';
import { parseSelector, type Selector } from '../../read/select/selector.js';
import { encodeRecord } from '../../read/tree/encode.js';
import { scalarRecord } from '../../read/tree/make.js';
import { WritingSink } from './byte-sink.js';
import { type Edit, headOf, withHeads } from './edit-list.js';
import { withMessage } from './message-parts.js';
import { type ModelFile, openModelFile, requireReadable } from './model-file.js';
import type { Rewriting } from './rewriting.js';
import { parseScalar } from './scalar-value.js';
import { SpanReader } from './span-reader.js';

/** The new content: bytes of a string, a blob or a message's payload, or a value as text. */
export type Replacement =
  | {
      /** The new bytes; for a message, its encoding. */
      readonly bytes: Source;
    }
  | {
      /** The new value of a number, boolean or enum, or a new string, as text. */
      readonly value: string;
    };

/** Options of a replacement. */
export interface ReplaceOptions {
  /** The field to replace: see `parseSelector`. */
  readonly selector: string;
  /** The new content. */
  readonly by: Replacement;
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
}

export interface Replaced extends Rewriting {
  /** Exact paths of the replaced fields, in file order; a single path for an added field. */
  readonly paths: readonly string[];
  /** True if the field did not exist before. */
  readonly isAdded: boolean;
}

/** Limit for the records replaced at once, because each record is remembered. */
const MAX_REPLACED = 1 << 18;

/**
 * Replaces the value of a field, or of all fields that the selector selects. The lengths of enclosing records
 * are corrected, and all other records keep their encoding; a frame keeps its kind, with correct sizes and
 * checksums. If a singular field occurs several times, the effective occurrence is replaced. A missing field
 * is added to its message, if the message exists.
 * @param source and the replacement's must stay open until the rewriting is written
 * @throws ProtomdlError `replace-nothing` if neither the field nor its message exists; `replace-value` for a
 * value of the wrong type; for a file that parsers refuse, with code, offset and path; `selector-invalid`,
 * `source-*`
 */
export async function replace(
  source: Source,
  { selector: text, by, framing }: ReplaceOptions,
): Promise<Replaced> {
  const selector = parseSelector(text);
  const field = selector.steps.at(-1)?.field;
  if (field === undefined) {
    const what = selector.steps.length === 0 ? 'the whole message' : 'unknown fields';
    throw new ProtomdlError('replace-value', `${text}: ${what} cannot be replaced`, -1, text);
  }
  const file = await openModelFile(source, framing);
  await requireReadable(file);
  const value = await encodedValue(field, by, text);
  const found = await targets(file, selector);
  const isAdded = found.length === 0;
  const lasts = new Map(found.map(({ path }, i) => [path, i]));
  const edits = isAdded
    ? [await addition(file, selector, field, value)]
    : found.map((selected, i) => {
        const isLast = lasts.get(selected.path) === i;
        return isLast ? editOf(selected, field, value) : removalOf(selected);
      });
  const all = withHeads(edits);
  const rewriting = await withMessage(file, async (take) => {
    const sink = new WritingSink(new SpanReader(file.source), take);
    let at = file.message.offset;
    for (const { offset, removed, head, content } of all) {
      await sink.copy({ offset: at, length: offset - at });
      await sink.add(head);
      if (content !== undefined) {
        await sink.flush();
        await new SpanReader(content).copy({ offset: 0, length: content.size as number }, (bytes) =>
          sink.add(bytes),
        );
      }
      at = offset + removed;
    }
    await sink.copy({ offset: at, length: file.message.offset + file.message.length - at });
    await sink.flush();
  });
  const paths = isAdded ? [text] : [...lasts.keys()];
  return { paths, isAdded, write: (take, options) => rewriting.write(take, options) };
}

/** An encoded value: a number after its tag, or the payload of a LEN record. */
interface EncodedValue {
  /** For a number: the bytes after its tag. */
  readonly number?: Uint8Array;
  readonly payload?: Source;
}

async function encodedValue(field: FieldTable, by: Replacement, path: string): Promise<EncodedValue> {
  if ('bytes' in by) {
    if (wireTypeOf(field.type) !== WIRE_LEN) {
      throw wrongValue(path, `${field.name} is a number: give it as a value`);
    }
    const { size } = by.bytes;
    if (size === undefined || size > MAX_LENGTH)
      throw wrongValue(path, `of ${size} bytes; a record has up to ${MAX_LENGTH}`);
    if (field.type === TYPE_STRING) {
      const text = await new SpanReader(by.bytes).read({ offset: 0, length: size });
      if (!isUtf8(text, 0, size)) throw wrongValue(path, `${field.name} is a string, and that is no UTF-8`);
    }
    if (field.type === TYPE_MESSAGE) await requireMessage(by.bytes, field, path);
    return { payload: by.bytes };
  }
  if (field.type === TYPE_MESSAGE || field.type === TYPE_BYTES) {
    throw wrongValue(path, `${field.name} is no number and no string: give its bytes`);
  }
  const value = parseScalar(field, by.value);
  if (value === undefined) throw wrongValue(path, `${field.name} has no value ${JSON.stringify(by.value)}`);
  const record = scalarRecord(field, value);
  const encoded = encodeRecord(record);
  if (record.payload.kind === 'bytes') return { payload: memorySource(record.payload.bytes) };
  return { number: encoded.subarray(encoded.length - record.size + record.headSize) };
}

/** Checks that new content is readable in its place. */
async function requireMessage(source: Source, field: FieldTable, path: string): Promise<void> {
  const fields = entriesOf(MDL).messages[field.message];
  if (fields === undefined) return;
  const { table } = fields;
  const size = source.size as number;
  const tape = new Tape(await keptSource(source, 0, size, fields), 0, size, { table });
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === PROBLEM) {
      throw wrongValue(
        path,
        `that is no ${table.typeName}: it cannot be read from byte ${tape.problemOffset} on`,
      );
    }
  }
}

/**
 * Finds the selected records in file order. If a singular field occurs several times, only the effective
 * record is returned; for a message, all its records, because they are replaced together.
 */
async function targets(file: ModelFile, selector: Selector): Promise<Selected[]> {
  const { source, message } = file;
  const bounds = { from: message.offset, end: message.offset + message.length };
  const found = new Map<string, Selected>();
  let count = 0;
  for await (const selected of findSelected(source, selector, bounds)) {
    const isMessage = selected.field?.type === TYPE_MESSAGE;
    found.set(isMessage ? `${selected.path} ${count++}` : selected.path, selected);
    if (found.size > MAX_REPLACED) {
      const text = `${selector.text} stands for more than ${MAX_REPLACED} records, which is as many as can be replaced at once`;
      throw new ProtomdlError('replace-too-many', text, selected.offset, selected.path);
    }
  }
  return [...found.values()].sort((a, b) => a.valueOffset - b.valueOffset);
}

function removalOf({ offset, valueOffset, valueLength, around }: Selected): Edit {
  return { offset, removed: valueOffset + valueLength - offset, head: new Uint8Array(0), around };
}

function editOf(
  { offset, valueOffset, valueLength, around }: Selected,
  field: FieldTable,
  value: EncodedValue,
): Edit {
  if (value.number !== undefined)
    return { offset: valueOffset, removed: valueLength, head: value.number, around };
  const size = value.payload?.size as number;
  return {
    offset,
    removed: valueOffset + valueLength - offset,
    head: headOf(field.number, size),
    around,
    ...(value.payload !== undefined && size > 0 && { content: value.payload }),
  };
}

/** Appends a new record to the message that the selector names. */
async function addition(
  file: ModelFile,
  selector: Selector,
  field: FieldTable,
  value: EncodedValue,
): Promise<Edit> {
  const { text, steps } = selector;
  const last = steps.at(-1);
  const holder: Selector = { text, steps: steps.slice(0, -1) };
  const { source, message } = file;
  let within: Span = message;
  let around: Enclosing | undefined;
  if (holder.steps.length > 0) {
    const holders = await targets(file, holder);
    const only = holders.at(-1);
    if (only === undefined || holders.some(({ path }) => path !== only.path)) throw nothing(file, text);
    const { offset, valueOffset, valueLength: length } = only;
    within = { offset: valueOffset, length };
    around = { number: only.tag >>> 3, offset, valueOffset, length, around: only.around };
  }
  if (field.repeated) {
    // The index of an added element must be the next index.
    const list: Selector = {
      text,
      steps: [...holder.steps, { field, number: field.number, elements: 'all' }],
    };
    const bounds = { from: message.offset, end: message.offset + message.length };
    let count = 0;
    for await (const _ of findSelected(source, list, bounds)) count++;
    if (last?.elements !== count) throw nothing(file, text);
  }
  const place = { offset: within.offset + within.length, removed: 0, around };
  if (value.number !== undefined) return { ...place, head: concatBytes([scalarTag(field), value.number]) };
  const size = value.payload?.size as number;
  return {
    ...place,
    head: headOf(field.number, size),
    ...(value.payload !== undefined && size > 0 && { content: value.payload }),
  };
}

function scalarTag(field: FieldTable): Uint8Array {
  const tag = tagOf(field.number, wireTypeOf(field.type));
  const bytes = new Uint8Array(varintSize(tag));
  putVarint(bytes, 0, tag);
  return bytes;
}

function nothing({ message }: ModelFile, text: string): ProtomdlError {
  const why = 'there is no such field, and not the one message that it could be added to';
  return new ProtomdlError('replace-nothing', `${text}: ${why}`, message.offset, text);
}

function wrongValue(path: string, why: string): ProtomdlError {
  return new ProtomdlError('replace-value', why, -1, path);
}
