import { shellQuoted } from '../../../base/diagnostics/shell-quoted.js';
import type { Part } from '../../../show/inspect/part.js';
import type { Opened } from '../../engine/opened.js';

/** What is not in a file on this machine has to go through memory. */
export const MOST_IN_MEMORY = 64 << 20;

/** Whether the value's bytes can be saved from here. A file is sliced by the browser, whatever its size. */
export function canSave(part: Part, from: Opened): boolean {
  return part.valueLength > 0 && ('blob' in from || part.valueLength <= MOST_IN_MEMORY);
}

/** A name that every system takes. */
export function savedName({ path, label }: Part, fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  return `${stem}.${path === '' ? label : path}.bin`.replace(/[^\w.[\]#-]/g, '_').slice(-200);
}

/** The command that does the same, for a shell. */
export function extractCommand({ path }: Part, fileName: string): string {
  return `protomdl extract ${shellQuoted(fileName)} ${shellQuoted(path)} -o value.bin`;
}
