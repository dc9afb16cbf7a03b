import type { Span } from '../diagnostics/diagnostic.js';
import { hexOf } from '../wire/bytes.js';
import type { ClaimedSize } from './layout.js';

/** The first four bytes of every framed file: 0x01 and "HEF". */
export const MAGIC = 0x01484546;

/**
 * Size of the magic, the version and the size of the message, with which the header of every version begins.
 */
export const PREFIX_BYTES = 12;

/** Size of the longest header, which is the header of version 3. */
export const MAX_HEADER_BYTES = 56;

export type ContainerVersion = 0 | 1 | 2 | 3;

/**
 * `md5` is the form of version 1 that one release wrote (4.17.0, withdrawn in 4.17.1): a header of 32 bytes
 * with an MD5, instead of 28 bytes with a CRC. Nothing in a header tells whether it has this form or the
 * standard form.
 */
export type HeaderForm = 'standard' | 'md5';

export type HeaderFieldName =
  | 'magic'
  | 'version'
  | 'proto_size'
  | 'md5'
  | 'crc'
  | 'xxh3'
  | 'proto_xxh3'
  | 'ccws_size'
  | 'ccws_size_with_padding'
  | 'padding_size'
  | 'additional_info_size'
  | 'reserved'
  | 'reserved_2';

/** A field of a header, which is an unsigned big-endian integer. */
export interface HeaderField extends Span {
  /** Name in the container's specification: `proto_size`. */
  readonly name: HeaderFieldName;
  /** Value of the field; a bigint if a number would not be exact. */
  readonly value: ClaimedSize;
  /** All hexadecimal digits of the field in lower case. Hashes are compared in this form. */
  readonly hex: string;
}

type FieldLayout = readonly [name: HeaderFieldName, offset: number, length: number];

const PREFIX: readonly FieldLayout[] = [
  ['magic', 0, 4],
  ['version', 4, 4],
  ['proto_size', 8, 4],
];

// Fields after the prefix. Headers have no gaps: the end of the last field is the end of the header.
const STANDARD: Readonly<Record<ContainerVersion, readonly FieldLayout[]>> = {
  0: [
    ['reserved', 12, 4],
    ['md5', 16, 16],
  ],
  1: [
    ['crc', 12, 4],
    ['ccws_size', 16, 8],
    ['reserved', 24, 4],
  ],
  2: [
    ['xxh3', 12, 8],
    ['ccws_size', 20, 8],
    ['reserved', 28, 8],
    ['reserved_2', 36, 8],
  ],
  3: [
    ['xxh3', 12, 8],
    ['ccws_size_with_padding', 20, 8],
    ['padding_size', 28, 4],
    ['additional_info_size', 32, 8],
    ['proto_xxh3', 40, 8],
    ['reserved', 48, 8],
  ],
};

const VERSION_1_MD5: readonly FieldLayout[] = [
  ['ccws_size', 12, 4],
  ['md5', 16, 16],
];

export function isContainerVersion(version: number): version is ContainerVersion {
  return version === 0 || version === 1 || version === 2 || version === 3;
}

export function headerSizeOf(version: ContainerVersion, form: HeaderForm = 'standard'): number {
  const [, offset, length] = layoutOf(version, form).at(-1) as FieldLayout;
  return offset + length;
}

/** Decodes every field of a header, in file order. `bytes` begins with the complete header. */
export function decodeHeaderFields(
  bytes: Uint8Array,
  version: ContainerVersion,
  form: HeaderForm = 'standard',
): readonly HeaderField[] {
  return [...PREFIX, ...layoutOf(version, form)].map((layout) => decodeField(bytes, layout));
}

/** Decodes the prefix fields that are completely in `bytes`, for a file that ends inside its header. */
export function decodePrefixFields(bytes: Uint8Array): readonly HeaderField[] {
  return PREFIX.filter(([, offset, length]) => offset + length <= bytes.length).map((layout) =>
    decodeField(bytes, layout),
  );
}

/**
 * Returns the bytes of a header. Values are truncated to the size of their fields. A field without a value is
 * 0, except `magic` and `version`, which are correct.
 */
export function encodeHeader(
  version: ContainerVersion,
  form: HeaderForm,
  values: Readonly<Partial<Record<HeaderFieldName, bigint>>>,
): Uint8Array {
  const header = new Uint8Array(headerSizeOf(version, form));
  const all = { magic: BigInt(MAGIC), version: BigInt(version), ...values };
  for (const [name, offset, length] of [...PREFIX, ...layoutOf(version, form)]) {
    let rest: bigint = all[name] ?? 0n;
    for (let at = offset + length - 1; at >= offset; at--) {
      header[at] = Number(rest & 0xffn);
      rest >>= 8n;
    }
  }
  return header;
}

function layoutOf(version: ContainerVersion, form: HeaderForm): readonly FieldLayout[] {
  return form === 'md5' && version === 1 ? VERSION_1_MD5 : STANDARD[version];
}

function decodeField(bytes: Uint8Array, [name, offset, length]: FieldLayout): HeaderField {
  const end = offset + length;
  const hex = hexOf(bytes, '', offset, end);
  let rounded = 0;
  for (let at = offset; at < end; at++) rounded = rounded * 0x100 + (bytes[at] as number);
  const value = rounded <= Number.MAX_SAFE_INTEGER ? rounded : BigInt(`0x${hex}`);
  return { name, offset, length, value, hex };
}
