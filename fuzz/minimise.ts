import { encodeTree } from '../src/read/tree/encode.js';
import { parseTree } from '../src/read/tree/parse.js';
import { walkTree } from '../src/read/tree/walk.js';
import { concat } from '../test/arbitrary/wire-writer.js';

/** True if an input still has the interesting property. */
export type IsInteresting = (input: Uint8Array) => Promise<boolean>;

export interface MinimiseOptions {
  /** Bytes before the message; they are kept. */
  readonly prefix?: number;
  /** True if whole records can be dropped. */
  readonly records?: boolean;
  /** Maximum number of inputs to try; 3000 by default. */
  readonly tries?: number;
}

/**
 * Returns a smaller input that is still interesting: first drops whole records, then stretches of bytes, then
 * bits.
 */
export async function minimise(
  input: Uint8Array,
  isInteresting: IsInteresting,
  { prefix = 0, records = true, tries = 3000 }: MinimiseOptions = {},
): Promise<Uint8Array> {
  let best = input;
  let left = tries;
  const attempt = async (candidate: Uint8Array): Promise<boolean> => {
    if (left <= 0 || candidate.length > best.length) return false;
    left--;
    if (!(await isInteresting(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let before = -1; before !== best.length && left > 0; ) {
    before = best.length;
    if (records) await dropRecords(() => best, prefix, attempt);
    await dropBytes(() => best, prefix, attempt);
  }
  await clearBytes(() => best, prefix, attempt);
  return best;
}

type Attempt = (candidate: Uint8Array) => Promise<boolean>;

/** Drops large groups of each message's records first (delta debugging), then single records. */
async function dropRecords(best: () => Uint8Array, prefix: number, attempt: Attempt): Promise<void> {
  for (let at = 0; ; at++) {
    const messages = [...messagesOf(best().subarray(prefix))];
    if (at >= messages.length) return;
    const count = messages[at]!.records.length;
    for (let size = count; size >= 1; size >>= 1) {
      for (let from = 0; ; ) {
        const message = [...messagesOf(best().subarray(prefix))][at];
        if (message === undefined || from >= message.records.length) break;
        const { records } = message;
        message.setRecords([...records.slice(0, from), ...records.slice(from + size)]);
        const root = rootOf(message);
        const dropped = await attempt(joined(best(), prefix, encodeTree(root)));
        if (!dropped) from += size;
      }
    }
  }
}

function* messagesOf(bytes: Uint8Array) {
  const root = parseTree(bytes);
  yield root;
  for (const { message } of walkTree(root)) if (message !== undefined) yield message;
}

type Message = ReturnType<typeof parseTree>;

function rootOf(message: Message): Message {
  let root = message;
  while (root.owner?.holder !== undefined) root = root.owner.holder;
  return root;
}

function joined(input: Uint8Array, prefix: number, message: Uint8Array): Uint8Array {
  return concat(input.subarray(0, prefix), message);
}

async function dropBytes(best: () => Uint8Array, prefix: number, attempt: Attempt): Promise<void> {
  for (let size = Math.max(1, (best().length - prefix) >> 1); size >= 1; size >>= 1) {
    for (let from = prefix; from < best().length; ) {
      const bytes = best();
      const shorter = concat(bytes.subarray(0, from), bytes.subarray(from + size));
      if (!(await attempt(shorter))) from += size;
    }
  }
}

/** Sets bytes that do not matter to 0, so that the important bytes stand out. */
async function clearBytes(best: () => Uint8Array, prefix: number, attempt: Attempt): Promise<void> {
  for (let at = prefix; at < best().length; at++) {
    if (best()[at] === 0) continue;
    const cleared = best().slice();
    cleared[at] = 0;
    await attempt(cleared);
  }
}
