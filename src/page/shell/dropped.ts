import type { FileHandle, Openable } from '../engine/opened.js';

/** Files that were picked. */
export function openablesIn(files: FileList | null | undefined): Openable[] {
  return Array.from(files ?? [], (blob) => ({ name: blob.name, from: { blob } }));
}

/** What some browsers have: a way to the file that outlives the page. */
interface HandledItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileHandle | null>;
}

/** Files that were dropped, with their handles. To be called before the event is over: later there is nothing in it. */
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
