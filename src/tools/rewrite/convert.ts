import type { FramingMode } from '../../base/container/detect.js';
import type { ContainerVersion } from '../../base/container/header.js';
import type { SectionName } from '../../base/container/layout.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import { EXTERNAL_RESOURCE, findsField, WORDS_BEHIND, WORDS_INSIDE } from './found-fields.js';
import { PartsRewriting, requireRoom, WRITE_NOTHING } from './frame-writer.js';
import { contentOf, isZero, partsWith } from './message-parts.js';
import { type ModelFile, openModelFile, requireWhole, sectionOf } from './model-file.js';
import type { Rewriting } from './rewriting.js';
import { writeZeros } from './zeros.js';

/** Container of a message: no container, or a container of this version. */
export type TargetFraming = 'bare' | ContainerVersion;

/** Options of a conversion. */
export interface ConvertOptions {
  /** Container to convert to. */
  readonly to: TargetFraming;
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
  /** True to leave out parts that the target cannot hold: configuration words, resources, trailing bytes. */
  readonly dropWords?: boolean;
  /**
   * To version 3: bytes of padding after the message (default: the file's own padding, if the file is of
   * version 3 and the words still begin at a multiple of 4096; otherwise, padding up to such a multiple).
   */
  readonly padding?: number;
  /** To version 3: true if the header has a checksum of the message alone (default: as in the file). */
  readonly messageChecksum?: boolean;
}

export interface Conversion extends Rewriting {
  /** Properties of the result that a runtime may reject, although the caller requested them. */
  readonly remarks: readonly string[];
}

/** The header has four bytes for the padding. */
const MAX_PADDING = 0xffffffff;

/**
 * Moves the message to another container, or to none, with correct sizes and checksums. The message is only
 * searched for parts that depend on the container, and may be broken.
 * @param source must stay open until the rewriting is written; a source without random access is held in
 * memory
 * @throws ProtomdlError `convert-loses-words`, `convert-loses-bytes` if the target cannot hold a part;
 * `frame-*` if the file's sections cannot be distinguished; `convert-option` for invalid padding; `source-*`
 */
export async function convert(source: Source, options: ConvertOptions): Promise<Conversion> {
  const file = await openModelFile(source, options.framing);
  requireWhole(file);
  const { to, dropWords = false } = options;
  checkPadding(options);
  if (to !== 'bare') requireRoom(file.message.length);
  if (!dropWords) await refuseLosses(file, to);
  const parts = await partsWith(file, contentOf(file, file.message));
  const version = file.frame?.version;
  const hasWords = to !== 'bare' && to > 0;
  const { padding } = options;
  const rewriting = new PartsRewriting({
    ...parts,
    frame:
      to === 'bare'
        ? null
        : {
            version: to,
            form: 'standard',
            messageChecksum: options.messageChecksum ?? (to === 3 && parts.frame?.messageChecksum === true),
          },
    padding:
      to !== 3
        ? WRITE_NOTHING
        : padding !== undefined
          ? (take) => writeZeros(padding, take)
          : version === 3
            ? parts.padding
            : WRITE_NOTHING,
    isAligned: to === 3 && padding === undefined && (version !== 3 || parts.isAligned),
    ccws: hasWords ? parts.ccws : WRITE_NOTHING,
    additionalInfo: to === 3 ? parts.additionalInfo : WRITE_NOTHING,
    trailing: to === 'bare' || dropWords ? WRITE_NOTHING : parts.trailing,
  });
  const remarks = await remarksOn(file, to, dropWords);
  return { remarks, write: (take, writing) => rewriting.write(take, writing) };
}

async function refuseLosses(file: ModelFile, to: TargetFraming): Promise<void> {
  const hasWords = to !== 'bare' && to > 0;
  const target = to === 'bare' ? 'a bare message' : `version ${to}`;
  const words = sectionOf(file, 'ccws');
  if (!hasWords && words.length > 0) {
    const held = `${words.length} bytes of configuration words lie after the message`;
    throw new ProtomdlError('convert-loses-words', `${held}, and ${target} cannot hold them`, words.offset);
  }
  if (!hasWords && file.frame !== null) {
    const pointer = await findsField(file, WORDS_BEHIND);
    if (pointer !== undefined) {
      const text = `an action reads data after the message, where ${target} has none`;
      throw new ProtomdlError('convert-loses-words', text, pointer.offset);
    }
  }
  if (to === 3) return;
  const resource = file.frame?.version === 3 ? await findsField(file, EXTERNAL_RESOURCE) : undefined;
  if (resource !== undefined) {
    const text = `a resource lies after the message, and ${target} cannot hold it`;
    throw new ProtomdlError('convert-loses-bytes', text, resource.offset);
  }
  // Only zeros may be dropped; a file with other bytes there is refused.
  await refuseBytes(file, 'additional-info', target);
  if (to === 'bare' && file.frame !== null) await refuseBytes(file, 'trailing', target);
}

async function refuseBytes(file: ModelFile, name: SectionName, target: string): Promise<void> {
  const span = sectionOf(file, name);
  const isFilling = name === 'additional-info' && (await isZero(file, span));
  if (span.length === 0 || isFilling) return;
  const what = name === 'trailing' ? 'bytes that the header does not declare' : 'bytes of additional info';
  const text = `the file ends with ${span.length} ${what}, and ${target} cannot hold them`;
  throw new ProtomdlError('convert-loses-bytes', text, span.offset);
}

async function remarksOn(file: ModelFile, to: TargetFraming, dropWords: boolean): Promise<string[]> {
  const remarks: string[] = [];
  const hasWords = to !== 'bare' && to > 0;
  const filling = sectionOf(file, 'additional-info');
  if (to !== 3 && filling.length > 0) {
    remarks.push(`${filling.length} bytes of additional info, all of them zero, are left out`);
  }
  if (hasWords && (file.frame === null || file.frame.version === 0)) {
    const inside = await findsField(file, WORDS_INSIDE);
    if (inside !== undefined) {
      remarks.push(
        `this file has configuration words in the message (write_data_ccw): runtimes refuse it in version ${to}, ` +
          'and load it in version 0',
      );
    }
  }
  if (!hasWords && dropWords && (await findsField(file, WORDS_BEHIND)) !== undefined) {
    remarks.push('actions read data after the message, which the result does not have');
  }
  return remarks;
}

function checkPadding({ to, padding, messageChecksum }: ConvertOptions): void {
  if (to !== 3 && padding !== undefined) throw wrong('only version 3 has padding');
  if (to !== 3 && messageChecksum === true) throw wrong('only version 3 has a checksum of the message alone');
  if (padding !== undefined && !(Number.isInteger(padding) && padding >= 0 && padding <= MAX_PADDING)) {
    throw wrong(`padding of ${padding} bytes; a header has room for 0 to ${MAX_PADDING}`);
  }
}

function wrong(text: string): ProtomdlError {
  return new ProtomdlError('convert-option', text);
}
