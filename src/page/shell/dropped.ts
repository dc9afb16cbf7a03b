import type { FileHandle, Openable } from '../engine/opened.js';

/** Files from a file dialog. */
export function openablesIn(files: FileList | null | undefined): Openable[] {
  return Array.from(files ?? [], (blob) => ({ name: blob.name, from: { blob } }));
}

/** Extension of some browsers: a handle to the file that outlives the page. */
interface HandledItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileHandle | null>;
}

/**
 * Dropped files, with their handles. Call this before the event ends: afterwards the list of files is empty.
 */
export function droppedIn(transfer: DataTransfer | null): Openable[] {
  const items = Array.from(transfer?.items ?? []).filter(({ kind }) => kind === 'file') as HandledItem[];
  const openables = openablesIn(transfer?.files);
  if (items.length !== openables.length) return openables;
  return openables.map((openable, at) => {
    const handle = items[at]?.getAsFileSystemHandle?.().then(
      (found) => (found?.kind === 'file' ? found : null),
      () => null,
    );
    const isFolder = items[at]?.webkitGetAsEntry?.()?.isDirectory === true;
    return { ...openable, isFolder, ...(handle === undefined ? {} : { handle }) };
  });
}
