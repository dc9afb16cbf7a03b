import { type PolicyJson, policyOf } from '../../base/diagnostics/policy-json.js';
import type { FileHandle, Openable, ServedOptions } from '../engine/opened.js';

/** Returns the files from a file dialog. */
export function openablesIn(files: FileList | null | undefined): Openable[] {
  return Array.from(files ?? [], (blob) => ({ name: blob.name, from: { blob } }));
}

/** A dropped item with a method of some browsers, which returns a handle that outlives the page. */
interface HandledItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileHandle | null>;
}

/**
 * Returns the dropped files, with their handles. Call this function before the event ends, because the list
 * of files is empty after the event.
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

interface ServedFile {
  readonly name: string;
  readonly url: string;
  readonly options?: Omit<ServedOptions, 'policy'> & { readonly policy?: PolicyJson };
}

/** Returns the files that a server has listed in the page's markup; empty on a static site. */
export function servedFiles(): readonly Openable[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="protomdl-files"]')?.content ?? '';
  if (content === '') return [];
  return (JSON.parse(content) as readonly ServedFile[]).map(({ name, url, options }) => ({
    name,
    from: { url: new URL(url, location.href).href },
    ...(options === undefined ? {} : { options: optionsOf(options) }),
  }));
}

function optionsOf({ policy, ...options }: NonNullable<ServedFile['options']>): ServedOptions {
  return { ...options, ...(policy === undefined ? {} : { policy: policyOf(policy) }) };
}
