import type { Checksum, ChecksumProvider } from './checksum.js';
import { type ContainerVersion, encodeHeader, type HeaderFieldName, type HeaderForm } from './header.js';

/** Choices that determine the fields of a header. */
export interface HeaderKind {
  readonly version: ContainerVersion;
  /** Form of the header, only for version 1 (default: standard). */
  readonly form?: HeaderForm;
  /** Version 3: true to add a checksum of the message alone. */
  readonly messageChecksum?: boolean;
}

interface SealedSizes {
  readonly message: number;
  /** Version 3: size of the padding between message and configuration words. */
  readonly padding?: number;
  readonly ccws?: number;
  /** Version 3: size of the section after the configuration words. */
  readonly additionalInfo?: number;
}

/** Receives all bytes after a header in order, and then encodes the header with its checksums. */
interface HeaderSeal {
  message(bytes: Uint8Array): void;
  afterMessage(bytes: Uint8Array): void;
  /**
   * Encodes the header. Call this once, after the last byte.
   * @param claim header fields to write instead of the correct values
   */
  header(sizes: SealedSizes, claim?: Readonly<Partial<Record<HeaderFieldName, bigint>>>): Uint8Array;
}

/** Opens a writer of headers. All commands write their headers with this function. */
export async function headerSeal(kind: HeaderKind, checksums: ChecksumProvider): Promise<HeaderSeal> {
  const { version, form = 'standard', messageChecksum = false } = kind;
  const field = version === 0 || form === 'md5' ? 'md5' : version === 1 ? 'crc' : 'xxh3';
  const whole = await checksums(field === 'crc' ? 'crc32' : field);
  const alone = version === 3 && messageChecksum ? await checksums('xxh3') : undefined;
  const digest = (checksum: Checksum) => BigInt(`0x${checksum.digest()}`);
  return {
    message: (bytes) => {
      whole.update(bytes);
      alone?.update(bytes);
    },
    afterMessage: (bytes) => whole.update(bytes),
    header: ({ message, padding = 0, ccws = 0, additionalInfo = 0 }, claim) =>
      encodeHeader(version, form, {
        proto_size: BigInt(message),
        ccws_size: BigInt(ccws),
        ccws_size_with_padding: BigInt(ccws + padding),
        padding_size: BigInt(padding),
        additional_info_size: BigInt(additionalInfo),
        [field]: digest(whole),
        proto_xxh3: alone === undefined ? 0n : digest(alone),
        ...claim,
      }),
  };
}
