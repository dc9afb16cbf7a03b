import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import type { ContainerVersion } from '../../base/container/header.js';
import { framePieces } from '../../base/container/write.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { SchemaTables } from '../../base/schema/table.js';
import { memorySource } from '../../base/source/memory.js';
import type { Source } from '../../base/source/source.js';
import type { BlobReader } from './blob-input.js';
import { InputText, readText } from './input-text.js';
import { MessageBuilder } from './message-builder.js';
import { type Fail, type TextPlace, textError } from './parse-error.js';
import { asVersion, type FrameText, frameOf, lostAs } from './parse-frame.js';
import { JsonReader } from './parse-json.js';
import { MemberReader } from './parse-members.js';
import { TextprotoReader } from './parse-textproto.js';
import { namesOf } from './schema-names.js';
import { formOfText, type TextForm } from './text-form.js';
import { type Value, ValueCollector } from './value-collector.js';

/** Options for reading a text. */
export interface AssembleOptions {
  /** Form of the text (default: detected from its content). */
  readonly format?: TextForm;
  /** Container of the message (default: as stated in the text, otherwise bare). */
  readonly framing?: 'bare' | ContainerVersion;
  /** Source of the bytes that the text keeps in files (default: no files). */
  readonly blobs?: BlobReader;
  /** The schema whose root message the text describes (default: ProtoMDL's). */
  readonly schema?: SchemaTables;
  /** Computes the frame's checksums (default: WebAssembly). */
  readonly checksums?: ChecksumProvider;
}

/** A file assembled from a text. */
export interface Assembled {
  /** Form of the text that was read. */
  readonly format: TextForm;
  /** Container of the message. */
  readonly framing: 'bare' | ContainerVersion;
  /** The message alone. */
  readonly message: Uint8Array;
  /** The file in consecutive pieces; one piece is the message. */
  readonly pieces: readonly Uint8Array[];
  /** Size of the file in bytes. */
  readonly size: number;
}

/**
 * Makes a model file from its text: the inverse of `dump`. The message is written as encoders write it:
 * fields in the order of their numbers, lists packed, everything in the fewest bytes. The text and the
 * message are held in memory; while the message grows, the memory holds two copies.
 * @param text in UTF-8, at most 512 MiB
 * @throws ProtomdlError, whose message begins with line and column (`12:5: …`), and which has the path and
 * the offset in the text. Codes: `text-syntax`, `text-name-unknown`, `text-value-invalid`,
 * `text-field-twice`, `text-bytes-left-out`, `text-bytes-file`, `text-frame-invalid`,
 * `message-nesting-too-deep`; also `message-too-large`, and `source-*`
 */
export async function assemble(
  text: Source | Uint8Array | string,
  options: AssembleOptions = {},
): Promise<Assembled> {
  const source =
    typeof text === 'string'
      ? memorySource(new TextEncoder().encode(text))
      : 'read' in text
        ? text
        : memorySource(text);
  const input = await readText(source);
  const format = options.format ?? formOfText(input.bytes);
  const { blobs, schema = MDL } = options;
  const names = namesOf(schema);
  const builder = new MessageBuilder(names.root, names.limits);
  const stated =
    format === 'textproto'
      ? await readTextproto(input, builder, blobs)
      : await readMembers(format, input, builder, blobs);
  const message = builder.finish();
  const framing = options.framing ?? stated?.version ?? 'bare';
  const lost = lostAs(stated, framing);
  if (lost.length > 0) {
    const to = framing === 'bare' ? 'a bare message' : `framing ${framing}`;
    throw new ProtomdlError('text-frame-invalid', `${to} has no room for ${lost.join(', ')}`, -1);
  }
  const pieces =
    framing === 'bare'
      ? [message]
      : await framePieces({ ...asVersion(stated, framing), message }, options.checksums ?? wasmChecksums);
  return { format, framing, message, pieces, size: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/** Reads JSON or YAML. @returns the frame that the text states */
async function readMembers(
  format: 'json' | 'yaml',
  input: InputText,
  builder: MessageBuilder,
  blobs: BlobReader | undefined,
): Promise<FrameText | undefined> {
  let place = (): TextPlace => ({ line: 1, column: 1, offset: 0 });
  const members = new MemberReader(builder, blobs, () => place());
  if (format === 'json') {
    const reader = new JsonReader(input, members);
    place = () => reader.place();
    await reader.read();
  } else {
    const { YamlReader } = await import('./parse-yaml.js');
    const reader = new YamlReader(input, () => members);
    place = () => reader.place();
    await reader.read();
  }
  members.finish();
  return members.framePlace === undefined
    ? undefined
    : frameOf(members.frame, blobs, failAt(members.framePlace));
}

async function readTextproto(
  input: InputText,
  builder: MessageBuilder,
  blobs: BlobReader | undefined,
): Promise<FrameText | undefined> {
  const reader = new TextprotoReader(input, builder, blobs);
  await reader.read();
  if (reader.frame === undefined) return undefined;
  const { text, place } = reader.frame;
  const fail = failAt(place);
  const collector = new ValueCollector((message) => fail('text-frame-invalid', `$frame: ${message}`));
  try {
    await new JsonReader(new InputText(text), collector).read();
  } catch (error) {
    if (!(error instanceof ProtomdlError) || error.code !== 'text-syntax') throw error;
    // The position in the error is relative to the comment, which is one line.
    fail('text-frame-invalid', `$frame: ${error.message.replace(/^\d+:\d+: /, '')}`);
  }
  return frameOf(collector.value as Value, blobs, fail);
}

function failAt(place: TextPlace): Fail {
  return (code, message) => {
    throw textError(code, message, place);
  };
}
