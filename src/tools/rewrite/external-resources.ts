import { reachOf } from '../../base/container/layout.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { numberOf } from '../../base/wire/value.js';
import { findSelected } from '../../read/select/find.js';
import { parseSelector } from '../../read/select/selector.js';
import { EXTERNAL_RESOURCE } from './found-fields.js';
import type { ModelFile } from './model-file.js';
import { damaged } from './record-list.js';
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

const RESOURCES = parseSelector('external_resources');

/** Maximum size of a resource's record in bytes: its name and two numbers. Only hostile records are larger. */
const MAX_RECORD = 1 << 20;

/**
 * Reads the message's list of resources, in its order.
 * @throws ProtomdlError `source-changed` if a resource cannot be read: the file has changed since it was
 * checked. `model-too-large` for a record of more than 1 MiB
 */
export async function externalResources(file: ModelFile): Promise<ExternalResource[]> {
  const { source, message, frame, size } = file;
  const zeroPoint = frame === null ? undefined : reachOf(frame).zeroPoint;
  const found: ExternalResource[] = [];
  const reader = new SpanReader(source);
  const records = new RecordCursor();
  const bounds = { from: message.offset, end: message.offset + message.length };
  for await (const { tag, offset, valueOffset, valueLength } of findSelected(source, RESOURCES, bounds)) {
    if (tag !== EXTERNAL_RESOURCE.tag) continue;
    if (valueLength > MAX_RECORD) {
      const text = `external_resources[${found.length}] has ${valueLength} bytes; the maximum is ${MAX_RECORD}`;
      throw new ProtomdlError('model-too-large', text, offset);
    }
    const bytes = await reader.read({ offset: valueOffset, length: valueLength });
    let name = '';
    let start = 0;
    let length = 0;
    records.reset(bytes, 0, bytes.length);
    while (records.next()) {
      const field = EXTERNAL_RESOURCE.child?.of(records.tag)?.field.name;
      if (field === 'name') name = decodeUtf8(bytes, records.value, records.valueEnd);
      else if (field === 'offset') start = numberOf(records.lo, records.hi);
      else if (field === 'size') length = numberOf(records.lo, records.hi);
    }
    if (records.problem !== OK) throw damaged(valueOffset + records.start);
    const at = (zeroPoint ?? 0) + start;
    const isThere = zeroPoint !== undefined && at + length <= size;
    const path = `external_resources[${found.length}]`;
    found.push({ name, offset, path, span: isThere ? { offset: at, length } : undefined });
  }
  return found;
}
