import type { FramingMode } from '../../base/container/detect.js';
import type { SectionName } from '../../base/container/layout.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type FieldTable, TYPE_MESSAGE, TYPE_STRING, wireTypeOf } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { shownNumber } from '../../read/outline/values.js';
import { findSelected, type Selected } from '../../read/select/find.js';
import { parseSelector } from '../../read/select/selector.js';
import { externalResources } from './external-resources.js';
import { type ModelFile, openModelFile, sectionOf } from './model-file.js';
import type { Rewriting } from './rewriting.js';
import { SpanReader, spansLength } from './span-reader.js';

/** The part to extract: a value, a section of the container, or a resource. */
export type ExtractWhat =
  | {
      /** One value of the message: see `parseSelector`. */
      readonly selector: string;
    }
  | {
      /** A section of a framed file. */
      readonly section: SectionName;
    }
  | {
      /** Name of an external resource. */
      readonly resource: string;
    };

/** Options for reading the file. */
export interface ExtractOptions {
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
}

export interface Extraction extends Rewriting {
  /** Number of bytes that will be written. */
  readonly size: number;
  /** Exact path of the value, or name of the section. */
  readonly path: string;
  /** Text of a number or a short string. The bytes of a number are this text with a line end. */
  readonly text?: string;
}

/**
 * Extracts bytes of a file: for a string or a blob its content, for a message its payload (several records
 * are joined, which by definition is the same message), for a number its value as text, for a section all of
 * its bytes. Other parts of the file may be faulty.
 * @param source must stay open until the extraction is written; a source without random access is held in
 * memory
 * @throws ProtomdlError `extract-nothing` if the part does not exist, `extract-ambiguous` for several parts;
 * `selector-invalid`, `frame-*`, `source-*`
 */
export async function extract(
  source: Source,
  what: ExtractWhat,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const file = await openModelFile(source, options.framing);
  if ('selector' in what) return bySelector(file, what.selector);
  if ('section' in what) return section(file, what.section);
  return resource(file, what.resource);
}

async function bySelector(file: ModelFile, text: string): Promise<Extraction> {
  const selector = parseSelector(text);
  const { source, message } = file;
  if (selector.steps.length === 0) return spans(file, [message], '');
  const bounds = { from: message.offset, end: message.offset + message.length };
  let found: Selected | undefined;
  let payloads: Span[] = [];
  for await (const selected of findSelected(source, selector, bounds)) {
    if (found !== undefined && found.path !== selected.path) {
      const both = `${found.path} and ${selected.path}, and may stand for more`;
      throw new ProtomdlError(
        'extract-ambiguous',
        `${text} stands for ${both}: name one`,
        selected.offset,
        selected.path,
      );
    }
    // The last occurrence of a singular field counts; the occurrences of a message are joined.
    if (selected.field?.type !== TYPE_MESSAGE) payloads = [];
    payloads.push({ offset: selected.valueOffset, length: selected.valueLength });
    found = selected;
  }
  if (found === undefined)
    throw new ProtomdlError('extract-nothing', `there is no ${text} in it`, message.offset, text);
  const isNumber = (found.tag & 7) !== WIRE_LEN || isPackedElement(found);
  if (!isNumber || found.field === undefined) {
    const extraction = spans(file, payloads, found.path);
    if (found.field?.type !== TYPE_STRING || extraction.size > MAX_TEXT) return extraction;
    const bytes = await new SpanReader(source).readAll(payloads);
    return { ...extraction, text: decodeUtf8(bytes, 0, bytes.length) };
  }
  return number(found.field, found);
}

/** Longer strings are not shown as text. */
const MAX_TEXT = 1 << 16;

/** True for an element of a packed list, which has the list's LEN tag, but is a number. */
function isPackedElement({ field, tag }: Selected): boolean {
  return (tag & 7) === WIRE_LEN && field !== undefined && wireTypeOf(field.type) !== WIRE_LEN;
}

function number(field: FieldTable, selected: Selected): Extraction {
  const { path } = selected;
  const { value, name } = shownNumber(field, null, selected, MDL);
  const text = name ?? String(value);
  const bytes = new TextEncoder().encode(`${text}\n`);
  return {
    path,
    text,
    size: bytes.length,
    write: async (take) => {
      await take(bytes);
      return bytes.length;
    },
  };
}

function section(file: ModelFile, name: SectionName): Extraction {
  const found = file.sections.find((candidate) => candidate.name === name && candidate.length > 0);
  if (found !== undefined) return spans(file, [found], name);
  const { offset } = sectionOf(file, name);
  const of = file.frame === null ? 'a bare message has no such section' : `there is no ${name} in it`;
  throw new ProtomdlError('extract-nothing', of, offset);
}

async function resource(file: ModelFile, name: string): Promise<Extraction> {
  const resources = await externalResources(file);
  const found = resources.find((candidate) => candidate.name === name);
  if (found === undefined) {
    const names = resources.map((candidate) => candidate.name).slice(0, 8);
    const there = names.length === 0 ? 'it names none' : `it names ${names.join(', ')}`;
    throw new ProtomdlError('extract-nothing', `there is no resource ${name}: ${there}`, file.message.offset);
  }
  if (found.span === undefined) {
    const text = `the resource ${name} lies past the end of the file`;
    throw new ProtomdlError('extract-nothing', text, found.offset, found.path);
  }
  return spans(file, [found.span], found.path);
}

function spans({ source }: ModelFile, parts: readonly Span[], path: string): Extraction {
  const size = spansLength(parts);
  const reader = new SpanReader(source);
  return {
    path,
    size,
    write: async (take) => {
      for (const part of parts) await reader.copy(part, take);
      return size;
    },
  };
}
