/**
 * `protomdl mutate --serve`: mutants on request, for fuzzers with their own loop. For each request on
 * standard input, the service writes one reply to standard output, in the order of the requests:
 *
 * ```text
 * request   length u32 · seed u32 · max_size u32 · buffer_length u32 · buffer · add_buffer
 * reply     length u32 · mutant
 * ```
 *
 * All integers are little-endian. A length is the number of bytes that follow. `add_buffer`, which may be
 * empty, is another file that can provide content. A mutant has at most `max_size` bytes, and equals `buffer`
 * only if no mutation is possible. The same request gets the same reply. The service ends at the end of
 * standard input: with exit code 0 between requests, and with 3 for an incomplete request. For an invalid
 * request, the exit code is 2. If creating a mutant fails, which is a bug of this tool, the reply is the
 * buffer, and the service ends with exit code 4.
 */

import { type MutantOptions, mutate } from '../attack/mutate/mutate.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { concatBytes } from '../base/wire/bytes.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { reportBug } from './complain.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import type { Host } from './host.js';

/**
 * Maximum number of bytes of a request after its length. Fuzzers use inputs of up to a megabyte, and a wrong
 * length must not allocate memory.
 */
export const MAX_REQUEST_BYTES = 1 << 28;

/** Number of bytes before the buffer: seed, max_size, buffer_length. */
const FIXED_BYTES = 12;

/** Options for all mutants of a service, without the seed and the size, which are in each request. */
export type ServeOptions = Omit<MutantOptions, 'seed' | 'maxSize'>;

/**
 * Answers requests until the input ends.
 * @param input requests in chunks of any size, such as standard input
 * @throws CommandError for a request that breaks the protocol, and for a terminal
 */
export async function serveMutants(
  input: AsyncIterable<Uint8Array>,
  options: ServeOptions,
  host: Host,
): Promise<ExitCode> {
  if (host.stdout.isTerminal) {
    throw new CommandError('--serve speaks to a program, not to a terminal: see the page about mutate');
  }
  const pending = new Pending();
  let served = 0;
  let failures = 0;
  for await (const chunk of input) {
    pending.push(chunk);
    for (let request = pending.take(served); request !== undefined; request = pending.take(served)) {
      const { buffer, maxSize } = request;
      let reply = buffer.subarray(0, maxSize);
      try {
        reply = await mutant(request, options);
      } catch (error) {
        if (isProtomdlError(error)) throw new CommandError(error.message);
        // The failure is reported and the service continues, because a campaign of hours must not end because
        // of one input.
        if (failures++ === 0) await reportBug(host, error, `request ${served + 1}, seed ${request.seed}`);
      }
      await host.stdout.write(framed(reply));
      served++;
    }
  }
  if (pending.size > 0) {
    throw new CommandError(`request ${served + 1} breaks off after ${pending.size} bytes`, EXIT.unreadable);
  }
  return failures > 0 ? EXIT.bug : EXIT.ok;
}

async function mutant(request: Request, options: ServeOptions): Promise<Uint8Array> {
  const { seed, maxSize, buffer, addBuffer } = request;
  const splice = addBuffer.length > 0 ? [addBuffer] : [];
  const { bytes } = await mutate(buffer, { ...options, seed, maxSize, splice, checksums: nodeChecksums });
  return bytes;
}

interface Request {
  readonly seed: number;
  readonly maxSize: number;
  readonly buffer: Uint8Array;
  readonly addBuffer: Uint8Array;
}

/** Received bytes of unfinished requests. */
class Pending {
  readonly #chunks: Uint8Array[] = [];
  size = 0;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.size += chunk.length;
  }

  /**
   * Returns the next request; undefined until the request is complete.
   * @param served number of earlier requests, for messages
   */
  take(served: number): Request | undefined {
    if (this.size < 4) return undefined;
    const length = view(this.#first(4)).getUint32(0, true);
    const which = `request ${served + 1}`;
    if (length < FIXED_BYTES || length > MAX_REQUEST_BYTES) {
      const range = `it has ${FIXED_BYTES} to ${MAX_REQUEST_BYTES}`;
      throw new CommandError(`${which} says that it has ${length} bytes: ${range}`);
    }
    if (this.size < 4 + length) return undefined;
    const bytes = this.#first(4 + length);
    this.#drop(4 + length);
    const fields = view(bytes);
    const bufferLength = fields.getUint32(12, true);
    const from = 4 + FIXED_BYTES;
    if (bufferLength > length - FIXED_BYTES) {
      const room = length - FIXED_BYTES;
      throw new CommandError(
        `${which} says that its buffer has ${bufferLength} bytes, and has room for ${room}`,
      );
    }
    return {
      seed: fields.getUint32(4, true),
      maxSize: fields.getUint32(8, true),
      buffer: bytes.subarray(from, from + bufferLength),
      addBuffer: bytes.subarray(from + bufferLength, 4 + length),
    };
  }

  /**
   * Returns the first `count` bytes in one piece. Chunks are joined once per request, regardless of their
   * number.
   */
  #first(count: number): Uint8Array {
    const head = this.#chunks[0];
    if (head !== undefined && head.length >= count) return head;
    const whole = concatBytes(this.#chunks);
    this.#chunks.splice(0, this.#chunks.length, whole);
    return whole;
  }

  #drop(count: number): void {
    const [head = new Uint8Array(0), ...rest] = this.#chunks;
    this.#chunks.splice(
      0,
      this.#chunks.length,
      ...(head.length > count ? [head.subarray(count)] : []),
      ...rest,
    );
    this.size -= count;
  }
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function framed(bytes: Uint8Array): Uint8Array {
  const reply = new Uint8Array(4 + bytes.length);
  view(reply).setUint32(0, bytes.length, true);
  reply.set(bytes, 4);
  return reply;
}
