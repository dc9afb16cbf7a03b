import { takeApart } from '../../src/base/container/take-apart.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { CanonicalEncoder } from '../../src/tools/rewrite/canonical-encoder.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { encodedMessage } from '../../src/tools/rewrite/encoded-message.js';
import { EVERYTHING } from '../../src/tools/rewrite/field-filter.js';
import { openModelFile } from '../../src/tools/rewrite/model-file.js';
import { concat } from '../../test/arbitrary/wire-writer.js';
import { esAccepts } from '../../test/edge/readers.js';
import { distant, written } from '../../test/rewrite/rewritten.js';
import { canBeAsked, canonicalOf } from '../canonical.js';
import { NO_RULES } from '../reports.js';
import { agree, Disagreement, type Target } from '../target.js';

export const canonicalizing: Target = {
  name: 'canonicalize',
  about:
    'the canonical form equals the output of protobuf-es, is the same in pieces and when canonicalised again, and keeps its frame',
  shape: 'file',
  prefix: 1,
  covers: /\/src\/\w+\/(rewrite|outline|container|wire)\//,
  async open() {
    return {
      async run(input) {
        const payload = 32 + ((input[0] ?? 0) & 31);
        const file = input.slice(1);
        const parts = takeApart(file);
        if (parts.framing === 'unknown') {
          const refused = await rewritten(file, 'auto');
          if (!(refused instanceof Error)) throw new Disagreement('unreadable header', 'it was rewritten');
          return [refused.message.replace(/\d+/g, '#')];
        }
        const message = parts.message.slice();
        const once = await rewritten(message, 'bare');
        if (canBeAsked(message)) agree('accepted', !(once instanceof Error), esAccepts(message));
        if (once instanceof Error) return [once.code];
        agree('twice', await rewritten(once, 'bare'), once);
        agree('without blobs in memory', await fromOutline(message, payload), once);
        if (canBeAsked(message)) againstOracle(message, once);
        if (parts.framing === 'framed') await checkFrame(file, once);
        return [`${parts.framing} ${Buffer.compare(message, once) === 0 ? 'canonical' : 'changed'}`];
      },
    };
  },
};

/**
 * Returns the canonical file, or the library's error for a refused file; other errors are bugs and are
 * thrown.
 */
async function rewritten(file: Uint8Array, framing: 'auto' | 'bare') {
  try {
    return await written(await canonicalize(memorySource(file), { framing }));
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return error;
  }
}

/**
 * Canonicalises a message like a large file: payloads of more than `payload` bytes are not held in memory, but
 * copied from the file.
 */
async function fromOutline(message: Uint8Array, payload: number): Promise<Uint8Array> {
  const file = await openModelFile(distant(message), 'bare');
  const content = encodedMessage(file, new CanonicalEncoder(EVERYTHING), { held: 0, payload });
  const pieces: Uint8Array[] = [];
  await content((piece) => void pieces.push(piece.slice()));
  return concat(...pieces);
}

function againstOracle(message: Uint8Array, once: Uint8Array): void {
  const due = canonicalOf(message);
  if (due.isExact) agree('values', once, due.bytes);
  else agree('values as the codec keeps them', canonicalOf(once).bytes, due.bytes);
}

/** Checks that a frame is kept around another message, with correct sizes and checksums. */
async function checkFrame(file: Uint8Array, message: Uint8Array): Promise<void> {
  const result = await rewritten(file, 'auto');
  if (result instanceof Error) {
    if (!result.code.startsWith('frame-')) throw result;
    return;
  }
  const [before, after] = [takeApart(file), takeApart(result)];
  if (before.framing !== 'framed' || after.framing !== 'framed')
    throw new Disagreement('framing', after.framing);
  agree('message in a frame', after.message, message);
  agree('version', [after.frame.version, after.frame.form], [before.frame.version, before.frame.form]);
  for (const section of ['ccws', 'additionalInfo'] as const) agree(section, after[section], before[section]);
  const report = await validate(memorySource(result), { checksums: nodeChecksums, rules: NO_RULES });
  // Bytes after the claimed sections are kept, and it is unknown if the checksum covers them.
  const due = after.trailing.length > 0 ? 'skipped' : 'verified';
  agree('checksum', report.container.checksum, due);
}
