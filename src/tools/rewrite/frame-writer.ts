import { type Checksum, wasmChecksums } from '../../base/container/checksum.js';
import {
  type ContainerVersion,
  encodeHeader,
  type HeaderForm,
  headerSizeOf,
} from '../../base/container/header.js';
import type { Frame } from '../../base/container/layout.js';
import { ZERO_POINT_ALIGNMENT } from '../../base/container/write.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Span } from '../../base/diagnostics/span.js';
import type { ByteTaker, RewriteOptions, Rewriting } from './rewriting.js';
import { writeZeros } from './zeros.js';

/** Content that can be written any number of times, with the same bytes each time. */
export type Content = (take: ByteTaker) => Promise<void>;

/** The parts of a file to write. */
export interface FileParts {
  readonly frame: FrameKind | null;
  readonly message: Content;
  /** Version 3: bytes between the message and the configuration words. */
  readonly padding: Content;
  /** True if zeros follow the padding, up to the multiple of 4096 at which the words begin. */
  readonly isAligned: boolean;
  readonly ccws: Content;
  readonly additionalInfo: Content;
  readonly trailing: Content;
}

export interface FrameKind {
  readonly version: ContainerVersion;
  readonly form: HeaderForm;
  /** Version 3: true if the header has a checksum of the message alone. */
  readonly messageChecksum: boolean;
}

/** The largest message size that a header can express. */
const MAX_PROTO_SIZE = 0xffffffff;

/** Empty content. */
export const NOTHING: Content = async () => {};

export function kindOf(frame: Frame): FrameKind {
  return {
    version: frame.version,
    form: frame.form,
    messageChecksum: frame.fields.some(({ name, value }) => name === 'proto_xxh3' && value !== 0),
  };
}

/**
 * Writes a file of these parts, with correct sizes and checksums.
 * @throws ProtomdlError when it is written: `frame-proto-too-large` for a message whose size a header cannot
 * express
 */
export class PartsRewriting implements Rewriting {
  constructor(private readonly parts: FileParts) {}

  async write(take: ByteTaker, options: RewriteOptions = {}): Promise<number> {
    const { frame, message, trailing } = this.parts;
    if (frame === null) {
      let size = 0;
      const counted: ByteTaker = (bytes) => {
        size += bytes.length;
        return take(bytes);
      };
      await message(counted);
      await trailing(counted);
      return size;
    }
    const { patch } = options;
    const headerSize = headerSizeOf(frame.version, frame.form);
    if (patch !== undefined) {
      await take(new Uint8Array(headerSize));
      const { header, size } = await this.#body(frame, take, options);
      await patch(0, header);
      return headerSize + size;
    }
    const { header, size } = await this.#body(frame, () => {}, options);
    await take(header);
    await this.#body(frame, take, options);
    return headerSize + size;
  }

  /** Writes everything after the header, and computes the header. */
  async #body(
    frame: FrameKind,
    take: ByteTaker,
    { checksums = wasmChecksums }: RewriteOptions,
  ): Promise<{ header: Uint8Array; size: number }> {
    const { version, form, messageChecksum } = frame;
    const whole = await checksums(algorithmOf(frame));
    const alone: Checksum | undefined =
      version === 3 && messageChecksum ? await checksums('xxh3') : undefined;
    let size = 0;
    const section = async (content: Content, own?: Checksum): Promise<number> => {
      const before = size;
      await content((bytes) => {
        size += bytes.length;
        whole.update(bytes);
        own?.update(bytes);
        return take(bytes);
      });
      return size - before;
    };
    const { parts } = this;
    const message = await section(parts.message, alone);
    requireRoom(message);
    const kept = await section(parts.padding);
    const end = headerSizeOf(version, form) + message + kept;
    const missing = parts.isAligned ? -end & (ZERO_POINT_ALIGNMENT - 1) : 0;
    const padding = kept + (await section((to) => writeZeros(missing, to)));
    const words = await section(parts.ccws);
    const additional = await section(parts.additionalInfo);
    await section(parts.trailing);
    const digest = (checksum: Checksum | undefined): bigint => BigInt(`0x${checksum?.digest() ?? '0'}`);
    const header = encodeHeader(version, form, {
      proto_size: BigInt(message),
      ccws_size: BigInt(words),
      ccws_size_with_padding: BigInt(words + padding),
      padding_size: BigInt(padding),
      additional_info_size: BigInt(additional),
      [checksumField(frame)]: digest(whole),
      proto_xxh3: digest(alone),
    });
    return { header, size };
  }
}

/** @throws ProtomdlError `frame-proto-too-large` for a message whose size a header cannot express */
export function requireRoom(message: number): void {
  if (message <= MAX_PROTO_SIZE) return;
  const text = `a message of ${message} bytes; a header has room for ${MAX_PROTO_SIZE}`;
  throw new ProtomdlError('frame-proto-too-large', text, 0);
}

/** Content of a span of a file, unchanged. */
export function spanContent(copy: (span: Span, take: ByteTaker) => Promise<void>, span: Span): Content {
  return span.length === 0 ? NOTHING : (take) => copy(span, take);
}

function algorithmOf({ version, form }: FrameKind): 'md5' | 'crc32' | 'xxh3' {
  if (version === 0 || form === 'md5') return 'md5';
  return version === 1 ? 'crc32' : 'xxh3';
}

function checksumField({ version, form }: FrameKind): 'md5' | 'crc' | 'xxh3' {
  if (version === 0 || form === 'md5') return 'md5';
  return version === 1 ? 'crc' : 'xxh3';
}
