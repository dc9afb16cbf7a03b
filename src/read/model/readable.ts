import { isProtomdlError } from '../../base/diagnostics/error.js';

/** Maximum number of names of one kind that are listed. */
export const MAX_NAMES = 1024;

/**
 * Maximum number of bytes of a name that are shown: real names have at most some hundred bytes, names in
 * hostile files hundreds of millions.
 */
export const MAX_TEXT = 4096;

/** Reads a part; if its bytes are malformed, returns `otherwise` and adds a line to `problems`. */
export function readable<T>(problems: string[], otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    problems.push(messageOf(error));
    return otherwise;
  }
}

/** Like `readable`, for asynchronous readers, which store their results themselves. */
export async function readableLater(problems: string[], read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    problems.push(messageOf(error));
  }
}

/** Describes an error in a model's bytes. @throws any other error */
function messageOf(error: unknown): string {
  if (!isProtomdlError(error) || error.code.startsWith('source-')) throw error;
  const { code, offset, path } = error;
  const where = offset < 0 ? '' : ` at ${offset} (0x${offset.toString(16)})`;
  return `${code}${where}; ${path === '' ? 'the message' : path} cannot be shown whole`;
}

/** Returns the first items of a list, at most `most`. */
export function take<T>(list: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  for (const item of list) {
    if (taken.length >= most) break;
    taken.push(item);
  }
  return taken;
}
