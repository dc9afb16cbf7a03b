import { heldToGoBack } from '../../base/source/held.js';
import type { MessageEntries } from '../../read/outline/entries.js';
import { loadOutline, SMALL_PAYLOAD } from '../../read/outline/load.js';
import { SparseBytes } from '../../read/outline/sparse.js';
import { WritingSink } from './byte-sink.js';
import { ROOT } from './canonical-encoder.js';
import type { FrameContent } from './frame-writer.js';
import type { ModelFile } from './model-file.js';
import type { ReverseWriter } from './reverse-writer.js';
import { SpanReader } from './span-reader.js';

/** Rewrites messages in memory, once. */
interface Encoder {
  /** Returns the new form of the message; undefined if it stays as it is. */
  encode(message: SparseBytes, known: MessageEntries): ReverseWriter | undefined;
}

export interface EncodingLimits {
  /** Files up to this size are held. */
  readonly held: number;
  /** Payloads up to this size are held. */
  readonly payload: number;
}

const LIMITS: EncodingLimits = { held: 1 << 20, payload: SMALL_PAYLOAD };

/**
 * Returns the message of a readable file as the encoder writes it. All of the message except its large blobs is
 * held in memory; these are copied from the file.
 */
export function encodedMessage(file: ModelFile, encoder: Encoder, limits = LIMITS): FrameContent {
  let encoding: Promise<ReverseWriter | undefined> | undefined;
  return async (take) => {
    encoding ??= messageOf(file, limits).then((message) => encoder.encode(message, ROOT));
    const encoded = await encoding;
    const sink = new WritingSink(new SpanReader(file.source), take);
    if (encoded === undefined) await sink.copy(file.message);
    else {
      for (const piece of encoded.pieces()) {
        const adding = piece instanceof Uint8Array ? sink.add(piece) : sink.copy(piece);
        if (adding !== undefined) await adding;
      }
    }
    await sink.flush();
  };
}

async function messageOf(
  { source, size, message: { offset, length } }: ModelFile,
  { held, payload }: EncodingLimits,
): Promise<SparseBytes> {
  if (size <= held) {
    const { bytes } = await heldToGoBack(source, held + 1);
    if (bytes !== undefined) return new SparseBytes(bytes.subarray(offset, offset + length));
  }
  const { outline } = await loadOutline(source, offset, offset + length, ROOT, {
    smallPayload: payload,
    isImmediate: true,
    dropsUnknown: true,
  });
  return outline.sparse(payload);
}
