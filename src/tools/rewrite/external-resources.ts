import { reachOf } from '../../base/container/layout.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { numberOf } from '../../base/wire/value.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MORE, PROBLEM, VALUE } from '../../read/tape/step.js';
import { EXTERNAL_RESOURCE } from './found-fields.js';
import type { ModelFile } from './model-file.js';
import { SpanReader } from './span-reader.js';

/** Data outside of the message, by name. */
export interface ExternalResource {
  readonly name: string;
  /** Absolute span; undefined if part of the data is missing, or if the file's container has no such data. */
  readonly span: Span | undefined;
  /** Absolute offset of the record that names the resource, and its path. */
  readonly offset: number;
  readonly path: string;
}

/** The fields of one resource that have been read. */
interface Fields {
  offset: number;
  size: number;
  name: Span | undefined;
}

/**
 * Reads the message's list of resources, in its order.
 * @throws ProtomdlError `source-changed` if a resource cannot be read: the file has changed since it was
 * checked
 */
export async function externalResources(file: ModelFile): Promise<ExternalResource[]> {
  const { source, message, frame, size } = file;
  const zeroPoint = frame === null ? undefined : reachOf(frame).zeroPoint;
  const found: ExternalResource[] = [];
  const reader = new SpanReader(source);
  const end = message.offset + message.length;
  const tape = new Tape(source, message.offset, end, { schema: MDL, wants: () => false });
  let open: Fields | undefined;
  for (let step = tape.next(); step !== END; step = tape.next()) {
    const { entry } = tape;
    if (step === MORE) {
      await tape.fill();
    } else if (step === ENTER) {
      if (entry === EXTERNAL_RESOURCE) open = { offset: 0, size: 0, name: undefined };
      else if (entry !== undefined) tape.skip();
    } else if (step === PROBLEM && open !== undefined) {
      const text = 'bytes that were readable before cannot be read now';
      throw new ProtomdlError('source-changed', text, tape.problemOffset);
    } else if (step === LEAVE && entry === EXTERNAL_RESOURCE && open !== undefined) {
      const { offset } = tape;
      const at = (zeroPoint ?? 0) + open.offset;
      const isThere = zeroPoint !== undefined && at + open.size <= size;
      const span = isThere ? { offset: at, length: open.size } : undefined;
      const name = open.name === undefined ? '' : await textOf(reader, open.name);
      found.push({ name, offset, path: `external_resources[${found.length}]`, span });
      open = undefined;
    } else if (open !== undefined && step === VALUE) {
      const value = numberOf(tape.lo, tape.hi);
      if (entry?.field.name === 'offset') open.offset = value;
      else if (entry?.field.name === 'size') open.size = value;
    } else if (open !== undefined && step === BYTES && entry?.field.name === 'name') {
      open.name = { offset: tape.valueOffset, length: tape.length };
    }
  }
  return found;
}

async function textOf(reader: SpanReader, span: Span): Promise<string> {
  const bytes = reader.held(span) ?? (await reader.read(span));
  return decodeUtf8(bytes, 0, bytes.length);
}
