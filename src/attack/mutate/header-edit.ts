import { detectFraming } from '../../base/container/detect.js';
import type { HeaderField, HeaderFieldName } from '../../base/container/header.js';
import type { Random } from '../random.js';
import { type BytesMutator, bytesPlace } from './mutator.js';

/** Returns the fields of a file's header, as far as it can be read; empty for a bare message. */
function headerFields(bytes: Uint8Array): readonly HeaderField[] {
  return detectFraming(bytes, 'auto', bytes.length).frame?.fields ?? [];
}

/**
 * Makes a mutator that changes the value of one of several header fields. Checksums do not cover the header.
 */
export function headerMutator(
  named: Pick<BytesMutator, 'name' | 'summary' | 'weight'>,
  fields: readonly HeaderFieldName[],
  draw: (field: HeaderField, random: Random, fileSize: number) => bigint,
): BytesMutator {
  return {
    ...named,
    stage: 'header',
    choose({ bytes }, random) {
      const candidates = headerFields(bytes).filter(({ name }) => fields.includes(name));
      if (candidates.length === 0) return undefined;
      const field = random.one(candidates);
      const width = BigInt(field.length * 8);
      const value = BigInt.asUintN(Number(width), draw(field, random, bytes.length));
      if (value === BigInt(`0x${field.hex}`)) return undefined;
      // A value has at most 8 bytes, so only the last 8 of an MD5's 16 bytes change.
      const low = Math.min(field.length, 8);
      return {
        field: field.name,
        offset: field.offset + field.length - low,
        length: low,
        value: BigInt.asUintN(64, value).toString(),
      };
    },
    perform({ bytes, base }, args) {
      const length = args.number('length', 8);
      const offset = args.number('offset', Math.max(0, bytes.length - length));
      const value = args.bits('value');
      const name = args.word('field', fields);
      writeBigEndian(bytes, offset, length, value);
      return {
        bytes,
        sentence: `writes 0x${value.toString(16)} as the header's ${name}`,
        place: bytesPlace(base + offset, length),
      };
    },
  };
}

export function writeBigEndian(bytes: Uint8Array, offset: number, length: number, value: bigint): void {
  let rest = value;
  for (let at = Math.min(offset + length, bytes.length) - 1; at >= offset; at--) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}

export function headerField(bytes: Uint8Array, name: HeaderFieldName): HeaderField | undefined {
  return headerFields(bytes).find((field) => field.name === name);
}
