import { wasmChecksums } from '../../base/container/checksum.js';
import { ChecksumRun } from '../../base/container/checksum-jobs.js';
import type { FramingMode } from '../../base/container/detect.js';
import type { Span } from '../../base/diagnostics/diagnostic.js';
import type { Source } from '../../base/source/source.js';
import { bytesOfHex } from '../../base/wire/bytes.js';
import { type ModelFile, openModelFile, sectionOf } from './model-file.js';
import { MessageRedaction } from './redacted-message.js';
import type { ByteTaker, RewriteOptions, Rewriting } from './rewriting.js';
import { SpanReader } from './span-reader.js';
import { writeZeros } from './zeros.js';

/** Options for reading the file. */
export interface RedactOptions {
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
}

/**
 * Removes the file's subject: all occurrences of a name are replaced by one made-up name of the same length;
 * blobs, configuration words and unknown content are zeroed, except for the sizes at the head of
 * configuration writes. Every record keeps its offset and length, even in an unusual encoding or a broken
 * file, so that validate has the same findings. Numbers (shapes, quantization, timestamp), the tool chain's
 * version and the names of features stay. Checksums that were correct stay correct.
 * @param source must stay open until the rewriting is written; a source without random access is held in
 * memory
 * @throws ProtomdlError `frame-*` if the position of the message is unknown; `source-*`
 */
export async function redact(source: Source, { framing }: RedactOptions = {}): Promise<Rewriting> {
  return new Redaction(await openModelFile(source, framing));
}

class Redaction implements Rewriting {
  constructor(private readonly file: ModelFile) {}

  async write(take: ByteTaker, options: RewriteOptions = {}): Promise<number> {
    const { file } = this;
    const { frame, size, source } = file;
    if (frame === null) {
      await this.#body(take);
      return size;
    }
    const { checksums = wasmChecksums, patch } = options;
    const header = (await new SpanReader(source).read({ offset: 0, length: frame.headerSize })).slice();
    const before = await ChecksumRun.start(frame, checksums);
    before.update(0, header);
    await run(before, frame.headerSize, (to) =>
      new SpanReader(source).copy(rest(frame.headerSize, size), to),
    );
    const wereTrue = before.finish().filter(({ job, actual }) => actual === job.field.hex);
    const after = await ChecksumRun.start(frame, checksums);
    after.update(0, header);
    if (patch === undefined) await run(after, frame.headerSize, (to) => this.#body(to));
    else {
      await take(header);
      await run(after, frame.headerSize, (to) => this.#body(to), take);
    }
    for (const { job, actual } of after.finish()) {
      const isTrue = wereTrue.some((result) => result.job.field.name === job.field.name);
      if (isTrue) header.set(bytesOfHex(actual), job.field.offset);
    }
    if (patch !== undefined) await patch(0, header);
    else {
      await take(header);
      await this.#body(take);
    }
    return size;
  }

  /** Writes everything after the header. */
  async #body(take: ByteTaker): Promise<void> {
    const { file } = this;
    await new MessageRedaction(file.source, file.message, take).write();
    // Nonzero padding is a finding, which must not disappear.
    await new SpanReader(file.source).copy(sectionOf(file, 'padding'), (bytes) =>
      take(bytes.map((byte) => (byte === 0 ? 0 : 1))),
    );
    for (const name of ['ccws', 'additional-info', 'trailing'] as const) {
      await writeZeros(sectionOf(file, name).length, take);
    }
  }
}

/** Passes bytes through checksums. */
async function run(
  checksums: ChecksumRun,
  from: number,
  write: (take: ByteTaker) => Promise<void>,
  take: ByteTaker = () => {},
): Promise<void> {
  let at = from;
  await write((bytes) => {
    checksums.update(at, bytes);
    at += bytes.length;
    return take(bytes);
  });
}

function rest(from: number, size: number): Span {
  return { offset: from, length: Math.max(0, size - from) };
}
