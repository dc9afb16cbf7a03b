import { concatBytes } from '../wire/bytes.js';
import type { ChecksumProvider } from './checksum.js';
import { type HeaderFieldName, headerSizeOf } from './header.js';
import { type HeaderKind, headerSeal } from './seal.js';

export interface FrameParts extends HeaderKind {
  readonly message: Uint8Array;
  /** Version 3: padding between message and configuration words (default: zeros up to a multiple of 4096). */
  readonly padding?: Uint8Array;
  /** Configuration words after the message; versions 1 to 3. */
  readonly ccws?: Uint8Array;
  /** Version 3: bytes after the configuration words. */
  readonly additionalInfo?: Uint8Array;
  /** Bytes after all bytes that the header claims. Checksums include trailing bytes. */
  readonly trailing?: Uint8Array;
  /** Header fields to write instead of the correct values. */
  readonly claim?: Readonly<Partial<Record<HeaderFieldName, bigint>>>;
}

/** In version 3, configuration words begin at a multiple of this offset, as in files of compilers. */
export const ZERO_POINT_ALIGNMENT = 4096;

/**
 * Encodes a framed file. Sizes and checksums are correct unless `claim` overrides them.
 * @throws Error for parts that the version cannot contain
 */
export async function encodeFrame(parts: FrameParts, checksums: ChecksumProvider): Promise<Uint8Array> {
  return concatBytes(await framePieces(parts, checksums));
}

/** Like `encodeFrame`, but returns pieces, so that a large message is not copied. */
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
  const seal = await headerSeal(parts, checksums);
  seal.message(message);
  for (const piece of body.slice(1)) seal.afterMessage(piece);
  const sizes = {
    message: message.length,
    padding: padding.length,
    ccws: ccws.length,
    additionalInfo: additionalInfo.length,
  };
  const header = seal.header(sizes, parts.claim);
  return [header, ...body];
}

/** Returns zeros from `end` up to the next offset at which configuration words may begin. */
export function paddingFor(end: number): Uint8Array {
  return new Uint8Array(-end & (ZERO_POINT_ALIGNMENT - 1));
}

const NONE = new Uint8Array(0);

function refuse(condition: boolean, message: string): void {
  if (condition) throw new Error(message);
}
