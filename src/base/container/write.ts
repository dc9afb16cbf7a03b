import { concatBytes } from '../wire/bytes.js';
import type { ChecksumProvider } from './checksum.js';
import {
  type ContainerVersion,
  encodeHeader,
  type HeaderFieldName,
  type HeaderForm,
  headerSizeOf,
} from './header.js';

/** Parts of a framed file. */
export interface FrameParts {
  readonly version: ContainerVersion;
  /** Version 1 only (default: standard). */
  readonly form?: HeaderForm;
  readonly message: Uint8Array;
  /** Version 3: between message and configuration words (default: zeros up to a multiple of 4096). */
  readonly padding?: Uint8Array;
  /** Configuration words after the message; versions 1 to 3. */
  readonly ccws?: Uint8Array;
  /** Version 3: bytes after the configuration words. */
  readonly additionalInfo?: Uint8Array;
  /** After everything that the header speaks of; checksums go over it too. */
  readonly trailing?: Uint8Array;
  /** Version 3: whether the header has a checksum of the message alone. */
  readonly messageChecksum?: boolean;
  /** Header fields to write instead of the true ones. */
  readonly claim?: Readonly<Partial<Record<HeaderFieldName, bigint>>>;
}

/** Version 3 begins its configuration words at a multiple of this (as its writers do). */
export const ZERO_POINT_ALIGNMENT = 4096;

/**
 * Encodes a framed file. Sizes and checksums are correct unless `claim` overrides them.
 * @throws Error for parts that the version cannot contain
 */
export async function encodeFrame(parts: FrameParts, checksums: ChecksumProvider): Promise<Uint8Array> {
  return concatBytes(await framePieces(parts, checksums));
}

/** The same, one piece after another, so that a large message is not copied. */
export async function framePieces(
  parts: FrameParts,
  checksums: ChecksumProvider,
): Promise<readonly Uint8Array[]> {
  const { version, message, ccws = NONE, additionalInfo = NONE, trailing = NONE } = parts;
  const form = parts.form ?? 'standard';
  const headerSize = headerSizeOf(version, form);
  const padding = parts.padding ?? (version === 3 ? paddingFor(headerSize + message.length) : NONE);
  refuse(version === 0 && ccws.length > 0, 'version 0 has no configuration words');
  refuse(
    version !== 3 && padding.length + additionalInfo.length > 0,
    'only version 3 has padding and a tail',
  );
  const body = [message, padding, ccws, additionalInfo, trailing];
  const digest = async (algorithm: 'md5' | 'crc32' | 'xxh3', pieces: readonly Uint8Array[]) => {
    const checksum = await checksums(algorithm);
    for (const piece of pieces) checksum.update(piece);
    return BigInt(`0x${checksum.digest()}`);
  };
  const size = { proto_size: BigInt(message.length) };
  const values = async (): Promise<Partial<Record<HeaderFieldName, bigint>>> => {
    if (version === 0) return { ...size, md5: await digest('md5', body) };
    const words = { ...size, ccws_size: BigInt(ccws.length) };
    if (form === 'md5') return { ...words, md5: await digest('md5', body) };
    if (version === 1) return { ...words, crc: await digest('crc32', body) };
    const xxh3 = await digest('xxh3', body);
    if (version === 2) return { ...words, xxh3 };
    return {
      ...size,
      xxh3,
      ccws_size_with_padding: BigInt(ccws.length + padding.length),
      padding_size: BigInt(padding.length),
      additional_info_size: BigInt(additionalInfo.length),
      proto_xxh3: parts.messageChecksum === true ? await digest('xxh3', [message]) : 0n,
    };
  };
  const header = encodeHeader(version, form, { ...(await values()), ...parts.claim });
  return [header, ...body];
}

/** Zeros from `end` up to where configuration words may begin. */
export function paddingFor(end: number): Uint8Array {
  return new Uint8Array(-end & (ZERO_POINT_ALIGNMENT - 1));
}

const NONE = new Uint8Array(0);

function refuse(condition: boolean, message: string): void {
  if (condition) throw new Error(message);
}
