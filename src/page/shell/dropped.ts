import type { Openable } from '../engine/opened.js';

/** Files that were dropped or picked. */
export function openablesIn(files: FileList | null | undefined): Openable[] {
  return Array.from(files ?? [], (blob) => ({ name: blob.name, from: { blob } }));
}
