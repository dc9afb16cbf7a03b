import type { Source } from '../base/source/source.js';
import { interruptible } from '../base/source/yielder.js';
import { type CommandInput, openAtOnce } from './input.js';
import type { Spool, Spooled, Spooling } from './spool.js';

/** Maximum number of bytes of a stream to keep in memory. A longer stream is written to a temporary file. */
const IN_MEMORY = 4 * 1024 * 1024;

/**
 * Opens an input that supports seeking. A pipe is read completely: a short stream into memory, a longer
 * stream into a temporary file (in TMPDIR), which is removed at the latest when the process ends. The file
 * takes at most half of the free space.
 * @throws ProtomdlError with a `source-*` or `frame-*` code, CommandError if the disk has not enough space
 * for the file
 */
export async function openSpooled(input: CommandInput, spooling?: Spooling): Promise<Source> {
  return interruptible(await openHeld(input, spooling));
}

/**
 * Like `openSpooled`, for readers that read files synchronously. `guard.ts` handles signals for such readers.
 */
export async function openHeld(input: CommandInput, spooling: Spooling = {}): Promise<Source> {
  const source = await openAtOnce(input);
  if (source.randomAccess && source.size !== undefined) return source;
  try {
    return await (await spoolOf(input, spooling, IN_MEMORY)).kept(interruptible(source));
  } finally {
    await source.close();
  }
}

/**
 * Copies a whole stream into a temporary file, for callers that need a file name. The file is removed when
 * the process ends, or earlier.
 * @throws as `openSpooled`
 */
export async function spoolToFile(input: CommandInput, source: Source, spooling: Spooling): Promise<Spooled> {
  return (await spoolOf(input, spooling, 0)).inFile(source);
}

/** Returns a spool for an input. Its code is loaded on demand, because regular files need no spool. */
async function spoolOf({ kind, path }: CommandInput, spooling: Spooling, inMemory: number): Promise<Spool> {
  const { Spool } = await import('./spool.js');
  return new Spool(kind === 'stdin' ? 'standard input' : path, spooling, inMemory);
}
