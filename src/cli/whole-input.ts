import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { problemText } from '../show/report/problem.js';
import { withoutName } from './complain.js';
import { CommandError, EXIT } from './exit-code.js';
import type { CommandInput } from './input.js';
import { openSpooled } from './spooled-input.js';

/** Default limit for the size of an input in bytes. Node's limit for an array of bytes is 4 GiB. */
const MAX_BYTES = 2 ** 31 - 1;

/** Maximum size in bytes for commands that hold a file and a changed copy in memory. */
export const MAX_COPIED_BYTES = 1 << 28;

/**
 * Reads all bytes of an input, for commands that change files.
 * @param most maximum size in bytes
 * @throws ProtomdlError with a `source-*` code
 */
export async function readWholeInput(input: CommandInput, most = MAX_BYTES): Promise<Uint8Array> {
  const source = await openSpooled(input, { most });
  if (source.bytes !== undefined) return source.bytes;
  try {
    const size = source.size ?? 0;
    if (size > most) {
      throw new ProtomdlError('source-too-large', `${input.path}: ${size} bytes; the maximum is ${most}`);
    }
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const read = await source.read(at, bytes.subarray(at));
      if (read === 0) throw new ProtomdlError('source-changed', `${input.path}: ended while it was read`, at);
      at += read;
    }
    return bytes;
  } finally {
    await source.close();
  }
}

/**
 * Like `readWholeInput`, for commands that cannot continue without the input.
 * @throws CommandError for an unreadable input
 */
export async function requireWholeInput(input: CommandInput, most = MAX_COPIED_BYTES): Promise<Uint8Array> {
  try {
    return await readWholeInput(input, most);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    const message = withoutName(error.message, input.path);
    throw new CommandError(problemText({ file: input.path, code: error.code, message }), EXIT.unreadable);
  }
}
