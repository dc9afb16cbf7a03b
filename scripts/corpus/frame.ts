/**
 * Framed files, versions 0 to 3: header, message, and the version's further sections. Header integers are
 * big-endian and packed. Any header field can be given a false value.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createXXHash3 } from 'hash-wasm';
import type { Place } from './encode.js';

export interface Frame {
  readonly version: 0 | 1 | 2 | 3;
  /** Configuration words after the message; versions 1 to 3. */
  readonly ccws?: Uint8Array;
  /** Version 3: bytes between message and configuration words; zeros up to a multiple of 4096 if left out. */
  readonly padding?: Uint8Array;
  /** Version 3: bytes at the very end. */
  readonly additional?: Uint8Array;
  /** Version 3: true if the header has a checksum of the message alone. */
  readonly messageChecksum?: boolean;
  /**
   * Values of header fields, including checksums, to write instead of the true values. Without a claim, a
   * checksum is the checksum of the true body.
   */
  readonly claim?: Readonly<Record<string, bigint>>;
}

export interface Framed {
  readonly bytes: Uint8Array;
  readonly headerSize: number;
  /** Header fields by name. */
  readonly places: ReadonlyMap<string, Place>;
}

interface HeaderField {
  readonly name: string;
  readonly size: number;
  readonly value: bigint;
}

const MAGIC = 0x01484546n;
const ZERO_POINT_ALIGNMENT = 4096;
const V3_HEADER_SIZE = 56;

export async function frame(message: Uint8Array, plan: Frame): Promise<Framed> {
  const none = new Uint8Array();
  const { ccws = none, additional = none } = plan;
  const padding =
    plan.version === 3
      ? (plan.padding ?? new Uint8Array(-(V3_HEADER_SIZE + message.length) & (ZERO_POINT_ALIGNMENT - 1)))
      : none;
  const body = Buffer.concat([message, padding, ccws, additional]);

  const fields: HeaderField[] = [
    { name: 'magic', size: 4, value: MAGIC },
    { name: 'version', size: 4, value: BigInt(plan.version) },
    { name: 'proto_size', size: 4, value: BigInt(message.length) },
    ...(await versionFields(plan, message, body, padding.length, ccws.length, additional.length)),
  ];
  const places = new Map<string, Place>();
  const header: number[] = [];
  for (const { name, size, value } of fields) {
    const written = plan.claim?.[name] ?? value;
    places.set(name, { offset: header.length, length: size, path: '' });
    for (let i = size - 1; i >= 0; i--) header.push(Number((written >> BigInt(8 * i)) & 0xffn));
  }
  places.set('the padding', { offset: header.length + message.length, length: padding.length, path: '' });
  const nonzero = padding.findIndex((byte) => byte !== 0);
  if (nonzero >= 0) {
    places.set('the nonzero byte', { offset: header.length + message.length + nonzero, length: 1, path: '' });
  }
  return { bytes: Uint8Array.from([...header, ...body]), headerSize: header.length, places };
}

async function versionFields(
  plan: Frame,
  message: Uint8Array,
  body: Uint8Array,
  padding: number,
  ccws: number,
  additional: number,
): Promise<HeaderField[]> {
  switch (plan.version) {
    case 0:
      return [
        { name: 'reserved', size: 4, value: 0n },
        { name: 'md5', size: 16, value: BigInt(`0x${createHash('md5').update(body).digest('hex')}`) },
      ];
    case 1:
      return [
        { name: 'crc', size: 4, value: BigInt(crc32(body)) },
        { name: 'ccws_size', size: 8, value: BigInt(ccws) },
        { name: 'reserved', size: 4, value: 0n },
      ];
    case 2:
      return [
        { name: 'xxh3', size: 8, value: await xxh3(body) },
        { name: 'ccws_size', size: 8, value: BigInt(ccws) },
        { name: 'reserved', size: 8, value: 0n },
        { name: 'reserved_2', size: 8, value: 0n },
      ];
    case 3:
      return [
        { name: 'xxh3', size: 8, value: await xxh3(body) },
        { name: 'ccws_size_with_padding', size: 8, value: BigInt(ccws + padding) },
        { name: 'padding_size', size: 4, value: BigInt(padding) },
        { name: 'additional_info_size', size: 8, value: BigInt(additional) },
        { name: 'proto_xxh3', size: 8, value: plan.messageChecksum === true ? await xxh3(message) : 0n },
        { name: 'reserved', size: 8, value: 0n },
      ];
  }
}

async function xxh3(bytes: Uint8Array): Promise<bigint> {
  const hasher = await createXXHash3();
  return BigInt(`0x${hasher.init().update(bytes).digest('hex')}`);
}
