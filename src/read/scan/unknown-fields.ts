import { wireTypeOf as wireTypeOfType } from '../../base/schema/table.js';
import { fieldNumberOf, tagWireType, WIRE_LEN, WIRE_TYPE_NAMES } from '../../base/wire/tag.js';
import type { OpenRecord } from './open-record.js';
import { NODE_UNKNOWN, SAW_UNKNOWN_LEN } from './plan.js';

/** Arguments of findings: the wire type in the file. */
const ARGS: readonly (readonly string[])[] = WIRE_TYPE_NAMES.map((name) => [name]);

/** Reports a field, read or skipped completely, that the schema does not know in this wire type. */
export function reportUnknown(record: OpenRecord): void {
  const { scanner } = record;
  const { plan, frames, findings } = scanner;
  const number = fieldNumberOf(record.tag);
  const field = plan.fields[frames.node[frames.depth] as number]?.get(number);
  const wireType = tagWireType(record.tag);
  if (field !== undefined) {
    if (findings.errorsOnly) return;
    // The message is made only for listed findings: a hostile file has tens of thousands of findings.
    const message = () =>
      `has wire type ${WIRE_TYPE_NAMES[wireType]} instead of ${WIRE_TYPE_NAMES[wireTypeOfType(field.type)]}`;
    findings.say('wire-type-mismatch', record.startAbs, record.endAbs, field.name, message, ARGS[wireType]);
    return;
  }
  if (wireType === WIRE_LEN) scanner.mask |= SAW_UNKNOWN_LEN;
  const flags = plan.nodeFlags[frames.node[frames.depth] as number] as number;
  const emitted = scanner.handler.unknown !== undefined && (flags & NODE_UNKNOWN) !== 0;
  findings.unknown(record.tag, record.startAbs, record.endAbs, emitted);
  if (emitted) {
    scanner.handler.unknown?.(scanner, number, wireType, record.startAbs, record.endAbs - record.startAbs);
  }
}
