import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Source } from '../../src/base/source/source.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { bytesOf, type RewriteOptions, type Rewriting } from '../../src/tools/rewrite/rewriting.js';

/**
 * Returns the bytes of a rewriting. It is made twice, with and without patching the header, and both must be
 * the same.
 */
export async function written(rewriting: Rewriting): Promise<Uint8Array> {
  const straight = await bytesOf(rewriting);
  const patched = await withPatch(rewriting);
  if (Buffer.compare(straight, patched) !== 0)
    throw new Error('written differently when the header comes last');
  return straight;
}

async function withPatch(rewriting: Rewriting): Promise<Uint8Array> {
  const patches: { offset: number; bytes: Uint8Array }[] = [];
  const options: RewriteOptions = {
    patch: (offset, bytes) => void patches.push({ offset, bytes: bytes.slice() }),
  };
  const bytes = await bytesOf(rewriting, options);
  for (const patch of patches) bytes.set(patch.bytes, patch.offset);
  return bytes;
}

/** Returns the message after decoding and encoding by the generated codec. */
export function reencoded(message: Uint8Array): Uint8Array {
  return toBinary(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, message));
}

/** The same bytes as a file that is not in memory: every read copies them. */
export function distant(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    randomAccess: true,
    read: (offset, target) => {
      const part = bytes.subarray(offset, offset + target.length);
      target.set(part);
      return part.length;
    },
    close: () => {},
  };
}
