import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { xxhash3 } from 'hash-wasm';

/** Parts from which tests write a framed file, without code under test. */
export interface FrameParts {
  readonly version: 0 | 1 | 2 | 3;
  readonly message?: Uint8Array;
  /** In version 3 only. */
  readonly padding?: Uint8Array;
  readonly ccws?: Uint8Array;
  /** In version 3 only. */
  readonly additional?: Uint8Array;
  /** In version 3 only: true if the hash of the message is 0. */
  readonly withoutProtoHash?: boolean;
  /** True for the form of version 1 with an MD5, which only one release wrote. */
  readonly md5Form?: boolean;
}

export const MESSAGE = Uint8Array.from([0x0a, 0x02, 0x08, 0x03, 0x12, 0x00]);
const NONE = new Uint8Array(0);

/** Returns a framed file, which is valid if the given parts are valid. */
export async function framedFile(parts: FrameParts): Promise<Uint8Array> {
  const { version, message = MESSAGE, padding = NONE, ccws = NONE, additional = NONE } = parts;
  const body = Buffer.concat([message, padding, ccws, additional]);
  const head = Buffer.alloc(parts.md5Form ? 32 : [32, 28, 44, 56][version]!);
  head.writeUInt32BE(0x01484546, 0);
  head.writeUInt32BE(version, 4);
  head.writeUInt32BE(message.length, 8);
  if (version === 0) {
    createHash('md5').update(body).digest().copy(head, 16);
  } else if (parts.md5Form) {
    head.writeUInt32BE(ccws.length, 12);
    createHash('md5').update(body).digest().copy(head, 16);
  } else if (version === 1) {
    head.writeUInt32BE(crc32(body), 12);
    head.writeBigUInt64BE(BigInt(ccws.length), 16);
  } else {
    head.write(await xxhash3(body), 12, 'hex');
    head.writeBigUInt64BE(BigInt(padding.length + ccws.length), 20);
    if (version === 3) {
      head.writeUInt32BE(padding.length, 28);
      head.writeBigUInt64BE(BigInt(additional.length), 32);
      if (!parts.withoutProtoHash) head.write(await xxhash3(message), 40, 'hex');
    }
  }
  return new Uint8Array(Buffer.concat([head, body]));
}

/** Returns a file of version 3 whose configuration words begin at offset 4096. */
export function alignedFile(parts: Partial<FrameParts> = {}): Promise<Uint8Array> {
  const padding = new Uint8Array(4096 - 56 - MESSAGE.length);
  return framedFile({ version: 3, padding, ccws: ramp(16), additional: ramp(8), ...parts });
}

export function ramp(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 7 + 1) & 0xff);
}

/** Returns a copy with the bytes at an offset replaced. */
export function patched(file: Uint8Array, offset: number, ...bytes: number[]): Uint8Array {
  const copy = file.slice();
  copy.set(bytes, offset);
  return copy;
}

/** Returns a copy with the 64-bit number at an offset replaced (big-endian). */
export function patched64(file: Uint8Array, offset: number, value: bigint): Uint8Array {
  const copy = file.slice();
  new DataView(copy.buffer).setBigUint64(offset, value);
  return copy;
}
