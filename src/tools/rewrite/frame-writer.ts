import { wasmChecksums } from '../../base/container/checksum.js';
import { headerSizeOf } from '../../base/container/header.js';
import type { Frame } from '../../base/container/layout.js';
import { type HeaderKind, headerSeal } from '../../base/container/seal.js';
import { ZERO_POINT_ALIGNMENT } from '../../base/container/write.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { ByteTaker, RewriteOptions, Rewriting } from './rewriting.js';
import { writeZeros } from './zeros.js';

/** Content that can be written any number of times, with the same bytes each time. */
export type FrameContent = (take: ByteTaker) => Promise<void>;

export interface FileParts {
  readonly frame: HeaderKind | null;
  readonly message: FrameContent;
  /** Version 3: bytes between the message and the configuration words. */
  readonly padding: FrameContent;
  /** True if zeros follow the padding, up to the multiple of 4096 at which the words begin. */
  readonly isAligned: boolean;
  readonly ccws: FrameContent;
  readonly additionalInfo: FrameContent;
  readonly trailing: FrameContent;
}

/** The largest message size that a header can express. */
const MAX_PROTO_SIZE = 0xffffffff;

export const WRITE_NOTHING: FrameContent = async () => {};

export function headerKindOf(frame: Frame): HeaderKind {
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
    frame: HeaderKind,
    take: ByteTaker,
    { checksums = wasmChecksums }: RewriteOptions,
  ): Promise<{ header: Uint8Array; size: number }> {
    const seal = await headerSeal(frame, checksums);
    let size = 0;
    const section = async (content: FrameContent, add = seal.afterMessage): Promise<number> => {
      const before = size;
      await content((bytes) => {
        size += bytes.length;
        add(bytes);
        return take(bytes);
      });
      return size - before;
    };
    const { parts } = this;
    const message = await section(parts.message, seal.message);
    requireRoom(message);
    const kept = await section(parts.padding);
    const end = headerSizeOf(frame.version, frame.form) + message + kept;
    const missing = parts.isAligned ? -end & (ZERO_POINT_ALIGNMENT - 1) : 0;
    const padding = kept + (await section((to) => writeZeros(missing, to)));
    const ccws = await section(parts.ccws);
    const additionalInfo = await section(parts.additionalInfo);
    await section(parts.trailing);
    const header = seal.header({ message, padding, ccws, additionalInfo });
    return { header, size };
  }
}

/** @throws ProtomdlError `frame-proto-too-large` for a message whose size a header cannot express */
export function requireRoom(message: number): void {
  if (message <= MAX_PROTO_SIZE) return;
  const text = `a message of ${message} bytes; a header has room for ${MAX_PROTO_SIZE}`;
  throw new ProtomdlError('frame-proto-too-large', text, 0);
}

export function spanContent(copy: (span: Span, take: ByteTaker) => Promise<void>, span: Span): FrameContent {
  return span.length === 0 ? WRITE_NOTHING : (take) => copy(span, take);
}
