import type { Checksum, ChecksumProvider } from '../../base/container/checksum.js';
import { type ContainerVersion, encodeHeader, headerSizeOf } from '../../base/container/header.js';
import { ZERO_POINT_ALIGNMENT } from '../../base/container/write.js';
import type { SmithFraming } from './settings.js';

/** Sizes of a file's sections in bytes. */
export class FrameSections {
  readonly header: number;
  readonly padding: number;
  /** Zeros after the resource, up to the end of a page. */
  readonly tail: number;

  /**
   * @param words size of the configuration words after the message
   * @param resource size of the meaningful part of the additional info
   * @param fillsPage true if zeros fill the file up to a multiple of a page
   */
  constructor(
    framing: SmithFraming,
    readonly message: number,
    readonly words: number,
    readonly resource: number,
    fillsPage: boolean,
  ) {
    this.header = framing === 'bare' ? 0 : headerSizeOf(framing);
    this.padding = framing === 3 ? missing(this.header + message) : 0;
    this.tail = fillsPage ? missing(words + resource) : 0;
  }

  get additionalInfo(): number {
    return this.resource + this.tail;
  }

  get fileSize(): number {
    return this.header + this.message + this.padding + this.words + this.additionalInfo;
  }
}

/** Returns the number of bytes up to the next multiple of a page. */
function missing(end: number): number {
  return (ZERO_POINT_ALIGNMENT - (end % ZERO_POINT_ALIGNMENT)) % ZERO_POINT_ALIGNMENT;
}

/** Receives everything after a header, and then makes the header. */
export interface HeaderSeal {
  message(bytes: Uint8Array): void;
  afterMessage(bytes: Uint8Array): void;
  /** Call this once, at the end. */
  header(): Uint8Array;
}

/** @param ofMessage true if version 3 also has a checksum of the message alone */
export async function frameHeader(
  version: ContainerVersion,
  sections: FrameSections,
  ofMessage: boolean,
  checksums: ChecksumProvider,
): Promise<HeaderSeal> {
  const algorithm = version === 0 ? 'md5' : version === 1 ? 'crc32' : 'xxh3';
  const whole = await checksums(algorithm);
  const alone: Checksum | undefined = version === 3 && ofMessage ? await checksums('xxh3') : undefined;
  const value = (checksum: Checksum | undefined): bigint => BigInt(`0x${checksum?.digest() ?? '0'}`);
  return {
    message: (bytes) => {
      whole.update(bytes);
      alone?.update(bytes);
    },
    afterMessage: (bytes) => whole.update(bytes),
    header: () => {
      const sizes = {
        proto_size: BigInt(sections.message),
        [version === 0 ? 'md5' : version === 1 ? 'crc' : 'xxh3']: value(whole),
      };
      if (version === 0) return encodeHeader(version, 'standard', sizes);
      const words = BigInt(sections.words);
      if (version !== 3) return encodeHeader(version, 'standard', { ...sizes, ccws_size: words });
      return encodeHeader(version, 'standard', {
        ...sizes,
        ccws_size_with_padding: words + BigInt(sections.padding),
        padding_size: BigInt(sections.padding),
        additional_info_size: BigInt(sections.additionalInfo),
        proto_xxh3: value(alone),
      });
    },
  };
}
