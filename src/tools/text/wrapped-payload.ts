import { TYPE_STRING } from '../../base/schema/table.js';
import { type BlobReader, readBlob } from './blob-input.js';
import { mismatch } from './member-scalars.js';
import type { MessageBuilder } from './message-builder.js';
import type { Fail } from './parse-error.js';
import type { TextField } from './schema-names.js';
import { bytesIn, referenceIn } from './unknown-values.js';
import { type Value, valueKindOf } from './value-collector.js';

/**
 * Writes a string or bytes given as an object, which is not part of the JSON mapping: `{"$string": base64}`
 * for a string that is not UTF-8, `{"$bytes": …}` for bytes.
 * @returns a promise if the bytes are in a file that has to be read
 */
export function writeWrapped(
  builder: MessageBuilder,
  blobs: BlobReader | undefined,
  field: TextField,
  value: ReadonlyMap<string, Value>,
  fail: Fail,
): void | Promise<void> {
  const [key, other] = value.keys();
  if (field.field.type === TYPE_STRING && key === '$string' && other === undefined) {
    const text = value.get(key);
    if (typeof text !== 'string')
      fail('text-value-invalid', `$string must be base64, not ${valueKindOf(text)}`);
    builder.payload(field, bytesIn(text, fail));
    return;
  }
  if (!field.isBytes || key !== '$bytes' || other !== undefined) mismatch(field, 'an object', fail);
  const bytes = referenceIn(value, fail);
  const read = bytes instanceof Uint8Array ? bytes : readBlob(bytes, blobs, fail);
  if (read instanceof Promise) return read.then((content) => builder.payload(field, content));
  builder.payload(field, read);
}
