import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { canonicalMessage } from './canonicalize.js';
import { externalResources } from './external-resources.js';
import { filterOf } from './field-filter.js';
import { contentOf } from './message-parts.js';
import { openModelFile, requireReadable, requireWhole, sectionOf } from './model-file.js';

/**
 * Subject of a hash. `content`: the model's meaning, independent of framing, encoding, and the time and tool
 * versions of its compilation. `message`: the bytes of the message. `file`: all bytes.
 */
export type HashSubject = 'content' | 'message' | 'file';

/** All subjects of a hash. */
export const HASH_SUBJECTS: readonly HashSubject[] = ['content', 'message', 'file'];

/** A hash being computed. */
export interface Hasher {
  /** Adds the next bytes. */
  update(bytes: Uint8Array): unknown;
  /** Returns the hash of all bytes in hexadecimal digits. */
  digest(): string;
}

/** Options of a hash. */
export interface HashOptions {
  /** Default: `content`. */
  readonly what?: HashSubject;
  /** Framing of the file (default: detected). */
  readonly framing?: FramingMode;
  /** Default: SHA-256. */
  readonly hasher?: Hasher;
}

/** Fields of the header that describe a file's origin, and not its function. */
const ORIGIN = new Set(['timestamp', 'sdk_version', 'version', 'sdk_version_numbers']);

const withoutOrigin = filterOf(
  ({ message, field }) => message.typeName === 'ProtoMDLHeader' && ORIGIN.has(field.name),
);

/**
 * Computes a hash of a file or its meaning: SHA-256, or the result of the given hasher. The hash of `content`
 * covers the canonical form of the message (see canonicalize) without timestamp and versions in the header,
 * then the configuration words after the message, then the resources that the message names. Words and
 * resources each follow a line with their kind and length. Padding and unreferenced bytes are not content.
 * @param source for the `file` hash any stream; for the others, a source without random access is held in
 * memory
 * @returns digits, lower case
 * @throws ProtomdlError for `content` of a file that parsers refuse, and for `message` if the message is
 * incomplete; `source-*`
 */
export async function hash(source: Source, options: HashOptions = {}): Promise<string> {
  const hasher = options.hasher ?? (await (await import('../../base/container/hashers.js')).sha256());
  await hashInto(hasher, source, options);
  return hasher.digest();
}

async function hashInto(hasher: Hasher, source: Source, options: HashOptions): Promise<void> {
  const { what = 'content', framing } = options;
  const take = (bytes: Uint8Array): void => void hasher.update(bytes);
  if (what === 'file') return hashAll(source, take);
  const file = await openModelFile(source, framing);
  if (what === 'message') {
    requireWhole(file);
    return contentOf(file, file.message)(take);
  }
  await requireReadable(file);
  await canonicalMessage(file, withoutOrigin)(take);
  const words = sectionOf(file, 'ccws');
  if (words.length > 0) {
    take(labelled('configuration words', words.length));
    await contentOf(file, words)(take);
  }
  for (const { name, span } of await externalResources(file)) {
    if (span === undefined || span.length === 0) continue;
    take(labelled(`resource ${name}`, span.length));
    await contentOf(file, span)(take);
  }
}

function labelled(text: string, length: number): Uint8Array {
  // No record begins with a byte 0, so the line cannot be mistaken for a part of the message.
  return new TextEncoder().encode(`\0${text} ${length}\n`);
}

/** Reads from front to back, so a stream is enough. */
async function hashAll(source: Source, take: (bytes: Uint8Array) => void): Promise<void> {
  const chunk = new Uint8Array(256 * 1024);
  for (let at = 0; ; ) {
    const answer = source.read(at, chunk);
    const read = typeof answer === 'number' ? answer : await answer;
    if (read > 0) take(chunk.subarray(0, read));
    at += read;
    if (read < chunk.length) return;
  }
}
