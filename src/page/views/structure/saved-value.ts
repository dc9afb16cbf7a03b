import { shellQuoted } from '../../../base/diagnostics/shell-quoted.js';
import type { Part } from '../../../show/inspect/part.js';
import type { Opened } from '../../engine/opened.js';

/**
 * Maximum size of a value to save from a file that is not a local file, because the value must be loaded into
 * memory.
 */
export const MOST_IN_MEMORY = 64 << 20;

/** True if the page can save the value's bytes. The browser can slice a local file of any size. */
export function canSave(part: Part, from: Opened): boolean {
  return part.valueLength > 0 && ('blob' in from || part.valueLength <= MOST_IN_MEMORY);
}

/** Returns a file name that is valid on every system. */
export function savedName({ path, label }: Part, fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return `${stem}.${path === '' ? label : path}.bin`.replace(/[^\w.[\]#-]/g, '_').slice(-200);
}

/** Returns a shell command that extracts the same bytes. */
export function extractCommand({ path }: Part, fileName: string): string {
  return `protomdl extract ${shellQuoted(fileName)} ${shellQuoted(path)} -o value.bin`;
}
