import type { ChecksumProvider } from '../../base/container/checksum.js';
import { ChecksumRun } from '../../base/container/checksum-jobs.js';
import { type HeaderFieldName, MAGIC } from '../../base/container/header.js';
import { type Frame, type Section, type SectionName, sectionsOf } from '../../base/container/layout.js';
import { paddingFor } from '../../base/container/write.js';
import type { Source } from '../../base/source/source.js';
import { type BlobPrinter, isComplete } from './blobs.js';
import type { TextBuffer } from './text-buffer.js';

const CHUNK = 256 * 1024;

/**
 * Writes everything in a framed file except its message, as a JSON object on one line, from which `assemble`
 * makes the same file. Checksums are verified, which needs all of the file, only if the text is complete.
 * @param blobs printer with a compact layout
 */
export async function writeFrameJson(
  out: TextBuffer,
  blobs: BlobPrinter,
  source: Source,
  frame: Frame,
  checksums: ChecksumProvider | undefined,
  flush: () => Promise<void> | undefined,
): Promise<void> {
  const sections = new Sections(source, frame);
  const lengths = new Map<SectionName, number>();
  out.text(`{"version":${frame.version}`);
  if (frame.form !== 'standard') out.text(`,"form":"${frame.form}"`);
  for (const name of NAMES) {
    const section = sections.section(name);
    if (name === 'message') {
      lengths.set(name, section.length);
      continue;
    }
    const key = KEYS.get(name) as string;
    if (name === 'padding' && frame.version === 3) {
      const usual = paddingFor(frame.headerSize + (lengths.get('message') ?? 0)).length;
      lengths.set(name, await writePadding(out, blobs, sections, section, usual, flush));
    } else {
      lengths.set(name, await writeSection(out, blobs, key, sections, section, flush));
    }
  }
  const length = (name: SectionName): bigint => BigInt(lengths.get(name) ?? 0);
  const values = new Map<HeaderFieldName, bigint>([
    ['magic', BigInt(MAGIC)],
    ['version', BigInt(frame.version)],
    ['proto_size', length('message')],
    ['ccws_size', length('ccws')],
    ['ccws_size_with_padding', length('ccws') + length('padding')],
    ['padding_size', length('padding')],
    ['additional_info_size', length('additional-info')],
    ['reserved', 0n],
    ['reserved_2', 0n],
  ]);
  const checked = frame.fields.some(({ name, value }) => name === 'proto_xxh3' && value !== 0);
  if (checked) out.text(',"messageChecksum":true');
  if (checksums !== undefined && isComplete(blobs.mode)) {
    for (const [name, value] of await trueChecksums(source, frame, checksums)) values.set(name, value);
  }
  const claims = frame.fields.filter(({ name, value }) => {
    const expected = values.get(name);
    return expected !== undefined && expected !== BigInt(value);
  });
  if (claims.length > 0) {
    out.text(`,"claim":{${claims.map(({ name, hex }) => `"${name}":"${hex}"`).join(',')}}`);
  }
  out.text('}');
}

const NAMES: readonly SectionName[] = ['message', 'padding', 'ccws', 'additional-info', 'trailing'];

const KEYS: ReadonlyMap<SectionName, string> = new Map([
  ['padding', 'padding'],
  ['ccws', 'ccws'],
  ['additional-info', 'additionalInfo'],
  ['trailing', 'trailing'],
]);

/** A section's position and its actual length. */
interface Stretch {
  readonly offset: number;
  readonly length: number;
}

/** Sections of a file, with their actual positions and lengths. */
class Sections {
  readonly #sections: readonly Section[];

  constructor(
    private readonly source: Source,
    frame: Frame,
  ) {
    this.#sections = sectionsOf(frame, source.size ?? 0);
  }

  section(name: SectionName): Stretch {
    return this.#sections.find((section) => section.name === name) ?? { offset: 0, length: 0 };
  }

  /** Passes on the section's bytes. @returns the number of bytes read */
  async read(
    { offset, length }: Stretch,
    take: (chunk: Uint8Array) => void | Promise<void>,
  ): Promise<number> {
    const chunk = new Uint8Array(Math.min(CHUNK, length));
    let at = offset;
    while (at < offset + length) {
      const read = await this.source.read(at, chunk.subarray(0, Math.min(CHUNK, offset + length - at)));
      if (read === 0) break;
      await take(chunk.subarray(0, read));
      at += read;
    }
    return at - offset;
  }
}

async function trueChecksums(
  source: Source,
  frame: Frame,
  checksums: ChecksumProvider,
): Promise<[HeaderFieldName, bigint][]> {
  const run = await ChecksumRun.start(frame, checksums);
  const chunk = new Uint8Array(CHUNK);
  for (let at = 0; ; ) {
    const read = await source.read(at, chunk);
    run.update(at, chunk.subarray(0, read));
    at += read;
    if (read < chunk.length) break;
  }
  return run.finish().map(({ job, actual }) => [job.field.name, BigInt(`0x${actual}`)]);
}

/**
 * Writes the padding as a number of zeros, or as bytes; padding that an encoder would write is left out.
 * @returns the number of bytes of padding
 */
async function writePadding(
  out: TextBuffer,
  blobs: BlobPrinter,
  sections: Sections,
  section: Stretch,
  usual: number,
  flush: () => Promise<void> | undefined,
): Promise<number> {
  let isZero = true;
  const held: Uint8Array[] = [];
  const there = await sections.read(section, (chunk) => {
    isZero &&= chunk.every((byte) => byte === 0);
    if (held.length === 0) held.push(chunk.slice());
  });
  const [first = new Uint8Array(0)] = held;
  if (!isZero) {
    out.text(',"padding":');
    // Padding is only printed if all its bytes are held, because longer padding than any writer makes is not
    // read again.
    if (first.length === there) blobs.value(out, first, 0, there);
    else blobs.withoutBytes(out, there);
    await flush();
  } else if (there !== usual) out.text(`,"padding":${there}`);
  return there;
}

/** @returns the number of bytes in the section */
async function writeSection(
  out: TextBuffer,
  blobs: BlobPrinter,
  key: string,
  sections: Sections,
  section: Stretch,
  flush: () => Promise<void> | undefined,
): Promise<number> {
  if (section.length === 0) return 0;
  // A short section is loaded into memory first, so that no part of the text is written for a missing
  // section.
  let there = 0;
  let first: Uint8Array | undefined;
  const begin = (): void => out.text(`,"${key}":`);
  const chunks = async (take: (chunk: Uint8Array) => void | Promise<void>): Promise<boolean> => {
    there = await sections.read(section, take);
    return true;
  };
  if (section.length <= CHUNK) {
    await chunks((chunk) => {
      first = chunk.slice();
    });
    if (first === undefined) return 0;
    begin();
    blobs.value(out, first, 0, first.length);
  } else if (!blobs.reads(section.length)) {
    begin();
    blobs.withoutBytes(out, section.length);
    there = section.length;
  } else {
    const at = out.at;
    begin();
    await blobs.stream(out, () => there, chunks, flush);
    if (there === 0) out.at = at;
  }
  await flush();
  return there;
}
