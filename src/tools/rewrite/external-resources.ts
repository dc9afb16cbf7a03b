import { reachOf } from '../../base/container/reach.js';
import type { Span } from '../../base/diagnostics/span.js';
import { Cursor } from '../../base/wire/cursor.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { numberOf } from '../../base/wire/value.js';
import { findSelected } from '../../read/select/find.js';
import { parseSelector } from '../../read/select/selector.js';
import { EXTERNAL_RESOURCE } from './found-fields.js';
import type { ModelFile } from './model-file.js';
import type { Known } from './record-list.js';
import { type WalkedRecord, walkRecords } from './record-walk.js';
import { SpanReader } from './span-reader.js';

/** Data outside of the message, by name. */
export interface ExternalResource {
  readonly name: string;
  /** Absolute; undefined where the file does not have all of it, or has no place for such data. */
  readonly span: Span | undefined;
  /** Absolute offset of the record that names it, and its path. */
  readonly offset: number;
  readonly path: string;
}

const RESOURCES = parseSelector('external_resources');
const RESOURCE = EXTERNAL_RESOURCE.child as NonNullable<Known>;

/** What the message says of them, in its order. */
export async function externalResources(file: ModelFile): Promise<ExternalResource[]> {
  const { source, message, frame, size } = file;
  const bounds = { from: message.offset, end: message.offset + message.length };
  const zeroPoint = frame === null ? undefined : reachOf(frame).zeroPoint;
  const found: ExternalResource[] = [];
  const reader = new SpanReader(source);
  for await (const { path, offset, valueOffset, valueLength } of findSelected(source, RESOURCES, bounds)) {
    const fields: Record<string, WalkedRecord> = {};
    await walkRecords(source, { offset: valueOffset, length: valueLength }, RESOURCE, (record) => {
      if (record.entry !== undefined) fields[record.entry.field.name] = { ...record };
    });
    const number = async (field: WalkedRecord | undefined): Promise<number> => {
      if (field === undefined) return 0;
      const cursor = new Cursor(await reader.read(valueSpan(field)));
      cursor.readVarint();
      return numberOf(cursor.lo, cursor.hi);
    };
    const start = (zeroPoint ?? 0) + (await number(fields.offset));
    const length = await number(fields.size);
    const isThere = zeroPoint !== undefined && start + length <= size;
    const name = fields.name === undefined ? '' : await textOf(reader, valueSpan(fields.name));
    found.push({ name, offset, path, span: isThere ? { offset: start, length } : undefined });
  }
  return found;
}

function valueSpan({ valueOffset, valueLength }: WalkedRecord): Span {
  return { offset: valueOffset, length: valueLength };
}

async function textOf(reader: SpanReader, span: Span): Promise<string> {
  const bytes = await reader.read(span);
  return decodeUtf8(bytes, 0, bytes.length);
}
