import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { canonicalMessage } from './canonicalize.js';
import { externalResources } from './external-resources.js';
import { filterOf } from './field-filter.js';
import { contentOf } from './message-parts.js';
import { openModelFile, requireReadable, requireWhole, sectionOf } from './model-file.js';

/**
 * What is hashed. `content`: what the model means, whatever it is framed in and however it is encoded, without the
 * time and the versions of its making. `message`: the bytes of the message. `file`: all bytes.
 */
export type HashSubject = 'content' | 'message' | 'file';

/** What can be hashed. */
export const HASH_SUBJECTS: readonly HashSubject[] = ['content', 'message', 'file'];

/** A hash being computed. */
export interface Hasher {
  /** Takes the next bytes. */
  update(bytes: Uint8Array): unknown;
  /** Hexadecimal digits of all that were taken. */
  digest(): string;
}

/** What is hashed, and how. */
export interface HashOptions {
  /** Default: `content`. */
  readonly what?: HashSubject;
  /** What the file is (default: what it looks like). */
  readonly framing?: FramingMode;
  /** Default: SHA-256. */
  readonly hasher?: Hasher;
}

/** Fields of the header that say when and by what a file was made, and not what it does. */
const ORIGIN = new Set(['timestamp', 'sdk_version', 'version', 'sdk_version_numbers']);

const withoutOrigin = filterOf(
  ({ message, field }) => message.typeName === 'ProtoMDLHeader' && ORIGIN.has(field.name),
);

/**
 * What identifies a file, or what it means: SHA-256, or what the hasher makes of it. Of `content` it is over the
 * canonical form of the message (see canonicalize) without timestamp and versions in the header; and, where there are
 * any, the configuration words after it and the resources that it names, each after a line with its kind and length.
 * Padding and what nothing points to is no content.
 * @param source of a file's `file` hash a stream will do; for the others one that cannot go back is held in memory
 * @returns digits, lower case
 * @throws ProtomdlError for `content` of a file that parsers refuse, `message` of one whose message is not all there;
 *   `source-*`
 */
export async function hash(source: Source, options: HashOptions = {}): Promise<string> {
  const hasher = options.hasher ?? (await (await import('../../base/container/sha256.js')).sha256());
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
  // No record begins with a byte 0, so the line cannot be taken for a part of the message.
  return new TextEncoder().encode(`\0${text} ${length}\n`);
}

/** Front to back: a stream will do. */
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
